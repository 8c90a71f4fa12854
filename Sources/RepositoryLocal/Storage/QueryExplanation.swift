/// How a store finds what criteria ask for: what is searched, and what must be read.
public struct QueryExplanation: Hashable, Sendable, CustomStringConvertible {
    /// The keys of the properties whose indexes are searched, in JSON, with dots into values: `address.city`; the
    /// key of the identity among them.
    public var searched: [String]
    /// Whether every record of the collection is looked at.
    public var scansAllRecords: Bool
    /// Whether documents are read to decide what the indexes cannot.
    public var filtersDocuments: Bool
    /// Whether what was found is sorted afterwards, since no index has the order.
    public var sortsResult: Bool

    /// Creates an explanation.
    ///
    /// - Parameters:
    ///   - searched: The keys of the properties whose indexes are searched.
    ///   - scansAllRecords: Whether every record is looked at.
    ///   - filtersDocuments: Whether documents are read to decide the condition.
    ///   - sortsResult: Whether what was found is sorted afterwards.
    public init(
        searched: [String] = [],
        scansAllRecords: Bool,
        filtersDocuments: Bool,
        sortsResult: Bool
    ) {
        self.searched = searched
        self.scansAllRecords = scansAllRecords
        self.filtersDocuments = filtersDocuments
        self.sortsResult = sortsResult
    }

    /// The explanation in sentences, one a line.
    public var description: String {
        var sentences: [String] = []
        if !searched.isEmpty {
            let keys = searched.map { "'\($0)'" }.joined(separator: ", ")
            sentences.append(
                "Searches \(searched.count == 1 ? "the index" : "indexes") of \(keys)."
            )
        }
        if scansAllRecords {
            sentences.append(
                filtersDocuments
                    ? "Warning: looks at every record; index a property of the condition."
                    : "Looks at every record."
            )
        }
        if filtersDocuments {
            sentences.append("Reads documents to decide a part of the condition.")
        }
        if sortsResult { sentences.append("Sorts what it has found.") }
        return sentences.isEmpty
            ? "Reads records in the order of an index." : sentences.joined(separator: "\n")
    }
}

extension StorageReader {
    /// Explains how criteria are answered by a store without indexes.
    ///
    /// - Parameters:
    ///   - criteria: The criteria.
    ///   - collection: The name of the collection.
    /// - Returns: The explanation.
    /// - Throws: Nothing.
    public func explain(
        _ criteria: Criteria,
        in collection: String
    ) throws(StorageError) -> QueryExplanation {
        QueryExplanation(
            scansAllRecords: true,
            filtersDocuments: criteria.filter != .always,
            sortsResult: !criteria.order.isEmpty
        )
    }
}
