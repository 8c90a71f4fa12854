/// The result of an import of pending writes, see ``Synchronizer/importPendingWrites(_:)``.
public struct ImportReport: Hashable, Sendable {
    /// The number of writes that the import added as pending or rejected.
    public internal(set) var imported = 0
    /// The number of writes that already exist, or existed before.
    public internal(set) var known = 0
    /// The entities whose writes were skipped: they have other pending writes in this store, were
    /// imported before and have changed since, or were to be created but have since been fetched
    /// from the server.
    ///
    /// They were not changed. If they have other pending writes, synchronize, and import the same
    /// data again.
    public internal(set) var skipped: [RecordKey] = []

    /// Creates an empty report.
    public init() {}
}
