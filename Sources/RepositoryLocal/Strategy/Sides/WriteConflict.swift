/// A write past the outbox that met another change on the server, and was not carried out.
///
///     do {
///         try await messages.update(message)
///     } catch {
///         guard let conflict = error.cause as? WriteConflict<Message> else { throw error }
///         show(conflict.local, beside: conflict.remote, differingIn: conflict.summary.properties)
///     }
///
/// The local store has the server's side, so that the next write assumes that.
public struct WriteConflict<Entity: RepositoryValues.Entity>: Error {
    /// The entity as it would have become; nil where it would have been deleted.
    public var local: Entity?
    /// The entity as the server has it; nil where it has none.
    public var remote: Entity?
    /// What both sides have changed since they were the same, as the synchronizer says it.
    public var summary: SyncConflict
}
