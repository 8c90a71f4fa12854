public import Foundation

/// A write transaction of a store; its reads see its own writes.
public protocol StorageWriter: StorageReader {
    /// Stores a record: replaces the one with the same key, or adds it after all others.
    ///
    /// - Parameter record: The record.
    /// - Throws: `StorageError`: `.invalid` if the document is not a JSON object.
    func put(_ record: StoredRecord) throws(StorageError)

    /// Removes a record; its entries are kept.
    ///
    /// - Parameter key: The key; removing a missing record has no effect.
    /// - Throws: `StorageError` if the store cannot be written.
    func remove(_ key: RecordKey) throws(StorageError)

    /// Stores an entry: replaces the one with the same identity, or adds it after all others.
    ///
    /// - Parameter entry: The entry; its `sequence` is ignored.
    /// - Returns: The entry with its sequence number, which is permanent and never reused.
    /// - Throws: `StorageError` if the store cannot be written.
    @discardableResult
    func put(_ entry: OutboxEntry) throws(StorageError) -> OutboxEntry

    /// Removes an entry.
    ///
    /// - Parameter id: The identity; removing a missing entry has no effect.
    /// - Throws: `StorageError` if the store cannot be written.
    func remove(entry id: OutboxEntry.ID) throws(StorageError)

    /// Stores a metadata value.
    ///
    /// - Parameters:
    ///   - value: The value; nil removes it.
    ///   - key: The key of the value.
    /// - Throws: `StorageError` if the store cannot be written.
    func set(_ value: Data?, forKey key: String) throws(StorageError)

    /// Changes the key of a record and its entries, for example to the identity assigned by the
    /// server.
    ///
    /// The record keeps its position and document, the entries keep their positions. The caller
    /// must update references to the record.
    ///
    /// - Parameters:
    ///   - key: The key; if there is no record, only entries move.
    ///   - other: The new key, in the same collection.
    /// - Throws: `StorageError`: `.invalid` if there is a record with the new key, or if its
    ///   collection is another one.
    func rekey(_ key: RecordKey, to other: RecordKey) throws(StorageError)

    /// Renames a collection, for example when a version of the app renames an entity.
    ///
    /// Records keep their order and documents, entries their positions. If both collections exist,
    /// an empty one is replaced. The caller must update the metadata.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection; a missing one may still have entries.
    ///   - other: The new name.
    /// - Throws: `StorageError`: `.invalid` if there are records under both names.
    func rename(_ collection: String, to other: String) throws(StorageError)

    /// Notifies subscribers that a property of a collection changed that is not in any record, for
    /// example whether all of it is stored.
    ///
    /// Has a default implementation, for stores that do not publish changes.
    ///
    /// - Parameter collection: The name of the collection.
    func touch(_ collection: String)
}

extension StorageWriter {
    /// Does nothing.
    public func touch(_ collection: String) {}

    /// Throws `.unsupported`, because the store does not implement renaming.
    public func rename(_ collection: String, to other: String) throws(StorageError) {
        throw .renamingIsUnsupported
    }
}

extension StorageError {
    /// The error of custom stores that do not implement renaming.
    static var renamingIsUnsupported: StorageError {
        StorageError(.unsupported, message: "This store cannot rename a collection.")
    }
}
