extension StorageReader {
    /// Returns the creations with an unknown outcome, oldest first.
    func ambiguousCreations(
        in collection: String,
        limit: Int = .max
    ) throws(StorageError) -> [OutboxEntry] {
        var found: [OutboxEntry] = []
        try visitEntries(in: [.inFlight]) { entry in
            if entry.operation == .create, entry.key.collection == collection {
                found.append(entry)
            }
            return found.count < limit
        }
        return found
    }

    /// Visits entries in the order in which they were added, until the body returns false.
    func visitEntries(
        in states: Set<OutboxEntry.State>,
        _ body: (OutboxEntry) throws(StorageError) -> Bool
    ) throws(StorageError) {
        var last: Int64 = 0
        while true {
            let page = try entries(in: states, after: last, limit: 100)
            for entry in page { guard try body(entry) else { return } }
            guard let end = page.last, page.count == 100 else { return }
            last = end.sequence
        }
    }
}
