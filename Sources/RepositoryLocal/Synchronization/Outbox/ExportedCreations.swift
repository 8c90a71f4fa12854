import Foundation

// Pending creations that were exported or imported, so another device may carry them out.
//
// While there are any, an unknown entity in a list may be the result of one of them.
extension StorageWriter {
    /// Records that there is an exported creation.
    func noteExportedCreation(in collection: String) throws(StorageError) {
        try set(Data("true".utf8), forKey: "exported/\(collection)")
    }

    /// Whether there are exported creations.
    func hasExportedCreations(in collection: String) throws(StorageError) -> Bool {
        guard try value(forKey: "exported/\(collection)") != nil else { return false }
        var isThere = false
        try visitEntries(in: [.waiting]) { entry throws(StorageError) in
            guard entry.operation == .create, entry.key.collection == collection else {
                return true
            }
            isThere = try !WriteHistory.of(entry.id, in: self).exported.isEmpty
            return !isThere
        }
        if !isThere { try set(nil, forKey: "exported/\(collection)") }
        return isThere
    }
}
