import Foundation
import RepositoryRuntime

/// What is pending is exported, imported on another device, and sent from there.
struct AccountMove {
    /// The name of the note that the app has been on another device.
    static let note = "test/moved"

    private let collections: [RemoteCollection]
    private let data: Data

    /// Exports what is pending; the device may go on.
    ///
    /// - Parameters:
    ///   - tables: What the device has stored.
    ///   - collections: The collections of the service.
    /// - Throws: `StorageError` where what is pending cannot be read.
    init(from tables: MemoryTables, _ collections: [RemoteCollection]) throws(StorageError) {
        self.collections = collections
        let schemas = Dictionary(collections.map { ($0.schema.name, $0.schema) }) { $1 }
        data = try tables.exportPendingWrites(of: schemas)
        tables.commit()
    }

    /// Imports what was exported on a new device.
    ///
    /// - Parameter tables: What the old device has stored, of which the new one gets what the test knows.
    /// - Returns: What the new device has stored.
    /// - Throws: `StorageError` where something was not imported.
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
