/// The changes made to a store since it was opened, by declared collection, and the collections
/// that are no longer declared.
///
///     let report = try await storage.openingReport()
///     print(report)
///     // Message: renamed from Post; 12 documents and 2 pending writes converted
///     // Tag: unchanged
///     // Draft: 3 documents, not declared by any schema
public struct OpeningReport: Hashable, Sendable {
    /// An index of a collection; each property by its JSON key, with dots for nested values:
    /// `address.city`.
    public enum Index: Hashable, Sendable {
        /// An index of one property.
        case property(String)
        /// A compound index of several properties.
        case compound([String])
        /// A full-text index of some properties.
        case words([String])
    }

    /// The changes to a collection.
    public struct Collection: Hashable, Sendable {
        /// The name of the collection.
        public var name: String
        /// Whether the collection was created.
        public var isCreated = false
        /// The names under which its records were previously stored.
        public var formerNames: [String] = []
        /// The indexes that were created.
        public var madeIndexes: [Index] = []
        /// The indexes that were removed.
        public var droppedIndexes: [Index] = []
        /// The number of documents that were converted to the current form.
        public var convertedDocuments = 0
        /// The number of pending writes that were converted to the current form.
        public var convertedWrites = 0
        /// The identities of documents that stay unchanged: a conversion threw, or they cannot be
        /// decoded as current entities.
        public var keptDocuments: [String] = []

        /// Whether nothing was changed.
        public var isUnchanged: Bool {
            var unchanged = Collection(name: name)
            unchanged.keptDocuments = keptDocuments
            return self == unchanged
        }

        package init(name: String) {
            self.name = name
        }

        /// Adds further changes.
        ///
        /// - Parameter change: Changes made after these ones.
        package mutating func add(_ change: Collection) {
            isCreated = isCreated || change.isCreated
            madeIndexes += change.madeIndexes
            droppedIndexes += change.droppedIndexes
            convertedDocuments += change.convertedDocuments
            convertedWrites += change.convertedWrites
            guard !change.keptDocuments.isEmpty else { return }
            // A page may be migrated again.
            keptDocuments = Set(keptDocuments).union(change.keptDocuments).sorted()
        }
    }

    /// The declared collections, in the order of declaration.
    public var collections: [Collection] = []
    /// The number of documents in each collection that no schema has declared.
    public var undeclared: [String: Int] = [:]

    /// The changes to a collection; nil if it was not declared.
    ///
    /// - Parameter name: The name of the collection.
    public subscript(name: String) -> Collection? {
        collections.first { $0.name == name }
    }
}

extension Storage {
    /// Returns the changes made to the store since it was opened.
    ///
    /// Call this after registering all collections: others count as undeclared.
    ///
    /// - Returns: The report; empty if the store keeps no log.
    /// - Throws: `StorageError` if the store cannot be read.
    public func openingReport() async throws(StorageError) -> OpeningReport {
        guard let collections = openingLog?.collections else { return OpeningReport() }
        let declared = Set(collections.map(\.name))
        let undeclared = try await read { store throws(StorageError) -> [String: Int] in
            var counts: [String: Int] = [:]
            for name in try store.collections() where !declared.contains(name) {
                // Deleted records wait for a synchronization that no collection starts.
                let deleted = try store.records(in: name, states: [.deleted]).count
                let count = try store.count(in: name) + deleted
                if count > 0 { counts[name] = count }
            }
            return counts
        }
        return OpeningReport(collections: collections, undeclared: undeclared)
    }
}

// MARK: - Description

extension OpeningReport: CustomStringConvertible {
    /// A line for each collection.
    public var description: String {
        let others = undeclared.sorted { $0.key < $1.key }.map { name, count in
            "\(name): \(count.of("document")), not declared by any schema"
        }
        return (collections.map(\.description) + others).joined(separator: "\n")
    }
}

extension OpeningReport.Collection: CustomStringConvertible {
    /// The name and the changes.
    public var description: String {
        var parts = isCreated ? ["created"] : []
        if !formerNames.isEmpty { parts.append("renamed from \(list(formerNames))") }
        let converted = [(convertedDocuments, "document"), (convertedWrites, "pending write")]
            .filter { $0.0 > 0 }.map { $0.of($1) }
        if !converted.isEmpty { parts.append("\(list(converted)) converted") }
        if !keptDocuments.isEmpty {
            let names = keptDocuments.prefix(10) + (keptDocuments.count > 10 ? ["…"] : [])
            let count = keptDocuments.count.of("document")
            parts.append("\(count) left unchanged (\(names.joined(separator: ", ")))")
        }
        parts += droppedIndexes.map { "\($0) removed" } + madeIndexes.map { "\($0) created" }
        return "\(name): \(parts.isEmpty ? "unchanged" : parts.joined(separator: "; "))"
    }
}

extension OpeningReport.Index: CustomStringConvertible {
    /// A short description of the index.
    public var description: String {
        switch self {
        case .property(let key): "index of \(key)"
        case .compound(let keys): "index of \(list(keys))"
        case .words(let keys): "full-text index of \(list(keys))"
        }
    }
}

extension Int {
    /// Returns a count with a noun in singular or plural.
    fileprivate func of(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}

/// Returns an enumeration: `a, b and c`.
private func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
}
