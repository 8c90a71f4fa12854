extension Synchronizer {
    /// Returns the files that are pending or were rejected, in the order in which they were
    /// changed.
    ///
    /// - Returns: The files of all registered collections.
    /// - Throws: `StorageError` if the store cannot be read.
    public func pendingFiles() async throws(StorageError) -> [PendingFile] {
        let names = collections.map(\.schema.name)
        guard !names.isEmpty, storage.attachments != nil else { return [] }
        return try await storage.read { store throws(StorageError) in
            try PendingFile.all(of: names, in: store)
        }
    }

    /// Sends a rejected file again with the next synchronization, and a pending one without its
    /// delay.
    ///
    /// - Parameter file: The file, see ``pendingFiles()``; if another file has replaced it in the
    ///   meantime, nothing changes.
    /// - Throws: `StorageError` if the store cannot be written.
    public func retry(_ file: PendingFile) async throws(StorageError) {
        try await storage.write { store throws(StorageError) in
            guard var current = try PendingFile(of: file.key, file.property, in: store),
                current.id == file.id
            else { return }
            (current.isRejected, current.notBefore) = (false, nil)
            try current.put(in: store)
        }
    }

    /// Discards a file that is pending or was rejected; the server keeps its contents.
    ///
    /// - Parameter file: The file, see ``pendingFiles()``; if another file has replaced it in the
    ///   meantime, nothing changes.
    /// - Throws: `StorageError` if the store cannot be written.
    public func discard(_ file: PendingFile) async throws(StorageError) {
        let isLast = try await storage.write { store throws(StorageError) in
            try file.end(in: store)
        }
        if isLast, let name = file.name { storage.attachments?.remove(name) }
    }
}
