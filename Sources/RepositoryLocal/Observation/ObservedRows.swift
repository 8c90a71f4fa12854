#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The records of which an observed value is computed, and what it takes from each of them.
struct ObservedRows: Hashable, Sendable {
    /// Which records.
    let filter: Condition
    /// The keys of the properties that it takes, none to count; nil for the document and the state.
    var keys: Set<String>?

    /// What a value takes from a record.
    private enum Share: Equatable {
        case document(Data, SyncState)
        /// In JSON: texts are compared byte by byte, as stores order them.
        case properties([Data?])
    }

    /// Whether a value may differ between some versions of a record.
    func differ(in versions: [StoredRecord?]) throws(StorageError) -> Bool {
        let keys = keys?.sorted() ?? []
        let needed = Criteria(filter: filter).keys.union(keys)
        func share(of record: StoredRecord?) throws(StorageError) -> Share? {
            guard let record, record.state != .deleted else { return nil }
            let members = try record.members(needed)
            guard filter.holds(for: .object(members)) else { return nil }
            guard self.keys != nil else { return .document(record.document, record.state) }
            return .properties(keys.map { try? members[$0]?.jsonData() })
        }
        guard let first = versions.first else { return false }
        let taken = try share(of: first)
        for version in versions.dropFirst() where try share(of: version) != taken { return true }
        return false
    }
}
