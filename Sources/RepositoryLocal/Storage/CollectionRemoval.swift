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
                try store.removePage(of: name)
            }
        }
    }
}

extension StorageWriter {
    /// Removes a page of a collection; returns whether it was the last one.
    fileprivate func removePage(of collection: String) throws(StorageError) -> Bool {
        let pageSize = 200
        let page = try records(in: collection, after: nil, limit: pageSize)
        for record in page {
            try end(entries(of: record.key))
            try remove(record.key)
        }
        guard page.count < pageSize else { return false }
        // Writes to records that do not exist, for example because the server has deleted them.
        try visitEntries(in: Set(OutboxEntry.State.allCases)) { entry throws(StorageError) in
            if entry.key.collection == collection { try end(entry.id) }
            return true
        }
        try CollectionNotes(of: collection, in: self).remove()
        return true
    }
}
