package import Foundation

/// Reads documents without knowing their entity type.
package enum StoredDocument {
    /// Reads some properties of a document, and validates that all of it is a JSON object.
    ///
    /// Of duplicate keys, the last one counts.
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
    /// Returns the properties of the document that a condition or an order compares; the keys may
    /// include that of the identity.
    package func members(_ keys: Set<String>) throws(StorageError) -> [String: JSON] {
        var members = try StoredDocument.members(of: document, keys: keys)
        if keys.contains(Criteria.recordIdentityKey) {
            members[Criteria.recordIdentityKey] = .string(key.id)
        }
        return members
    }
}

extension StorageError {
    /// Creates the error of a document that is rejected or damaged.
    package init(documentIsNoObject error: JSONError) {
        // The error contains keys and kinds, but no values.
        self.init(.invalid, message: "The document is not a JSON object: \(error).", cause: error)
    }
}

extension Criteria {
    /// The keys of the properties in the condition and the order.
    package var keys: Set<String> {
        var keys = Set(order.map(\.key))
        filter.insertKeys(into: &keys)
        return keys
    }

    /// Selects records by their documents: applies the condition, order, limit and offset.
    ///
    /// This is the reference semantics of criteria for custom stores.
    ///
    /// - Parameter records: The records.
    /// - Returns: The records that match, in order.
    /// - Throws: `StorageError` if a document is not a JSON object.
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

    /// Returns the relation of two entities by the order.
    func relation(_ first: [String: JSON], _ second: [String: JSON]) -> Order.Relation {
        Order.relation(by: order, { first[order[$0].key] }, { second[order[$0].key] })
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
