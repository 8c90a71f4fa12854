import Foundation

/// The texts that match a search, best matches first.
///
/// The rank is Okapi BM25 with the constants of SQLite's FTS5 (`k1` = 1.2, `b` = 0.75), so stores
/// with and without a full-text index return the same order.
struct RankedSearch {
    private let search: TextSearch
    /// For each text, the frequency of each search term, and the number of words.
    private var texts: [(counts: [Double], length: Double)] = []

    init(_ search: TextSearch) {
        self.search = search
    }

    /// Adds a text.
    mutating func add(_ words: [String]) {
        let counts = search.words.enumerated().map { index, word in
            let isPrefix = search.isLastPrefix && index == search.words.count - 1
            // Compare byte by byte, as an index does.
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

    /// The indices of the texts that contain all words, best matches first.
    var found: [Int] {
        guard !search.words.isEmpty else { return [] }
        // Texts without words are not in an index, either.
        let total = Double(texts.count { $0.length > 0 })
        let average = texts.reduce(0) { $0 + $1.length } / total
        let weights = search.words.indices.map { index in
            let hits = Double(texts.count { $0.counts[index] > 0 })
            let weight = log((total - hits + 0.5) / (hits + 0.5))
            // A term that is in nearly all texts must not lower the rank.
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
    /// Searches records by the words of their texts, reading all of them.
    public func search(
        _ text: String,
        in keys: [String],
        of collection: String,
        where filter: Condition,
        limit: Int
    ) throws(StorageError) -> [StoredRecord] {
        try searchDocuments(text, in: keys, of: collection, where: filter, limit: limit)
    }

    /// Searches in the same way, for stores whose index cannot be used.
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
    /// Returns the words in some properties, in order.
    package static func words(in keys: [String], of members: [String: JSON]) -> [String] {
        var words: [String] = []
        for key in keys {
            guard let value = members[key] else { continue }
            TextSearch.forEachText(in: value) { words += TextSearch.words(in: $0) }
        }
        return words
    }
}
