#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Synchronizer {
    /// Exports all pending and rejected writes, to be imported on another device or looked at.
    ///
    /// The data is a JSON document with the entities as they are here, and as the server has confirmed them. It holds
    /// what the user has written, so keep it as safe as the store. The writes stay here, and are sent as before.
    ///
    /// Register all collections before: only then what new entities refer to is exported with them.
    ///
    /// - Returns: The data, of the format in <doc:OfflineFirst>.
    /// - Throws: `StorageError` where the store cannot be read.
    public func exportPendingWrites() async throws(StorageError) -> Data {
        let schemas = schemas
        do throws(StorageError) {
            return try await storage.write { store throws(StorageError) in
                try store.exportPendingWrites(of: schemas)
            }
        } catch  where error.code == .full || error.code == .readOnly {
            // What is pending is exported even then.
            return try await storage.read { store throws(StorageError) in
                try PendingWrites(in: store, schemas).data()
            }
        }
    }

    /// Imports what ``exportPendingWrites()`` has exported, in one transaction; the next run sends it.
    ///
    /// A write is imported once, by its identity. It brings the state that it was made from, so that it is merged
    /// with what the server has as it would be where it was made. Where an entity has pending writes of its own here,
    /// it is left out, and the report says so.
    ///
    /// Register all collections before.
    ///
    /// - Parameter data: The data.
    /// - Returns: What was imported.
    /// - Throws: `StorageError`, of the kind `.invalid` for data of another kind, damaged data and data of a newer
    ///   version; then nothing was imported.
    @discardableResult
    public func importPendingWrites(_ data: Data) async throws(StorageError) -> ImportReport {
        let writes = try PendingWrites(data)
        let collections = collections
        return try await storage.write { store throws(StorageError) in
            try store.importPendingWrites(writes, collections)
        }
    }

    private var schemas: [String: EntitySchema] {
        Dictionary(collections.map { ($0.schema.name, $0.schema) }) { _, last in last }
    }
}

extension StorageWriter {
    /// Exports all pending and rejected writes, and notes which these are.
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
