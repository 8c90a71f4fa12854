import Foundation

extension Storage {
    /// Returns the folder for the contents of files.
    ///
    /// - Throws: `StorageError` with the code `.unsupported` if the store does not support files.
    func requireAttachments() throws(StorageError) -> AttachmentFolder {
        guard let attachments else {
            throw StorageError(.unsupported, message: "This store does not support files.")
        }
        return attachments
    }

    /// Deletes the files of entities that are no longer stored, and contents that are not recorded.
    ///
    /// It first reads all names, and writes only if there is something to delete.
    func tidyFiles() async throws(StorageError) {
        guard let attachments, FileManager.default.fileExists(atPath: attachments.url.path) else {
            return
        }
        let isTidy = try await read { store throws(StorageError) in
            let names = try store.fileNames()
            return names.lost.isEmpty && attachments.holdsOnly(names.kept)
        }
        guard !isTidy else { return }
        try await write { store throws(StorageError) in
            attachments.sweep(keeping: try store.tidyFiles())
        }
    }
}

extension StorageReader {
    /// Returns the names of the files of stored entities, and the records of other files.
    ///
    /// Collections without a repository in this process may have files, too.
    fileprivate func fileNames() throws(StorageError) -> (kept: Set<String>, lost: [StoredFile]) {
        var names: Set<String> = []
        var lost: [StoredFile] = []
        for collection in try collections() {
            let pending = try PendingFile.all(of: collection, in: self).map(StoredFile.pending)
            let kept = try KeptFile.all(of: collection, in: self).map(StoredFile.kept)
            for file in pending + kept {
                if try record(file.key) == nil {
                    lost.append(file)
                } else if let name = file.name {
                    names.insert(name)
                }
            }
        }
        return (names, lost)
    }
}

/// A file recorded in a store.
private enum StoredFile {
    case pending(PendingFile)
    case kept(KeptFile)

    var key: RecordKey {
        switch self {
        case .pending(let file): file.key
        case .kept(let file): file.key
        }
    }

    var name: String? {
        switch self {
        case .pending(let file): file.name
        case .kept(let file): file.name
        }
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
        var (names, lost) = try fileNames()
        for file in lost {
            let current = try IdentityAliases(in: self).current(file.key)
            var isThere = false
            if current != file.key { isThere = try record(current) != nil }
            switch file {
            case .pending(let file):
                _ = try file.end(in: self)
                guard isThere, try PendingFile(of: current, file.property, in: self) == nil else {
                    continue
                }
                try file.of(current).put(in: self)
                if let name = file.name { names.insert(name) }
            case .kept(let file):
                try file.forget(in: self)
            }
        }
        return names
    }
}
