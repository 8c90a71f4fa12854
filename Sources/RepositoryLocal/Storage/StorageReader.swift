public import Foundation

/// A read transaction of a store; invalid after its end.
public protocol StorageReader {
    /// Returns the record with a key, even if its deletion is pending.
    ///
    /// - Parameter key: The key.
    /// - Returns: The record; nil if there is none.
    /// - Throws: `StorageError` if the store cannot be read.
    func record(_ key: RecordKey) throws(StorageError) -> StoredRecord?

    /// Returns the records that match criteria, without those with a pending deletion.
    ///
    /// The result and its order are those of `Criteria.chosen(among:)` on all documents, in the
    /// order in which they were first stored.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection; a missing one has no records.
    ///   - criteria: The condition, order, limit and offset.
    /// - Returns: The records.
    /// - Throws: `StorageError` if the store cannot be read.
    func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord]

    /// Returns the number of records that match criteria, limit and offset included.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - criteria: The condition, limit and offset.
    /// - Returns: The number.
    /// - Throws: `StorageError` if the store cannot be read.
    func count(in collection: String, matching criteria: Criteria) throws(StorageError) -> Int

    /// Explains how criteria are evaluated: the indexes that are searched, and the data that must
    /// be read.
    ///
    /// Has a default implementation for stores without indexes.
    ///
    /// - Parameters:
    ///   - criteria: The criteria.
    ///   - collection: The name of the collection.
    /// - Returns: The explanation.
    /// - Throws: `StorageError` if the store cannot be read.
    func explain(
        _ criteria: Criteria,
        in collection: String
    ) throws(StorageError) -> QueryExplanation

    /// Computes an aggregate of the records that match a condition, without those with a pending
    /// deletion.
    ///
    /// Has a default implementation, which reads all records.
    ///
    /// - Parameters:
    ///   - aggregation: The values to compute, and the property to group by.
    ///   - collection: The name of the collection; a missing one has no records.
    ///   - filter: The condition.
    /// - Returns: A group for each value of that property, in any order; records without it form a
    ///   group of their own. Without a property to group by, there is one group.
    /// - Throws: `StorageError` if the store cannot be read.
    func aggregate(
        _ aggregation: Aggregation,
        in collection: String,
        where filter: Condition
    ) throws(StorageError) -> [AggregatedGroup]

    /// Searches records by the words of their texts, without those with a pending deletion.
    ///
    /// Has a default implementation for stores without a full-text index.
    ///
    /// - Parameters:
    ///   - text: The words. All must match; the last one also matches as a prefix.
    ///   - keys: The keys of the properties that are searched.
    ///   - collection: The name of the collection.
    ///   - filter: An additional condition.
    ///   - limit: The maximum number of entities.
    /// - Returns: The records, best matches first; ties in the order in which they were first
    ///   stored.
    /// - Throws: `StorageError` if the store cannot be read.
    func search(
        _ text: String,
        in keys: [String],
        of collection: String,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord]

    /// Returns the records in some states, in the order in which they were first stored.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - states: The states.
    /// - Returns: The records.
    /// - Throws: `StorageError` if the store cannot be read.
    func records(
        in collection: String,
        states: Set<SyncState>
    ) throws(StorageError) -> [StoredRecord]

    /// Returns records in any state, ordered by the bytes of their identities, for iterating over
    /// all of them in pages.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - id: The identity to start after; nil for the beginning.
    ///   - limit: The maximum number of entities.
    /// - Returns: The records; fewer than the limit only at the end.
    /// - Throws: `StorageError` if the store cannot be read.
    func records(
        in collection: String,
        after id: String?,
        limit: Int
    ) throws(StorageError) -> [StoredRecord]

    /// Returns the names of all collections that were prepared or written, sorted.
    ///
    /// - Throws: `StorageError` if the store cannot be read.
    func collections() throws(StorageError) -> [String]

    /// Returns the entry with an identity.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entry; nil if there is none.
    /// - Throws: `StorageError` if the store cannot be read.
    func entry(_ id: OutboxEntry.ID) throws(StorageError) -> OutboxEntry?

    /// Returns the entries of a record, in the order in which they were added.
    ///
    /// - Parameter key: The record.
    /// - Returns: The entries.
    /// - Throws: `StorageError` if the store cannot be read.
    func entries(of key: RecordKey) throws(StorageError) -> [OutboxEntry]

    /// Returns the entries in some states, of all records, in the order in which they were added.
    ///
    /// Does not examine entries in other states: most are waiting, and few are in flight or
    /// rejected.
    ///
    /// - Parameters:
    ///   - states: The states.
    ///   - sequence: The sequence number to start after; 0 for the beginning.
    ///   - limit: The maximum number of entities.
    /// - Returns: The entries; fewer than the limit only at the end.
    /// - Throws: `StorageError` if the store cannot be read.
    func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) throws(StorageError) -> [OutboxEntry]

    /// Returns the number of entries in some states.
    ///
    /// - Parameter states: The states.
    /// - Returns: The number.
    /// - Throws: `StorageError` if the store cannot be read.
    func entryCount(in states: Set<OutboxEntry.State>) throws(StorageError) -> Int

    /// Returns a metadata value, for example the progress of a listing.
    ///
    /// - Parameter key: The key of the value.
    /// - Returns: The value; nil if there is none.
    /// - Throws: `StorageError` if the store cannot be read.
    func value(forKey key: String) throws(StorageError) -> Data?

    /// Returns the metadata keys with a prefix, in any order.
    ///
    /// Only used for renamed entities, removed collections, and files.
    ///
    /// - Parameter prefix: The prefix, compared byte by byte.
    /// - Returns: The keys.
    /// - Throws: `StorageError` if the store cannot be read.
    func keys(withPrefix prefix: String) throws(StorageError) -> [String]
}

extension StorageReader {
    /// Throws `.unsupported`, because the store does not implement listing keys.
    public func keys(withPrefix prefix: String) throws(StorageError) -> [String] {
        throw .renamingIsUnsupported
    }

    /// Computes an aggregate of the records that match a condition, by reading all of them.
    public func aggregate(
        _ aggregation: Aggregation,
        in collection: String,
        where filter: Condition
    ) throws(StorageError) -> [AggregatedGroup] {
        var groups = AggregatedGroups(aggregation)
        for record in try records(in: collection, matching: Criteria(filter: filter)) {
            groups.add(
                try StoredDocument.members(of: record.document, keys: aggregation.keys)
            )
        }
        return groups.all
    }

    /// Returns the number of records in a collection, without those with a pending deletion.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: The number.
    /// - Throws: `StorageError` if the store cannot be read.
    public func count(in collection: String) throws(StorageError) -> Int {
        try count(in: collection, matching: .all)
    }

    /// Returns the number of all entries.
    ///
    /// - Returns: The number.
    /// - Throws: `StorageError` if the store cannot be read.
    public func entryCount() throws(StorageError) -> Int {
        try entryCount(in: Set(OutboxEntry.State.allCases))
    }

    /// Returns all entries, in the order in which they were added.
    ///
    /// - Returns: The entries.
    /// - Throws: `StorageError` if the store cannot be read.
    public func entries() throws(StorageError) -> [OutboxEntry] {
        try entries(in: Set(OutboxEntry.State.allCases), after: 0, limit: .max)
    }
}
