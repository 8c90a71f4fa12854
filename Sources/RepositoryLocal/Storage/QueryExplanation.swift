/// How a store evaluates criteria: the indexes it searches, and the data it must read.
public struct QueryExplanation: Hashable, Sendable, CustomStringConvertible {
    /// The JSON keys of the properties whose indexes are searched, the identity's included, with
    /// dots for nested values: `address.city`.
    public var searched: [String]
    /// Whether every record of the collection is examined.
    public var scansAllRecords: Bool
    /// Whether documents are read to evaluate parts of the condition that no index covers.
    public var filtersDocuments: Bool
    /// Whether the result is sorted afterwards, because no index has the requested order.
    public var sortsResult: Bool

    /// Creates an explanation.
    ///
    /// - Parameters:
    ///   - searched: The keys of the properties whose indexes are searched.
    ///   - scansAllRecords: Whether every record is examined.
    ///   - filtersDocuments: Whether documents are read to evaluate the condition.
    ///   - sortsResult: Whether the result is sorted afterwards.
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

    /// The explanation in sentences, one per line.
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
                    ? "Warning: scans all records; index a property of the condition."
                    : "Scans all records."
            )
        }
        if filtersDocuments {
            sentences.append("Reads documents to evaluate part of the condition.")
        }
        if sortsResult { sentences.append("Sorts the result.") }
        return sentences.isEmpty
            ? "Reads records in the order of an index." : sentences.joined(separator: "\n")
    }
}

extension StorageReader {
    /// Explains how a store without indexes evaluates criteria.
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
