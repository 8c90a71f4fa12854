import Foundation

/// Pending creations that were exported or imported, so another device may carry them out.
///
/// While there are any, an unknown entity in a list may be the result of one of them.
struct ExportedCreations {
    let store: any StorageWriter
    let collection: String

    init(of collection: String, in store: any StorageWriter) {
        (self.store, self.collection) = (store, collection)
    }

    /// Records that there is one.
    func note() throws(StorageError) {
        try store.set(Data("true".utf8), forKey: name)
    }

    /// Whether there are any.
    func areThere() throws(StorageError) -> Bool {
        guard try store.value(forKey: name) != nil else { return false }
        var isThere = false
        try store.visitEntries(in: [.waiting]) { entry throws(StorageError) in
            guard entry.operation == .create, entry.key.collection == collection else {
                return true
            }
            isThere = try !WriteHistory.of(entry.id, in: store).exported.isEmpty
            return !isThere
        }
        if !isThere { try store.set(nil, forKey: name) }
        return isThere
    }

    private var name: String { "exported/\(collection)" }
}
