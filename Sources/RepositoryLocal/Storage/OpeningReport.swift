/// What was done to a store since it was opened: to each collection that was declared, and what is in those that no
/// schema declares any more.
///
///     let report = try await storage.openingReport()
///     print(report)
///     // Message: renamed from Post; 12 documents and 2 pending writes converted; index of likes made
///     // Tag: unchanged
///     // Draft: 3 documents, and no schema that declares it
public struct OpeningReport: Hashable, Sendable {
    /// An index of a collection; each property by its key in JSON, with dots into values: `address.city`.
    public enum Index: Hashable, Sendable {
        /// An index of one property.
        case property(String)
        /// An index of several properties together.
        case compound([String])
        /// The index of the words of some properties.
        case words([String])
    }

    /// What was done to a collection.
    public struct Collection: Hashable, Sendable {
        /// The name of the collection.
        public var name: String
        /// Whether the store did not have it.
        public var isCreated = false
        /// The names under which its records were stored until now.
        public var formerNames: [String] = []
        /// The indexes that were made.
        public var madeIndexes: [Index] = []
        /// The indexes that were removed.
        public var droppedIndexes: [Index] = []
        /// How many documents were brought into the form of today.
        public var convertedDocuments = 0
        /// How many pending writes were brought into the form of today.
        public var convertedWrites = 0
        /// The identities of the documents that stay as they were: a conversion threw, or they are no entity of today.
        public var keptDocuments: [String] = []

        /// Creates the report on a collection that was left as it was.
        ///
        /// - Parameter name: The name of the collection.
        public init(name: String) {
            self.name = name
        }

        /// Whether it was left as it was.
        public var isUnchanged: Bool {
            var unchanged = Collection(name: name)
            unchanged.keptDocuments = keptDocuments
            return self == unchanged
        }
    }

    /// The collections that were declared, in the order in which they were.
    public var collections: [Collection]
    /// How many documents are in each collection that no schema has declared.
    public var undeclared: [String: Int]

    /// Creates a report.
    ///
    /// - Parameters:
    ///   - collections: What was done to each collection.
    ///   - undeclared: How many documents are in each collection that no schema has declared.
    public init(collections: [Collection] = [], undeclared: [String: Int] = [:]) {
        self.collections = collections
        self.undeclared = undeclared
    }

    /// What was done to a collection; nil where it was not declared.
    ///
    /// - Parameter name: The name of the collection.
    public subscript(name: String) -> Collection? {
        collections.first { $0.name == name }
    }
}

extension Storage {
    /// What was done to the store since it was opened.
    ///
    /// Ask for it once all collections are registered: what is not yet declared counts as undeclared.
    ///
    /// - Returns: The report; empty from a store that keeps none.
    /// - Throws: `StorageError` where the store cannot be read.
    public func openingReport() async throws(StorageError) -> OpeningReport {
        guard let collections = openingLog?.collections else { return OpeningReport() }
        let declared = Set(collections.map(\.name))
        let undeclared = try await read { store throws(StorageError) -> [String: Int] in
            var counts: [String: Int] = [:]
            for name in try store.collections() where !declared.contains(name) {
                let count = try store.count(in: name)
                if count > 0 { counts[name] = count }
            }
            return counts
        }
        return OpeningReport(collections: collections, undeclared: undeclared)
    }
}

// MARK: - As text

extension OpeningReport: CustomStringConvertible {
    /// A line for each collection.
    public var description: String {
        let others = undeclared.sorted { $0.key < $1.key }.map { name, count in
            "\(name): \(count.of("document")), and no schema that declares it"
        }
        return (collections.map(\.description) + others).joined(separator: "\n")
    }
}

extension OpeningReport.Collection: CustomStringConvertible {
    /// The name, and what was done.
    public var description: String {
        var parts = isCreated ? ["created"] : []
        if !formerNames.isEmpty { parts.append("renamed from \(list(formerNames))") }
        let converted = [(convertedDocuments, "document"), (convertedWrites, "pending write")]
            .filter { $0.0 > 0 }.map { $0.of($1) }
        if !converted.isEmpty { parts.append("\(list(converted)) converted") }
        if !keptDocuments.isEmpty {
            let names = keptDocuments.prefix(10) + (keptDocuments.count > 10 ? ["…"] : [])
            let count = keptDocuments.count.of("document")
            parts.append("\(count) left as before (\(names.joined(separator: ", ")))")
        }
        parts += droppedIndexes.map { "\($0) removed" } + madeIndexes.map { "\($0) made" }
        return "\(name): \(parts.isEmpty ? "unchanged" : parts.joined(separator: "; "))"
    }
}

extension OpeningReport.Index: CustomStringConvertible {
    /// What it is an index of.
    public var description: String {
        switch self {
        case .property(let key): "index of \(key)"
        case .compound(let keys): "index of \(list(keys))"
        case .words(let keys): "index of the words of \(list(keys))"
        }
    }
}

extension Int {
    /// A number of things.
    fileprivate func of(_ thing: String) -> String { "\(self) \(thing)\(self == 1 ? "" : "s")" }
}

/// Words in a sentence: `a, b and c`.
private func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
}
