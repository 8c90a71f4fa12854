#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

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
        var last: Int64 = 0
        while true {
            let page = try store.entries(in: [.waiting], after: last, limit: 100)
            for entry in page
            where entry.operation == .create && entry.key.collection == collection {
                if try !WriteHistory.of(entry.id, in: store).exported.isEmpty { return true }
            }
            guard page.count == 100, let end = page.last else { break }
            last = end.sequence
        }
        try store.set(nil, forKey: name)
        return false
    }

    private var name: String { "exported/\(collection)" }
}
