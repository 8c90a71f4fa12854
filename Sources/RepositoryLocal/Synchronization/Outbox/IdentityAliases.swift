#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Which identities the server has given in the place of temporary ones.
///
/// Whoever still holds a temporary identity finds the record by it.
public struct IdentityAliases {
    let store: any StorageReader

    /// Opens the map of a store.
    ///
    /// - Parameter store: The transaction.
    public init(in store: any StorageReader) {
        self.store = store
    }

    /// The key that a record has now.
    ///
    /// - Parameter key: A key; its identity may be a temporary one.
    /// - Returns: The key with the server's identity, or the same key where none was given.
    /// - Throws: `StorageError` where the store cannot be read.
    public func current(_ key: RecordKey) throws(StorageError) -> RecordKey {
        guard let id = try identity(inPlaceOf: key)?.identityText else { return key }
        return RecordKey(collection: key.collection, id: id)
    }

    /// The server's identity as it stands in JSON; nil where none was given in the place of a key.
    func identity(inPlaceOf key: RecordKey) throws(StorageError) -> JSON? {
        try last(inPlaceOf: key).flatMap { $0 == .null ? nil : $0 }
    }

    /// Whether an entity was given up before the server knew it.
    func isAbandoned(_ key: RecordKey) throws(StorageError) -> Bool {
        try last(inPlaceOf: key) == .null
    }

    /// What is noted last in the place of a key: an entity that was created again has one identity after
    /// the other.
    private func last(inPlaceOf key: RecordKey) throws(StorageError) -> JSON? {
        var (key, found) = (key, JSON?.none)
        // A server that gives identities again may have given the first one.
        var passed: Set<RecordKey> = []
        while passed.insert(key).inserted, let next = try noted(inPlaceOf: key) {
            found = next
            guard let id = next.identityText else { break }
            key = RecordKey(collection: key.collection, id: id)
        }
        return found
    }

    /// What is noted in the place of a key: null for what was given up.
    private func noted(inPlaceOf key: RecordKey) throws(StorageError) -> JSON? {
        // A record that is there has not moved.
        guard try store.record(key) == nil, let data = try store.value(forKey: Self.name(key))
        else { return nil }
        return try? JSON(jsonData: data)
    }

    /// Notes the server's identity in the place of a temporary one.
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
    /// Removes an entity that the server has never had; what refers to it cannot be sent as it is.
    func abandon(_ key: RecordKey) throws(StorageError) {
        try remove(key)
        try set(try? JSON.null.jsonData(), forKey: IdentityAliases.name(key))
    }
}

extension Outbox {
    /// The key of the record with an identity, whether temporary or not.
    func currentKey(_ id: String) throws(StorageError) -> RecordKey {
        try IdentityAliases(in: store).current(RecordKey(collection: schema.name, id: id))
    }

    /// A document with the identities that the server has given meanwhile, its own and references.
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

    /// Members with the identities that the server has given meanwhile.
    func withCurrentReferences(
        _ members: [String: JSON]
    ) throws(StorageError) -> [String: JSON] {
        let aliases = IdentityAliases(in: store)
        return try schema.replacingReferences(in: members) { key throws(StorageError) in
            try aliases.identity(inPlaceOf: key)
        }
    }
}
