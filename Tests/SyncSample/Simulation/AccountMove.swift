import Foundation
import RepositoryRuntime

/// A move of an account: its pending writes are exported, imported on another device, and sent from there.
struct AccountMove {
    /// The key of the value that records that the app was on another device before.
    static let note = "test/moved"

    private let collections: [RemoteCollection]
    private let data: Data

    /// Exports the pending writes; the device may continue.
    ///
    /// - Parameters:
    ///   - tables: The store of the device.
    ///   - collections: The collections of the service.
    /// - Throws: `StorageError` if the pending writes cannot be read.
    init(from tables: MemoryTables, _ collections: [RemoteCollection]) throws(StorageError) {
        self.collections = collections
        let schemas = Dictionary(collections.map { ($0.schema.name, $0.schema) }) { $1 }
        data = try tables.exportPendingWrites(of: schemas)
        tables.commit()
    }

    /// Imports the exported writes on a new device.
    ///
    /// - Parameter tables: The store of the old device; the new one gets only the values that the test has recorded in
    ///   it.
    /// - Returns: The store of the new device.
    /// - Throws: `StorageError` if a write was not imported.
    func perform(knowing tables: MemoryTables) throws(StorageError) -> MemoryTables {
        let new = MemoryTables()
        for (name, value) in tables.allValues where name.hasPrefix("test/") {
            new.set(value, forKey: name)
        }
        new.set(Data(), forKey: Self.note)
        let report = try new.importPendingWrites(PendingWrites(data), collections)
        guard report.skipped.isEmpty else {
            throw StorageError(.invalid, message: "An import skips \(report.skipped).")
        }
        new.commit()
        return new
    }
}
