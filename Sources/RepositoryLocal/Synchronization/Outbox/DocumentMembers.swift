import Foundation

/// Decodes documents into properties, and applies changes to them.
enum DocumentMembers {
    /// Decodes a document.
    static func read(_ document: Data) throws(StorageError) -> [String: JSON] {
        do throws(JSONError) {
            return try [String: JSON](jsonData: document)
        } catch {
            throw StorageError(documentIsNoObject: error)
        }
    }

    /// Decodes a document; one that is not needed may be damaged, and then has no properties.
    static func read(
        _ document: Data,
        isNeeded: Bool
    ) throws(StorageError) -> [String: JSON] {
        isNeeded ? try read(document) : (try? read(document)) ?? [:]
    }

    /// Encodes a document.
    static func write(_ members: [String: JSON]) throws(StorageError) -> Data {
        do {
            return try JSON.object(members).jsonData()
        } catch {
            throw StorageError(.invalid, message: "The document cannot be encoded.", cause: error)
        }
    }

    /// Applies changes to properties; null is kept, as some properties may be null, but not
    /// missing.
    static func applying(
        _ changes: [String: JSON],
        to members: [String: JSON]
    ) -> [String: JSON] {
        members.merging(changes) { _, new in new }
    }

    /// Applies changes to the properties of a document.
    static func applying(
        _ changes: [String: JSON],
        toDocument document: Data
    ) throws(StorageError) -> Data {
        try write(applying(changes, to: read(document)))
    }

    /// Whether all of some properties have the same values in others; null and missing are equal.
    static func has(_ others: [String: JSON], in members: [String: JSON]) -> Bool {
        others.allSatisfy { members[$0.key] ?? .null == $0.value }
    }

    /// Whether all properties that were sent have the same values, in a form in which a service may
    /// store them.
    static func has(
        sent: [String: JSON],
        in members: [String: JSON],
        besides unlisted: Set<String>
    ) -> Bool {
        sent.allSatisfy { key, value in
            let kept = members[key] ?? .null
            return value.isKept(as: kept) || kept == .null && unlisted.contains(key)
        }
    }

    /// Returns the first key, in alphabetical order, with a value in some properties and without
    /// one in others.
    static func firstKey(of members: [String: JSON], missingIn others: [String: JSON]) -> String? {
        members.filter { $0.value != .null && others[$0.key] == nil }.keys.min()
    }

    /// Returns the changes that turn the old document into the new one; null for removed
    /// properties.
    ///
    /// Null and missing are equal, numbers are compared by value.
    static func difference(from old: [String: JSON], to new: [String: JSON]) -> [String: JSON] {
        var difference: [String: JSON] = [:]
        for key in Set(old.keys).union(new.keys) {
            let value = new[key] ?? .null
            if value != old[key] ?? .null { difference[key] = value }
        }
        return difference
    }
}
