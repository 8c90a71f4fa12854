/// The policy for a write to an entity that has changed on the server, too.
///
/// | policy | both changed | deleted there, changed here | changed there, deleted here |
/// |---|---|---|---|
/// | ``serverWins`` | the server's | deleted | the server's |
/// | ``clientWins`` | the local one | created again | deleted |
/// | ``merge`` | property by property | created again | the server's |
/// | ``fail`` | left to the user | left to the user | left to the user |
///
/// Under ``merge``, a change wins over a deletion: a lost change cannot be repeated, but an entity
/// can be deleted again. A deletion that loses is always reported, as superseded or, under
/// ``fail``, as rejected. Its ``SyncConflict`` names the changed properties. Properties that only
/// the server writes, and properties missing from a response, never cause a conflict.
public enum ConflictPolicy: String, Hashable, Sendable, CaseIterable {
    /// The server's state replaces the local write.
    case serverWins
    /// The local write is sent again, on top of the server's state.
    case clientWins
    /// A three-way merge by property: a property that only one side has changed gets that side's
    /// value.
    ///
    /// If both have changed it, the local value is sent, and the conflict is reported.
    case merge
    /// The write is kept as rejected, with both states.
    case fail
}

/// A write that conflicted with another change on the server.
public struct SyncConflict: Hashable, Sendable {
    /// How a conflict was resolved.
    public enum Resolution: String, Hashable, Sendable {
        /// The server's state is kept.
        case server
        /// The local state is kept.
        case local
        /// It is unresolved: the user decides.
        case open
    }

    /// A property that both sides have changed; null for missing.
    public struct Property: Hashable, Sendable {
        /// The key of the property in JSON.
        public var key: String
        /// The last common value.
        public var base: JSON
        /// The local value.
        public var local: JSON
        /// The value on the server.
        public var remote: JSON
    }

    /// The record.
    public var key: RecordKey
    /// How the conflict was resolved.
    public var resolution: Resolution
    /// The properties that both sides have changed.
    ///
    /// If the entity was deleted locally, these are the properties that the server has changed,
    /// with null as the local value; if it was deleted on the server, there are none.
    public var properties: [Property]
}
