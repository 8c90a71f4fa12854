import Foundation

extension Storage {
    /// Deletes the files of entities that are no longer stored, and contents that are not recorded.
    ///
    /// It first reads all names, and writes only if there is something to delete.
    ///
    /// - Parameter hasPending: Whether there are pending files: a deletion needs no folder.
    /// - Throws: `StorageError` if the store cannot be read or written.
    func tidyFiles(_ hasPending: Bool) async throws(StorageError) {
        guard let attachments,
            hasPending || FileManager.default.fileExists(atPath: attachments.url.path)
        else { return }
        let isTidy = try await read { store throws(StorageError) in
            let found = try store.fileNames()
            return found.lost.isEmpty && found.lostCopies.isEmpty
                && attachments.strays(besides: found.names).isEmpty
        }
        guard !isTidy else { return }
        try await write { store throws(StorageError) in
            for place in attachments.strays(besides: try store.tidyFiles()) {
                try? FileManager.default.removeItem(at: place)
            }
        }
    }

    /// Rejects the pending files of properties that the current version of the app does not have:
    /// it cannot send them, but the user can discard them.
    func rejectFilesOfRemovedProperties(of schema: EntitySchema) async throws(StorageError) {
        guard attachments != nil else { return }
        let isNone = try await read { store throws(StorageError) in
            try store.filesOfRemovedProperties(of: schema).isEmpty
        }
        guard !isNone else { return }
        try await write { store throws(StorageError) in
            for var file in try store.filesOfRemovedProperties(of: schema) {
                file.failure = OutboxFailure(
                    message: "The entity no longer has the property '\(file.property)'.",
                    date: .now
                )
                file.isRejected = true
                try file.put(in: store)
            }
        }
    }
}

extension StorageReader {
    /// Returns the pending files of properties that a schema does not have.
    fileprivate func filesOfRemovedProperties(
        of schema: EntitySchema
    ) throws(StorageError) -> [PendingFile] {
        try PendingFile.all(of: [schema.name], in: self)
            .filter { !$0.isRejected && !schema.files.contains($0.property) }
    }

    /// Returns the names of the files of stored entities, and the records of other files.
    ///
    /// Collections without a repository in this process may have files, too.
    fileprivate func fileNames() throws(StorageError) -> (
        names: Set<String>, lost: [PendingFile], lostCopies: [KeptFile]
    ) {
        var found: (names: Set<String>, lost: [PendingFile], lostCopies: [KeptFile]) = ([], [], [])
        for collection in try collections() {
            for file in try PendingFile.all(of: [collection], in: self) {
                let isLost = try record(file.key) == nil
                if isLost {
                    found.lost.append(file)
                } else if let name = file.name {
                    found.names.insert(name)
                }
            }
            for file in try KeptFile.notes(of: collection, in: self) {
                let isLost = try record(file.key) == nil
                if isLost { found.lostCopies.append(file) } else { found.names.insert(file.name) }
            }
        }
        return found
    }
}

extension StorageWriter {
    /// Deletes the files of entities that are no longer stored, because they were discarded or
    /// deleted.
    ///
    /// If an entity has a new identity, and another version of the app has not moved its file, the
    /// file is moved.
    ///
    /// - Returns: The names of all other files.
    @discardableResult
    package func tidyFiles() throws(StorageError) -> Set<String> {
        var (names, lost, lostCopies) = try fileNames()
        for file in lost {
            let current = try IdentityAliases(in: self).current(file.key)
            _ = try file.end(in: self)
            guard current != file.key, try record(current) != nil,
                try PendingFile(of: current, file.property, in: self) == nil
            else { continue }
            try file.of(current).put(in: self)
            if let name = file.name { names.insert(name) }
        }
        for file in lostCopies { try file.forget(in: self) }
        return names
    }
}
