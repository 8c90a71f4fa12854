/// A difference between a schema and its service.
package struct Difference: Hashable, Sendable {
    /// The kind of difference.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A body does not match its declared type.
        case body = "service-body"
        /// The service does not behave as declared.
        case behavior = "service-behavior"
    }

    /// The kind.
    package let kind: Kind
    /// The position in the schema.
    package let place: SchemaPlace
    /// The declaration in the schema, and the behavior of the service.
    package let message: String
    /// A correction of the schema; nil if there is none.
    package let hint: String?
    /// The request that showed it, for example `GET /messages/1`.
    package let request: String
}

/// A position in a schema.
package enum SchemaPlace: Hashable, Sendable {
    /// A property of a value or an entity.
    case property(String, of: String)
    /// A key in the conventions of a repository: `["paging", "size"]`.
    case convention([String], repository: String)
    /// A key of a repository; the repository itself without a key.
    case repository(String, key: String?)
    /// A key of an endpoint, as deep as it exists.
    case endpoint(String, [String])
}

/// A part of the schema that was not verified, and the reason.
package struct Unverified: Hashable, Sendable {
    /// The part, for example `MessageRepository: paging`.
    package let subject: String
    /// The reason, and how to make it possible.
    package let reason: String
}
