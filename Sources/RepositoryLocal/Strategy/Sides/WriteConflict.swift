/// A write sent directly that conflicted with another change on the server, and was not carried
/// out.
///
///     do {
///         try await messages.update(message)
///     } catch {
///         guard let conflict = error.cause as? WriteConflict<Message> else { throw error }
///         show(conflict.local, beside: conflict.remote, differingIn: conflict.summary.properties)
///     }
///
/// The server's version is stored locally, so the next write is based on it.
public struct WriteConflict<Entity: RepositoryValues.Entity>: Error {
    /// The intended state of the entity; nil for a deletion.
    public var local: Entity?
    /// The server's version; nil if it has none.
    public var remote: Entity?
    /// The changes of both sides since their last common version.
    public var summary: SyncConflict
}
