#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which writes have another change together with them in what is to be sent.
///
/// It is stored with the merge, for the process may end before the write is sent, and the report of the
/// next run is to say that it was merged.
enum MergedWrites {
    /// Notes that a write is together with another change.
    static func note(
        _ id: OutboxEntry.ID,
        in store: any StorageWriter
    ) throws(StorageError) {
        try store.set(Data("true".utf8), forKey: name(id))
    }

    /// Whether a write is together with another change; what is settled need not be known any more.
    static func take(
        _ id: OutboxEntry.ID,
        in store: any StorageWriter
    ) throws(StorageError) -> Bool {
        guard try store.value(forKey: name(id)) != nil else { return false }
        try store.set(nil, forKey: name(id))
        return true
    }

    private static func name(_ id: OutboxEntry.ID) -> String {
        "merged/\(id.uuidString)"
    }
}
