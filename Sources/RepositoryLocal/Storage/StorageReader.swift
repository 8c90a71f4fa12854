#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reads in one transaction of a store; of no use behind its end.
public protocol StorageReader {
    /// The record with a key, also one whose deletion waits.
    ///
    /// - Parameter key: The key.
    /// - Returns: The record; nil where there is none.
    /// - Throws: `StorageError` where the store cannot be read.
    func record(_ key: RecordKey) throws(StorageError) -> StoredRecord?

    /// The records that criteria ask for, without those whose deletion waits.
    ///
    /// They are the ones, and in the order, that `Criteria.chosen(among:)` gives on all documents in
    /// the order in which they were first put.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection; one that is not there has no records.
    ///   - criteria: Which, in which order, and which part of them.
    /// - Returns: The records.
    /// - Throws: `StorageError` where the store cannot be read.
    func records(
        in collection: String,
        matching criteria: Criteria
    ) throws(StorageError) -> [StoredRecord]

    /// The number of records that criteria ask for, limit and offset included.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - criteria: Which, and which part of them.
    /// - Returns: The number.
    /// - Throws: `StorageError` where the store cannot be read.
    func count(in collection: String, matching criteria: Criteria) throws(StorageError) -> Int

    /// Explains how criteria are answered: which indexes are searched, and what must be read.
    ///
    /// A store without indexes needs no implementation of its own.
    ///
    /// - Parameters:
    ///   - criteria: The criteria.
    ///   - collection: The name of the collection.
    /// - Returns: The explanation.
    /// - Throws: `StorageError` where the store cannot be read.
    func explain(
        _ criteria: Criteria,
        in collection: String
    ) throws(StorageError) -> QueryExplanation

    /// Computes a value of the records of which a condition holds, without those whose deletion waits.
    ///
    /// A store that has no faster way needs no implementation of its own.
    ///
    /// - Parameters:
    ///   - aggregation: What is computed, and by which property the records are grouped.
    ///   - collection: The name of the collection; one that is not there has no records.
    ///   - filter: The condition.
    /// - Returns: A group for each value of that property, in any order; records without it are a group
    ///   of their own. Where nothing groups them, there is one group.
    /// - Throws: `StorageError` where the store cannot be read.
    func aggregate(
        _ aggregation: Aggregation,
        in collection: String,
        where filter: Condition
    ) throws(StorageError) -> [AggregatedGroup]

    /// Finds records by the words of their texts, without those whose deletion waits.
    ///
    /// A store that has no index of words needs no implementation of its own.
    ///
    /// - Parameters:
    ///   - text: The words: all of them must be there, the last one also as the beginning of a longer word.
    ///   - keys: The keys of the properties that are searched.
    ///   - collection: The name of the collection.
    ///   - filter: A condition that holds for what is found, too.
    ///   - limit: How many at most.
    /// - Returns: The records, the best first; where two are as good, the one that was first put.
    /// - Throws: `StorageError` where the store cannot be read.
    func search(
        _ text: String,
        in keys: [String],
        of collection: String,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord]

    /// The records in some states, in the order in which they were first put.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - states: The states.
    /// - Returns: The records.
    /// - Throws: `StorageError` where the store cannot be read.
    func records(
        in collection: String,
        states: Set<SyncState>
    ) throws(StorageError) -> [StoredRecord]

    /// Records in whatever state by the bytes of their identities, to walk through all of them
    /// without holding all of them.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - id: The identity behind which they begin; nil for the first.
    ///   - limit: How many at most.
    /// - Returns: The records; fewer than the limit at the end only.
    /// - Throws: `StorageError` where the store cannot be read.
    func records(
        in collection: String,
        after id: String?,
        limit: Int
    ) throws(StorageError) -> [StoredRecord]

    /// The names of all collections that were declared or written, sorted.
    ///
    /// - Throws: `StorageError` where the store cannot be read.
    func collections() throws(StorageError) -> [String]

    /// The entry with an identity.
    ///
    /// - Parameter id: The identity.
    /// - Returns: The entry; nil where there is none.
    /// - Throws: `StorageError` where the store cannot be read.
    func entry(_ id: OutboxEntry.ID) throws(StorageError) -> OutboxEntry?

    /// The entries of a record, in the order in which they were put.
    ///
    /// - Parameter key: The record.
    /// - Returns: The entries.
    /// - Throws: `StorageError` where the store cannot be read.
    func entries(of key: RecordKey) throws(StorageError) -> [OutboxEntry]

    /// The entries in some states, of all records, in the order in which they were put.
    ///
    /// It takes no look at each of the others: most entries wait, and few are in flight or rejected.
    ///
    /// - Parameters:
    ///   - states: The states.
    ///   - sequence: The place behind which they begin; 0 for the first.
    ///   - limit: How many at most.
    /// - Returns: The entries; fewer than the limit at the end only.
    /// - Throws: `StorageError` where the store cannot be read.
    func entries(
        in states: Set<OutboxEntry.State>,
        after sequence: Int64,
        limit: Int
    ) throws(StorageError) -> [OutboxEntry]

    /// The number of entries in some states.
    ///
    /// - Parameter states: The states.
    /// - Returns: The number.
    /// - Throws: `StorageError` where the store cannot be read.
    func entryCount(in states: Set<OutboxEntry.State>) throws(StorageError) -> Int

    /// A small value, such as how far a listing was read.
    ///
    /// - Parameter key: The name of the value.
    /// - Returns: The value; nil where there is none.
    /// - Throws: `StorageError` where the store cannot be read.
    func value(forKey key: String) throws(StorageError) -> Data?

    /// The names of small values that begin with a text, in any order.
    ///
    /// Only a schema whose entities had other names asks for it.
    ///
    /// - Parameter prefix: The text, compared byte by byte.
    /// - Returns: The names.
    /// - Throws: `StorageError` where the store cannot be read.
    func keys(withPrefix prefix: String) throws(StorageError) -> [String]
}

extension StorageReader {
    /// Refuses to list names, for a store that does not say how.
    ///
    /// - Parameter prefix: The text that they begin with.
    /// - Returns: Nothing.
    /// - Throws: `StorageError` of the kind `.unsupported`.
    public func keys(withPrefix prefix: String) throws(StorageError) -> [String] {
        throw .renamingIsUnsupported
    }

    /// Computes a value of the records of which a condition holds, by reading all of them.
    ///
    /// - Parameters:
    ///   - aggregation: What is computed, and by which property the records are grouped.
    ///   - collection: The name of the collection.
    ///   - filter: The condition.
    /// - Returns: The groups.
    /// - Throws: `StorageError` where the store cannot be read.
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

    /// The number of records in a collection, without those whose deletion waits.
    ///
    /// - Parameter collection: The name of the collection.
    /// - Returns: The number.
    /// - Throws: `StorageError` where the store cannot be read.
    public func count(in collection: String) throws(StorageError) -> Int {
        try count(in: collection, matching: .all)
    }

    /// The entries of all records in whatever state, in the order in which they were put.
    ///
    /// - Parameters:
    ///   - sequence: The place behind which they begin; 0 for the first.
    ///   - limit: How many at most.
    /// - Returns: The entries; fewer than the limit at the end only.
    /// - Throws: `StorageError` where the store cannot be read.
    public func entries(
        after sequence: Int64,
        limit: Int
    ) throws(StorageError) -> [OutboxEntry] {
        try entries(in: Set(OutboxEntry.State.allCases), after: sequence, limit: limit)
    }

    /// The number of all entries.
    ///
    /// - Returns: The number.
    /// - Throws: `StorageError` where the store cannot be read.
    public func entryCount() throws(StorageError) -> Int {
        try entryCount(in: Set(OutboxEntry.State.allCases))
    }

    /// All entries, in the order in which they were put.
    ///
    /// - Returns: The entries.
    /// - Throws: `StorageError` where the store cannot be read.
    public func entries() throws(StorageError) -> [OutboxEntry] {
        try entries(after: 0, limit: .max)
    }
}
