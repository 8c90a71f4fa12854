extension Storage {
    /// Removes what is stored of an entity that the app has no more: its documents, its pending writes, and all that is
    /// noted of it.
    ///
    ///     for name in try await storage.openingReport().undeclared.keys {
    ///         try await storage.removeCollection(name)
    ///     }
    ///
    /// What is pending is not sent. Each transaction removes a page; where the process ends in between, repeat it.
    ///
    /// - Parameter name: The name of the collection; of one that is not there, nothing is removed.
    /// - Throws: `StorageError`, of the kind `.invalid` where a schema has declared the collection since the store was
    ///   opened, and `.unsupported` from a store that cannot list small values; then nothing was removed.
    public func removeCollection(_ name: String) async throws(StorageError) {
        guard let openingLog else {
            throw StorageError(.unsupported, message: "This store does not know what was declared.")
        }
        guard !openingLog.collections.contains(where: { $0.name == name }) else {
            throw StorageError(.invalid, message: "A schema has declared \(name).")
        }
        _ = try await read { store throws(StorageError) in try store.keys(withPrefix: "shape/") }
        var isRemoved = false
        while !isRemoved {
            isRemoved = try await write { store throws(StorageError) in
                try CollectionRemoval(of: name, in: store).step()
            }
        }
    }
}

/// Removes a collection, page by page.
private struct CollectionRemoval {
    private static let pageSize = 200

    private let collection: String
    private let store: any StorageWriter

    init(of collection: String, in store: any StorageWriter) {
        (self.collection, self.store) = (collection, store)
    }

    /// Removes a page; returns whether it was the last one.
    func step() throws(StorageError) -> Bool {
        let page = try store.records(in: collection, after: nil, limit: Self.pageSize)
        for record in page {
            try store.end(try store.entries(of: record.key))
            try store.remove(record.key)
        }
        guard page.count < Self.pageSize else { return false }
        try removeLoneEntries()
        try CollectionNotes(of: collection, in: store).remove()
        return true
    }

    /// Removes writes to records that are not there, such as those that the server has deleted meanwhile.
    private func removeLoneEntries() throws(StorageError) {
        var last: Int64 = 0
        while true {
            let page = try store.entries(after: last, limit: Self.pageSize)
            try store.end(page.filter { $0.key.collection == collection })
            guard let end = page.last, page.count == Self.pageSize else { return }
            last = end.sequence
        }
    }
}
