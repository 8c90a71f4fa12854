#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Reads and writes in one transaction of a store; it reads what it has written.
public protocol StorageWriter: StorageReader {
    /// Puts a record in the place of the one with its key, or behind all others.
    ///
    /// - Parameter record: The record.
    /// - Throws: `StorageError`, of the kind `.invalid` where the document is no JSON object.
    func put(_ record: StoredRecord) throws(StorageError)

    /// Removes a record; its entries stay.
    ///
    /// - Parameter key: The key; one that is not there counts as removed.
    /// - Throws: `StorageError` where the store cannot be written.
    func remove(_ key: RecordKey) throws(StorageError)

    /// Puts an entry in the place of the one with its identity, or behind all others.
    ///
    /// - Parameter entry: The entry; its `sequence` does not matter.
    /// - Returns: The entry with its place, which stays and is never given again.
    /// - Throws: `StorageError` where the store cannot be written.
    @discardableResult
    func put(_ entry: OutboxEntry) throws(StorageError) -> OutboxEntry

    /// Removes an entry.
    ///
    /// - Parameter id: The identity; one that is not there counts as removed.
    /// - Throws: `StorageError` where the store cannot be written.
    func remove(entry id: OutboxEntry.ID) throws(StorageError)

    /// Keeps a small value.
    ///
    /// - Parameters:
    ///   - value: The value; nil removes it.
    ///   - key: The name of the value.
    /// - Throws: `StorageError` where the store cannot be written.
    func set(_ value: Data?, forKey key: String) throws(StorageError)

    /// Gives a record and its entries another key, as when the server's identity is known.
    ///
    /// The record keeps its place and its document, the entries keep theirs. What refers to it is the
    /// caller's.
    ///
    /// - Parameters:
    ///   - key: The key; without a record, only entries move.
    ///   - other: The new key, of the same collection.
    /// - Throws: `StorageError`, of the kind `.invalid` where there is a record with the new key, or
    ///   its collection is another one.
    func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError)

    /// Gives a collection another name, as when a version of the app renames an entity.
    ///
    /// Its records keep their order and their documents, and its entries their places. Of two collections, the one
    /// without records makes room. The small values are the caller's.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection; one that is not there has entries at most.
    ///   - other: The new name.
    /// - Throws: `StorageError`, of the kind `.invalid` where there are records under both names.
    func rename(_ collection: String, to other: String) throws(StorageError)

    /// Tells those who listen to changes that something about a collection is different which no record says, such as
    /// whether all of it is stored.
    ///
    /// A store that tells nobody of changes needs no implementation of its own.
    ///
    /// - Parameter collection: The name of the collection.
    func touch(_ collection: String)
}

extension StorageWriter {
    /// Tells nobody.
    public func touch(_ collection: String) {}

    /// Refuses to rename a collection, for a store that does not say how.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - other: The new name.
    /// - Throws: `StorageError` of the kind `.unsupported`.
    public func rename(_ collection: String, to other: String) throws(StorageError) {
        throw .renamingIsUnsupported
    }
}

extension StorageError {
    /// A store of somebody's own has no such function.
    static var renamingIsUnsupported: StorageError {
        StorageError(.unsupported, message: "This store cannot rename a collection.")
    }
}
