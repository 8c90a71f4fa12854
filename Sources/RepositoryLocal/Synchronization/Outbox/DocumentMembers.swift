#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Documents as their members, and how changes apply to them.
enum DocumentMembers {
    /// Reads a document.
    static func read(_ document: Data) throws(StorageError) -> [String: JSON] {
        do throws(JSONError) {
            return try [String: JSON](jsonData: document)
        } catch {
            throw StorageError(documentIsNoObject: error)
        }
    }

    /// Writes a document.
    static func write(_ members: [String: JSON]) throws(StorageError) -> Data {
        do {
            return try JSON.object(members).jsonData()
        } catch {
            throw StorageError(.invalid, message: "The document cannot be written.", cause: error)
        }
    }

    /// The members with some changed; null stays, as some properties may be null and not absent.
    static func applying(
        _ changes: [String: JSON],
        to members: [String: JSON]
    ) -> [String: JSON] {
        members.merging(changes) { _, new in new }
    }

    /// A document with some members changed.
    static func applying(
        _ changes: [String: JSON],
        toDocument document: Data
    ) throws(StorageError) -> Data {
        try write(applying(changes, to: read(document)))
    }

    /// Whether members have all of some others; null and absent are the same.
    static func has(_ others: [String: JSON], in members: [String: JSON]) -> Bool {
        others.allSatisfy { members[$0.key] ?? .null == $0.value }
    }

    /// Whether members have all that was sent, in a form in which a service may keep it.
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

    /// The first key, by name, of which some members have a value and others have none.
    static func firstKey(of members: [String: JSON], missingIn others: [String: JSON]) -> String? {
        members.filter { $0.value != .null && others[$0.key] == nil }.keys.min()
    }

    /// The members that make the new document of the old one; null for those that are no more.
    ///
    /// Null and absent are the same, numbers are compared by value.
    static func difference(from old: [String: JSON], to new: [String: JSON]) -> [String: JSON] {
        var difference: [String: JSON] = [:]
        for key in Set(old.keys).union(new.keys) {
            let value = new[key] ?? .null
            if value != old[key] ?? .null { difference[key] = value }
        }
        return difference
    }
}
