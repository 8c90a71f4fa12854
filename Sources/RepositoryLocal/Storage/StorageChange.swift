/// The records touched by one or several transactions.
///
/// A change lists what may have changed, not the new contents. It may list too much, for example
/// after many transactions, but never too little.
public struct StorageChange: Hashable, Sendable {
    /// The touched records of a collection.
    public enum Extent: Hashable, Sendable {
        /// At most these records.
        case records(Set<RecordKey>)
        /// Any record of the collection.
        case all
    }

    /// The touched collections, by their names.
    public private(set) var collections: [String: Extent]
    /// The records whose outbox entries were touched.
    public private(set) var outbox: Extent
    /// Whether anything may have been touched, for example by another process.
    public private(set) var isEverything: Bool

    /// The versions of touched records before and after the writes, where known.
    private var versions: [RecordKey: [StoredRecord?]] = [:]
    private var versionCount = 0

    /// The number of keys up to which a change lists them; beyond that, it covers the collection.
    static let maximumCount = 1000
    /// The number of versions that a change keeps; beyond that, queries are run again.
    private static let maximumVersionCount = 64

    /// Creates a change.
    ///
    /// - Parameters:
    ///   - records: The touched records.
    ///   - entries: The records whose outbox entries were touched.
    public init(records: some Sequence<RecordKey> = [], entries: some Sequence<RecordKey> = []) {
        collections = [:]
        outbox = .records([])
        isEverything = false
        for key in records { insert(key) }
        for key in entries { insert(entriesOf: key) }
    }

    /// A change that requires reading everything again.
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
    /// - Returns: Whether to read it again.
    public func touches(_ key: RecordKey) -> Bool {
        isEverything || collections[key.collection]?.contains(key) ?? false
    }

    /// Whether a record of a collection may have been touched.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: Whether to read again.
    public func touches(collection: String) -> Bool {
        isEverything || collections[collection] != nil
    }

    /// Whether the outbox entries of a record may have been touched.
    ///
    /// - Parameter key: The record; nil for any.
    /// - Returns: Whether to read again.
    public func touchesOutbox(of key: RecordKey? = nil) -> Bool {
        guard let key else { return isEverything || outbox != .records([]) }
        return isEverything || outbox.contains(key)
    }

    /// Whether the outbox entries of any record of a collection may have been touched.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: Whether to read again.
    public func touchesOutbox(ofCollection collection: String) -> Bool {
        switch outbox {
        case .records(let keys): isEverything || keys.contains { $0.collection == collection }
        case .all: true
        }
    }

    /// Whether the next record is added with its versions, see ``insert(_:from:to:)``.
    ///
    /// If false, a store need not read the version that it replaces.
    public var notesVersions: Bool {
        !isEverything && versionCount < StorageChange.maximumVersionCount
    }

    /// Adds a touched record with an unknown previous version.
    ///
    /// - Parameter key: The record.
    public mutating func insert(_ key: RecordKey) {
        guard !isEverything else { return }
        versions[key] = nil
        collections[key.collection, default: .records([])].insert(key)
        if collections.count > StorageChange.maximumCount { self = .everything }
    }

    /// Adds a touched record with its versions before and after, so that observed queries can tell
    /// whether the change affects them.
    ///
    /// - Parameters:
    ///   - key: The record.
    ///   - old: The record before the write, nil if there was none; ignored unless
    ///     ``notesVersions``.
    ///   - new: The record after it, nil if there is none.
    public mutating func insert(_ key: RecordKey, from old: StoredRecord?, to new: StoredRecord?) {
        let known = touches(key) ? versions[key] : []
        let isNoted = notesVersions
        insert(key)
        guard isNoted, let known else { return }
        versions[key] = known + [old, new]
        versionCount += 2
    }

    /// Returns the versions of a touched record, in any order: all that a transaction before,
    /// between or after the touching ones may have read.
    ///
    /// - Parameter key: The record.
    /// - Returns: The versions, each nil if there was no record; nil if they are unknown.
    package func versions(of key: RecordKey) -> [StoredRecord?]? {
        versions[key]
    }

    /// Adds a record whose outbox entries were touched.
    ///
    /// - Parameter key: The record.
    public mutating func insert(entriesOf key: RecordKey) {
        guard !isEverything else { return }
        outbox.insert(key)
    }

    /// Adds a collection in which any record may have been touched.
    ///
    /// - Parameter collection: The name of the collection.
    public mutating func insert(collection: String) {
        guard !isEverything else { return }
        collections[collection] = .all
    }

    /// Merges another change into this one.
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

    /// Merges the versions of another change; if both touch a record, both must have its versions.
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
    /// Whether the extent contains a record.
    ///
    /// - Parameter key: The record.
    /// - Returns: Whether it does.
    public func contains(_ key: RecordKey) -> Bool {
        switch self {
        case .records(let keys): keys.contains(key)
        case .all: true
        }
    }

    fileprivate mutating func insert(_ key: RecordKey) {
        guard case .records(var keys) = self else { return }
        // Otherwise the set would be shared with this value and copied on write.
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
