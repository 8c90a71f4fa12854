public import Foundation

extension Synchronizer {
    /// Exports all pending and rejected writes, for an import on another device or for inspection.
    ///
    /// The data is a JSON document with the local and the confirmed states of the entities. It
    /// contains user data, so protect it like the store. The writes stay in this store, and are
    /// sent as before.
    ///
    /// Register all collections first. If you do not, new entities are exported without those that
    /// they refer to.
    ///
    /// - Returns: The data, in the format described in <doc:OfflineFirst>.
    /// - Throws: `StorageError` if the store cannot be read.
    public func exportPendingWrites() async throws(StorageError) -> Data {
        let schemas = collections.schemas
        do throws(StorageError) {
            return try await storage.write { store throws(StorageError) in
                try store.exportPendingWrites(of: schemas)
            }
        } catch  where error.code == .full || error.code == .readOnly {
            // Export the pending writes even then.
            return try await storage.read { store throws(StorageError) in
                try PendingWrites(in: store, schemas).data()
            }
        }
    }

    /// Imports data of ``exportPendingWrites()`` in one transaction; the next run sends it.
    ///
    /// Each write is imported once, by its identity. It contains its base state, so it is merged
    /// with the server's state as on the original device. An entity with other pending writes in
    /// this store is skipped and reported.
    ///
    /// Register all collections first.
    ///
    /// - Parameter data: The data.
    /// - Returns: A report of the import.
    /// - Throws: `StorageError`: `.invalid` if the data is not an export, is damaged, or has a
    ///   newer version; then nothing was imported.
    @discardableResult
    public func importPendingWrites(_ data: Data) async throws(StorageError) -> ImportReport {
        let writes = try PendingWrites(data)
        let collections = collections
        return try await storage.write { store throws(StorageError) in
            try store.importPendingWrites(writes, collections)
        }
    }
}

extension [RemoteCollection] {
    /// The schemas by name.
    fileprivate var schemas: [String: EntitySchema] {
        Dictionary(map { ($0.schema.name, $0.schema) }) { _, last in last }
    }
}

extension StorageWriter {
    /// Exports all pending and rejected writes, and records which ones.
    package func exportPendingWrites(
        of schemas: [String: EntitySchema]
    ) throws(StorageError) -> Data {
        var writes = try PendingWrites(in: self, schemas)
        try writes.noteExport(in: self)
        return try writes.data()
    }

    /// Imports pending and rejected writes.
    package func importPendingWrites(
        _ writes: PendingWrites,
        _ collections: [RemoteCollection]
    ) throws(StorageError) -> ImportReport {
        var transfer = PendingImport(writes, into: self, collections)
        return try transfer.perform()
    }
}
