/// A difference between what a schema says and what its service does.
package struct Difference: Hashable, Sendable {
    /// What differs.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        /// A body does not have the shape that the schema gives it.
        case body = "service-body"
        /// The service does not behave as the schema says.
        case behavior = "service-behavior"
    }

    /// What differs.
    package let kind: Kind
    /// Where the schema says it.
    package let place: SchemaPlace
    /// What the schema says, and what the service does.
    package let message: String
    /// The change to the schema that would make it right; nil where there is none to propose.
    package let hint: String?
    /// The request that showed it, such as `GET /messages/1`.
    package let request: String
}

/// A place of a schema.
package enum SchemaPlace: Hashable, Sendable {
    /// A property of a value or an entity.
    case property(String, of: String)
    /// A key in the conventions that hold for a repository: `["paging", "size"]`.
    case convention([String], repository: String)
    /// A key of a repository; the repository itself without one.
    case repository(String, key: String?)
    /// A key of an endpoint, as deep as it is written.
    case endpoint(String, [String])
}

/// A part of the schema that was not verified, and why.
package struct Unverified: Hashable, Sendable {
    /// The part, such as `MessageRepository: paging`.
    package let subject: String
    /// Why it was not verified, and what would make it possible.
    package let reason: String
}
