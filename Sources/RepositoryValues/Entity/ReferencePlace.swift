/// The location of references to other entities in the value of a property.
///
///     EntitySchema(
///         name: "Order",
///         references: ["customer": "Customer"],
///         containedReferences: ["lines": .array(of: .value("Line"))],
///         containedValues: ["Line": .members(["product": .identity(of: "Product")])]
///     )
public indirect enum ReferencePlace: Hashable, Sendable {
    /// The value is the identity of an entity in a collection, or many identities in arrays and
    /// objects.
    case identity(of: String)
    /// The value is the URL of an entity in a collection; the template of such URLs contains
    /// `{id}`.
    case url(of: String, template: String)
    /// The value is a named value of the schema.
    case value(String)
    /// The value is an array.
    case array(of: ReferencePlace)
    /// The value is an object with arbitrary keys.
    case dictionary(of: ReferencePlace)
}

/// The references in a nested value.
public enum ContainedReferences: Hashable, Sendable {
    /// The value is an object: the locations by key.
    case members([String: ReferencePlace])
    /// The value is an object with a tag under a key: the locations by tag.
    case tagged(by: String, [String: ReferencePlace])
    /// The value is of one of several JSON kinds: the locations by kind.
    case kinds([JSONKind: ReferencePlace])
}
