/// What one transaction, or several, touched in a store.
///
/// A change says where to look again, not what is there now. It may say too much, as after many
/// transactions, and never too little.
public struct StorageChange: Hashable, Sendable {
    /// How much of a collection was touched.
    public enum Extent: Hashable, Sendable {
        /// These records at most.
        case records(Set<RecordKey>)
        /// Any of its records.
        case all
    }

    /// The touched collections, by their names.
    public private(set) var collections: [String: Extent]
    /// The records whose entries in the outbox were touched.
    public private(set) var outbox: Extent
    /// Whether anything may have been touched, as by another process.
    public private(set) var isEverything: Bool

    /// What the touched records were and became; without those of which it is not known.
    private var versions: [RecordKey: [StoredRecord?]] = [:]
    private var versionCount = 0

    /// The number of keys that a change lists before it says "all".
    static let maximumCount = 1000
    /// The number of versions that a change notes: where more is touched, queries are run again.
    private static let maximumVersionCount = 64

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - records: The touched records.
    ///   - entries: The records whose entries in the outbox were touched.
    public init(records: some Sequence<RecordKey> = [], entries: some Sequence<RecordKey> = []) {
        collections = [:]
        outbox = .records([])
        isEverything = false
        for key in records { insert(key) }
        for key in entries { insert(entriesOf: key) }
    }

    /// A change after which everything must be looked at again.
    public static var everything: StorageChange {
        var change = StorageChange(records: [], entries: [])
        change.isEverything = true
        return change
    }

    /// Whether nothing was touched.
    public var isEmpty: Bool {
        !isEverything && collections.isEmpty && outbox == .records([])
    }

    /// Whether a record may have been touched.
    ///
    /// - Parameter key: The record.
    /// - Returns: Whether to look again.
    public func touches(_ key: RecordKey) -> Bool {
        isEverything || collections[key.collection]?.contains(key) ?? false
    }

    /// Whether a record of a collection may have been touched.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: Whether to look again.
    public func touches(collection: String) -> Bool {
        isEverything || collections[collection] != nil
    }

    /// Whether the entries of a record in the outbox may have been touched.
    ///
    /// - Parameter key: The record; nil for any.
    /// - Returns: Whether to look again.
    public func touchesOutbox(of key: RecordKey? = nil) -> Bool {
        guard let key else { return isEverything || outbox != .records([]) }
        return isEverything || outbox.contains(key)
    }

    /// Whether the entries of any record of a collection in the outbox may have been touched.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: Whether to look again.
    public func touchesOutbox(ofCollection collection: String) -> Bool {
        switch outbox {
        case .records(let keys): isEverything || keys.contains { $0.collection == collection }
        case .all: true
        }
    }

    /// Whether the next record is noted with what it was and became, see ``insert(_:from:to:)``.
    ///
    /// False where enough are: then a store need not read what it replaces.
    public var notesVersions: Bool {
        !isEverything && versionCount < StorageChange.maximumVersionCount
    }

    /// Adds a touched record, of which it is not known what it was.
    ///
    /// - Parameter key: The record.
    public mutating func insert(_ key: RecordKey) {
        guard !isEverything else { return }
        versions[key] = nil
        collections[key.collection, default: .records([])].insert(key)
        if collections.count > StorageChange.maximumCount { self = .everything }
    }

    /// Adds a touched record with what it was and became, by which an observed query knows whether the change
    /// concerns it.
    ///
    /// - Parameters:
    ///   - key: The record.
    ///   - old: The record before the write, nil where there was none; ignored unless ``notesVersions``.
    ///   - new: The record after it, nil where there is none.
    public mutating func insert(_ key: RecordKey, from old: StoredRecord?, to new: StoredRecord?) {
        let known = touches(key) ? versions[key] : []
        let isNoted = notesVersions
        insert(key)
        guard isNoted, let known else { return }
        versions[key] = known + [old, new]
        versionCount += 2
    }

    /// What a touched record was and became, in any order: all that a transaction before, between or after the
    /// touching ones may have read.
    ///
    /// - Parameter key: The record.
    /// - Returns: The record, nil where there was none; nil where this is not known.
    package func versions(of key: RecordKey) -> [StoredRecord?]? {
        versions[key]
    }

    /// Adds a record whose entries in the outbox were touched.
    ///
    /// - Parameter key: The record.
    public mutating func insert(entriesOf key: RecordKey) {
        guard !isEverything else { return }
        outbox.insert(key)
    }

    /// Adds a collection of which any record may have been touched.
    ///
    /// - Parameter collection: The name of the collection.
    public mutating func insert(collection: String) {
        guard !isEverything else { return }
        collections[collection] = .all
    }

    /// Adds what another change says.
    ///
    /// - Parameter other: The other change.
    public mutating func merge(_ other: StorageChange) {
        guard !isEverything, !other.isEverything else {
            self = .everything
            return
        }
        mergeVersions(of: other)
        collections.merge(other.collections) { $0.merged(with: $1) }
        outbox = outbox.merged(with: other.outbox)
        if collections.count > StorageChange.maximumCount { self = .everything }
    }

    /// Adds what another change notes; of a record that both touch, both must know.
    private mutating func mergeVersions(of other: StorageChange) {
        versionCount += other.versionCount
        guard versionCount <= StorageChange.maximumVersionCount else {
            versions = [:]
            return
        }
        let known = versions.filter { !other.touches($0.key) || other.versions[$0.key] != nil }
        let added = other.versions.filter { !touches($0.key) || versions[$0.key] != nil }
        versions = known.merging(added) { $0 + $1 }
    }
}

extension StorageChange.Extent {
    /// Whether a record is in it.
    ///
    /// - Parameter key: The record.
    /// - Returns: Whether it is.
    public func contains(_ key: RecordKey) -> Bool {
        switch self {
        case .records(let keys): keys.contains(key)
        case .all: true
        }
    }

    fileprivate mutating func insert(_ key: RecordKey) {
        guard case .records(var keys) = self else { return }
        // Else the set would be shared with this value, and be copied.
        self = .all
        keys.insert(key)
        if keys.count <= StorageChange.maximumCount { self = .records(keys) }
    }

    fileprivate func merged(with other: StorageChange.Extent) -> StorageChange.Extent {
        guard case .records(let first) = self, case .records(let second) = other else {
            return .all
        }
        let union = first.union(second)
        return union.count <= StorageChange.maximumCount ? .records(union) : .all
    }
}
