/// A value with an identity that remains the same while its properties change, such as a message.
///
/// Generated types conform. Together with ``EntityDraft``, ``EntityPatch`` and ``EntityFields``
/// they declare what can be created, changed and queried.
public protocol Entity: Identifiable, ValueObject where ID: EntityIdentifier {
    /// The type that a client sends to create an entity.
    associatedtype Draft: EntityDraft
    /// The type that a client sends to change an entity.
    associatedtype Patch: EntityPatch
    /// The properties for queries.
    associatedtype Fields: EntityFields

    /// The schema for local storage.
    ///
    /// By default a collection with the name of the type, the identity under `id`, and no indexes.
    static var schema: EntitySchema { get }

    /// The draft from which a client would create this entity.
    var draft: Draft { get }
}

extension Entity {
    /// A collection with the name of the type, the identity under `id`, and no indexes.
    public static var schema: EntitySchema { EntitySchema(name: "\(Self.self)") }
}

/// The values that a client sends to create an entity, without properties that only the server
/// writes.
public protocol EntityDraft: JSONEncodable, DictionaryRepresentable, Sendable {}

/// The changes that a client sends for an entity; unchanged properties are left out.
public protocol EntityPatch: JSONEncodable, DictionaryRepresentable, Sendable {}

/// The properties of an entity or a value, with their types, for queries.
public protocol EntityFields: Sendable {
    /// Creates the fields.
    init()
}
