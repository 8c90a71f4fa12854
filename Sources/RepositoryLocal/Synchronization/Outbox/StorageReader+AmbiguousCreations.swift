extension StorageReader {
    /// Returns the creations with an unknown outcome, oldest first.
    func ambiguousCreations(
        in collection: String,
        limit: Int = .max
    ) throws(StorageError) -> [OutboxEntry] {
        let pageSize = 100
        var found: [OutboxEntry] = []
        var last: Int64 = 0
        while found.count < limit {
            let page = try entries(in: [.inFlight], after: last, limit: pageSize)
            found += page.filter { $0.operation == .create && $0.key.collection == collection }
            guard let end = page.last, page.count == pageSize else { break }
            last = end.sequence
        }
        return Array(found.prefix(limit))
    }
}
