extension Storage {
    /// Removes the data of an entity type that no longer exists: its documents, its pending writes,
    /// and its metadata.
    ///
    ///     for name in try await storage.openingReport().undeclared.keys {
    ///         try await storage.removeCollection(name)
    ///     }
    ///
    /// Pending writes are not sent. Each transaction removes one page; if the process is killed in
    /// between, call it again.
    ///
    /// - Parameter name: The name of the collection; nothing is removed if there is none.
    /// - Throws: `StorageError`: `.invalid` if a schema has declared the collection since the store
    ///   was opened; `.unsupported` if the store cannot list its keys. In both cases nothing was
    ///   removed.
    public func removeCollection(_ name: String) async throws(StorageError) {
        guard let openingLog else {
            throw StorageError(.unsupported, message: "This store does not track collections.")
        }
        guard !openingLog.collections.contains(where: { $0.name == name }) else {
            throw StorageError(.invalid, message: "\(name) is declared by a schema.")
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

/// Removes a collection, one page per transaction.
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

    /// Removes writes to records that do not exist, for example because the server has deleted
    /// them.
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
