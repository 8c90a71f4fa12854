import Foundation

/// The records that an observed value is computed from, and the properties used.
struct ObservedRows: Hashable, Sendable {
    /// The condition of the records.
    let filter: Condition
    /// The keys of the properties used, empty for a count; nil for the whole document and the
    /// state.
    var keys: Set<String>?

    /// The part of a record that a value uses.
    private enum Share: Equatable {
        case document(Data, SyncState)
        /// As JSON: strings are compared byte by byte, as stores sort them.
        case properties([Data?])
    }

    /// Whether a value may differ between versions of a record.
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
