/// Where in the value of a property the identities of other entities stand.
///
///     EntitySchema(
///         name: "Order",
///         references: ["customer": "Customer"],
///         containedReferences: ["lines": .array(of: .value("Line"))],
///         containedValues: ["Line": .members(["product": .identity(of: "Product")])]
///     )
public indirect enum ReferencePlace: Hashable, Sendable {
    /// The value is the identity of an entity in a collection, or many of them in arrays and objects.
    case identity(of: String)
    /// The value is the URL of an entity in a collection: the template of such URLs has `{id}` in the
    /// place of the identity.
    case url(of: String, template: String)
    /// The value is one of those that the schema knows by a name.
    case value(String)
    /// The value is an array.
    case array(of: ReferencePlace)
    /// The value is an object whose keys may be anything.
    case dictionary(of: ReferencePlace)
}

/// What a value refers to that an entity contains.
public enum ContainedReferences: Hashable, Sendable {
    /// The value is an object: where identities stand, by the keys of its members.
    case members([String: ReferencePlace])
    /// The value is an object that is read by what one of its members says: where identities stand, by
    /// the texts that this member may have.
    case tagged(by: String, [String: ReferencePlace])
    /// The value is read by its kind in JSON: where identities stand, by the kinds.
    case kinds([JSONKind: ReferencePlace])
}
