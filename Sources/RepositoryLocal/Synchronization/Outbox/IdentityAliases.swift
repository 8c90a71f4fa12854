import Foundation

/// The mapping from temporary identities to those that the server assigned.
///
/// With it, a record can still be found by its temporary identity.
public struct IdentityAliases {
    let store: any StorageReader

    /// Opens the mapping of a store.
    ///
    /// - Parameter store: The transaction.
    public init(in store: any StorageReader) {
        self.store = store
    }

    /// Returns the current key of a record.
    ///
    /// - Parameter key: A key; its identity may be a temporary one.
    /// - Returns: The key with the server's identity, or the same key if there is none.
    /// - Throws: `StorageError` if the store cannot be read.
    public func current(_ key: RecordKey) throws(StorageError) -> RecordKey {
        guard let id = try identity(inPlaceOf: key)?.identityText else { return key }
        return RecordKey(collection: key.collection, id: id)
    }

    /// Returns the server's identity in JSON form; nil if none was assigned to replace a key.
    func identity(inPlaceOf key: RecordKey) throws(StorageError) -> JSON? {
        try last(inPlaceOf: key).flatMap { $0 == .null ? nil : $0 }
    }

    /// Whether an entity was discarded before the server knew it.
    func isAbandoned(_ key: RecordKey) throws(StorageError) -> Bool {
        try last(inPlaceOf: key) == .null
    }

    /// Returns the last entry in the chain for a key: an entity that was created again has several
    /// identities in succession.
    func last(inPlaceOf key: RecordKey) throws(StorageError) -> JSON? {
        var (key, found) = (key, JSON?.none)
        // The chain may be a cycle if a server reuses identities.
        var passed: Set<RecordKey> = []
        while passed.insert(key).inserted, let next = try noted(inPlaceOf: key) {
            found = next
            guard let id = next.identityText else { break }
            key = RecordKey(collection: key.collection, id: id)
        }
        return found
    }

    /// Returns the mapping's entry for a key: null for a discarded entity.
    private func noted(inPlaceOf key: RecordKey) throws(StorageError) -> JSON? {
        // An existing record has not moved.
        guard try store.record(key) == nil, let data = try store.value(forKey: Self.name(key))
        else { return nil }
        return try? JSON(jsonData: data)
    }

    /// Records the server's identity that replaces a temporary one.
    static func note(
        _ identity: JSON,
        inPlaceOf key: RecordKey,
        in store: any StorageWriter
    ) throws(StorageError) {
        try store.set(try? identity.jsonData(), forKey: name(key))
    }

    fileprivate static func name(_ key: RecordKey) -> String {
        "identity/\(key.collection)/\(key.id)"
    }
}

extension StorageWriter {
    /// Discards an entity that the server does not have.
    ///
    /// If it never had it, writes that refer to it can no longer be sent as they are.
    func abandon(_ key: RecordKey) throws(StorageError) {
        let wasKnown = try record(key)?.confirmedAt != nil
        try remove(key)
        guard !wasKnown else { return }
        try set(try? JSON.null.jsonData(), forKey: IdentityAliases.name(key))
    }

    /// Records that an identity is used for a new entity.
    func readmit(_ key: RecordKey) throws(StorageError) {
        guard try IdentityAliases(in: self).isAbandoned(key) else { return }
        try set(nil, forKey: IdentityAliases.name(key))
    }
}

extension Outbox {
    /// Returns the key of the record with an identity, temporary or not.
    func currentKey(_ id: String) throws(StorageError) -> RecordKey {
        try IdentityAliases(in: store).current(RecordKey(collection: schema.name, id: id))
    }

    /// Replaces temporary identities in a document, its own and references.
    func withCurrentIdentities(
        _ document: Data,
        id: String,
        key: RecordKey
    ) throws(StorageError) -> Data {
        let keys = schema.referringKeys
        guard id != key.id || !keys.isEmpty else { return document }
        let references = try StoredDocument.members(of: document, keys: keys)
        let current = try withCurrentReferences(references)
        guard id != key.id || current != references else { return document }
        var members = try DocumentMembers.read(document).merging(current) { _, new in new }
        if id != key.id {
            let old = RecordKey(collection: schema.name, id: id)
            members[schema.identityKey] = try IdentityAliases(in: store).identity(inPlaceOf: old)
        }
        return try DocumentMembers.write(members)
    }

    /// Replaces temporary identities in references.
    func withCurrentReferences(
        _ members: [String: JSON]
    ) throws(StorageError) -> [String: JSON] {
        let aliases = IdentityAliases(in: store)
        return try schema.replacingReferences(in: members) { key throws(StorageError) in
            try aliases.identity(inPlaceOf: key)
        }
    }
}
