/// What an import of pending writes has done, see ``Synchronizer/importPendingWrites(_:)``.
public struct ImportReport: Hashable, Sendable {
    /// How many writes are pending, or rejected, here now that were not before.
    public internal(set) var imported = 0
    /// How many writes were here already, or have been.
    public internal(set) var known = 0
    /// The entities whose writes were left out: they have other pending writes here, were imported before and have
    /// changed since, or were to be created and have come from the server meanwhile.
    ///
    /// Nothing of them was changed. Where they have other pending writes, synchronize, and import the same data again.
    public internal(set) var skipped: [RecordKey] = []

    /// Creates the report of an import that has done nothing.
    public init() {}
}
