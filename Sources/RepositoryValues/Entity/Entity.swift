/// Something that keeps its identity while its properties change, such as a message.
///
/// Generated types conform; with ``EntityDraft``, ``EntityPatch`` and ``EntityFields`` they say what
/// can be created, changed and asked for.
public protocol Entity: Identifiable, ValueObject where ID: EntityIdentifier {
    /// What a client sends to create one.
    associatedtype Draft: EntityDraft
    /// What a client sends to change one.
    associatedtype Patch: EntityPatch
    /// The names of the properties in queries.
    associatedtype Fields: EntityFields

    /// How entities of this type are stored locally.
    ///
    /// By default: in a collection named like the type, the identity under `id`, nothing indexed.
    static var schema: EntitySchema { get }

    /// This entity as a client would send it to create one.
    var draft: Draft { get }
}

extension Entity {
    /// A collection named like the type, with the identity under `id`, and nothing indexed.
    public static var schema: EntitySchema { EntitySchema(name: "\(Self.self)") }
}

/// What a client sends to create an entity: no property that only the server writes.
public protocol EntityDraft: JSONEncodable, DictionaryRepresentable, Sendable {}

/// What a client sends to change an entity: only what changes.
public protocol EntityPatch: JSONEncodable, DictionaryRepresentable, Sendable {}

/// The names of the properties of an entity or a value, with their types, for queries.
public protocol EntityFields: Sendable {
    /// Makes the names.
    init()
}
