import Foundation

/// Which of some texts a search finds, the best first.
///
/// The rank is Okapi BM25 with the constants of FTS5 in SQLite (`k1` = 1.2, `b` = 0.75), so that stores with
/// an index and stores without one give the same order.
struct RankedSearch {
    private let search: TextSearch
    /// How often each text contains each word of the search, and how many words it has.
    private var texts: [(counts: [Double], length: Double)] = []

    init(_ search: TextSearch) {
        self.search = search
    }

    /// Adds a text.
    mutating func add(_ words: [String]) {
        let counts = search.words.enumerated().map { index, word in
            let isPrefix = search.isLastPrefix && index == search.words.count - 1
            // Byte by byte, as an index does.
            return Double(
                words.count { other in
                    isPrefix
                        ? other.utf8.starts(with: word.utf8)
                        : other.utf8.elementsEqual(word.utf8)
                }
            )
        }
        texts.append((counts, Double(words.count)))
    }

    /// The texts in which all words stand, by the order in which they were added, the best first.
    var found: [Int] {
        guard !search.words.isEmpty else { return [] }
        // What has no words is not in an index either.
        let total = Double(texts.count { $0.length > 0 })
        let average = texts.reduce(0) { $0 + $1.length } / total
        let weights = search.words.indices.map { index in
            let hits = Double(texts.count { $0.counts[index] > 0 })
            let weight = log((total - hits + 0.5) / (hits + 0.5))
            // What nearly all texts have says nothing, and is not a reason against one.
            return weight <= 0 ? 1e-6 : weight
        }
        let ranked = texts.indices.filter { texts[$0].counts.allSatisfy { $0 > 0 } }.map { index in
            let (counts, length) = texts[index]
            var rank = 0.0
            for (weight, count) in zip(weights, counts) {
                rank +=
                    weight
                    * ((count * (1.2 + 1)) / (count + 1.2 * (1 - 0.75 + 0.75 * length / average)))
            }
            return (index: index, rank: rank)
        }
        return ranked.sorted { ($1.rank, $0.index) < ($0.rank, $1.index) }.map(\.index)
    }
}

extension StorageReader {
    /// Finds records by the words of their texts, by reading all of them.
    ///
    /// - Parameters:
    ///   - text: The words: all of them must be there, the last one also as the beginning of a longer word.
    ///   - keys: The keys of the properties that are searched.
    ///   - collection: The name of the collection.
    ///   - filter: A condition that holds for what is found, too.
    ///   - limit: How many at most.
    /// - Returns: The records, the best first.
    /// - Throws: `StorageError` where the store cannot be read.
    public func search(
        _ text: String,
        in keys: [String],
        of collection: String,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        try searchDocuments(text, in: keys, of: collection, where: filter, limit: limit)
    }

    /// The same, for stores whose index does not help.
    package func searchDocuments(
        _ text: String,
        in keys: [String],
        of collection: String,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        var search = RankedSearch(TextSearch(text))
        let records = try records(in: collection, matching: .all)
        for record in records {
            let members = try StoredDocument.members(of: record.document, keys: Set(keys))
            search.add(StoredDocument.words(in: keys, of: members))
        }
        var found: [StoredRecord] = []
        for index in search.found where found.count < limit {
            if try filter.holds(for: .object(records[index].members(Criteria(filter: filter).keys)))
            {
                found.append(records[index])
            }
        }
        return found
    }
}

extension StoredDocument {
    /// The words in some properties, one after the other.
    package static func words(in keys: [String], of members: [String: JSON]) -> [String] {
        var words: [String] = []
        for key in keys {
            guard let value = members[key] else { continue }
            TextSearch.forEachText(in: value) { words += TextSearch.words(in: $0) }
        }
        return words
    }
}
