#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Looks into documents, without knowing of what type they are.
package enum StoredDocument {
    /// Reads some members of a document, and sees that all of it is a JSON object.
    ///
    /// - Parameters:
    ///   - document: The document.
    ///   - keys: The keys of the members; of two with one key the last one counts.
    /// - Returns: Those that are there.
    /// - Throws: `StorageError`, of the kind `.invalid` where it is no JSON object.
    package static func members(
        of document: Data,
        keys: Set<String>
    ) throws(StorageError) -> [String: JSON] {
        do throws(JSONError) {
            return try JSONReader.read(document) {
                (reader: inout JSONReader) throws(JSONError) -> [String: JSON] in
                var members: [String: JSON] = [:]
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    let name = key.string
                    if keys.contains(name) {
                        members[name] = try JSON(from: &reader)
                    } else {
                        try reader.skipValue()
                    }
                }
                return members
            }
        } catch {
            throw StorageError(documentIsNoObject: error)
        }
    }
}

extension StoredRecord {
    /// The members of the document that a condition or an order compares.
    ///
    /// - Parameter keys: Their keys, perhaps also that of the identity of the record.
    /// - Returns: Those that are there.
    /// - Throws: `StorageError` where the document is no JSON object.
    package func members(_ keys: Set<String>) throws(StorageError) -> [String: JSON] {
        var members = try StoredDocument.members(of: document, keys: keys)
        if keys.contains(Criteria.recordIdentityKey) {
            members[Criteria.recordIdentityKey] = .string(key.id)
        }
        return members
    }
}

extension StorageError {
    /// A document is refused, or damaged.
    package init(documentIsNoObject error: JSONError) {
        // The error names keys and kinds, and no value.
        self.init(.invalid, message: "The document is no JSON object: \(error).", cause: error)
    }
}

extension Criteria {
    /// The keys of the properties that decide the choice.
    package var keys: Set<String> {
        var keys = Set(order.map(\.key))
        filter.insertKeys(into: &keys)
        return keys
    }

    /// Chooses among records: by their documents, the condition, the order and the part.
    ///
    /// For those who write a store: this is what the criteria mean.
    ///
    /// - Parameter records: The records.
    /// - Returns: Those that the criteria ask for, in their order.
    /// - Throws: `StorageError` where a document is no JSON object.
    public func chosen(among records: [StoredRecord]) throws(StorageError) -> [StoredRecord] {
        let keys = keys
        guard !keys.isEmpty || filter != .always else { return part(of: records) }
        var keyed: [(record: StoredRecord, members: [String: JSON])] = []
        for record in records {
            let members = try record.members(keys)
            if filter.holds(for: .object(members)) { keyed.append((record, members)) }
        }
        let sorted = Order.sort(keyed, by: order) { pair, key in pair.members[key] }
        return part(of: sorted.map(\.record))
    }

    /// The part that offset and limit ask for.
    package func part<Element>(of elements: [Element]) -> [Element] {
        Array(elements.dropFirst(max(0, offset)).prefix(max(0, limit ?? .max)))
    }
}

extension Condition {
    fileprivate func insertKeys(into keys: inout Set<String>) {
        switch self {
        case .comparison(let comparison): keys.insert(comparison.key)
        case .all(let predicates), .any(let predicates):
            for predicate in predicates { predicate.insertKeys(into: &keys) }
        case .not(let predicate): predicate.insertKeys(into: &keys)
        }
    }
}
