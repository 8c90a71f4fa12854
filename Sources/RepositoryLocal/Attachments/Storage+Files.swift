import Foundation

extension Storage {
    /// Where the bytes of files are.
    ///
    /// - Throws: `StorageError` of the kind `.unsupported` if the store keeps none.
    func requireAttachments() throws(StorageError) -> AttachmentFolder {
        guard let attachments else {
            throw StorageError(.unsupported, message: "This store keeps no files.")
        }
        return attachments
    }

    /// Forgets files of entities that are not stored any more, and removes bytes that nothing names.
    ///
    /// It reads all names first, and writes only if something is to be forgotten or removed.
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
    /// The names of the files of stored entities, and what is noted of the files of others.
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

/// What a store has noted of a file.
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
    /// Forgets files of entities that are not stored any more: what was given up, or has left, takes its files with it.
    ///
    /// A file whose entity has another identity now, which another version of the app has not moved, follows it.
    ///
    /// - Returns: The names of the files of all others.
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
