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
    /// - Parameter schemas: The schemas of all collections of the synchronizer.
    func tidyFiles(of schemas: [EntitySchema]) async throws(StorageError) {
        guard let attachments, schemas.contains(where: { !$0.files.isEmpty }),
            FileManager.default.fileExists(atPath: attachments.url.path)
        else { return }
        try await write { store throws(StorageError) in
            attachments.sweep(keeping: try store.tidyFiles())
        }
    }
}

extension StorageWriter {
    /// Forgets files of entities that are not stored any more: what was given up, or has left, takes its files with it.
    ///
    /// - Returns: The names of the files of all others.
    @discardableResult
    package func tidyFiles() throws(StorageError) -> Set<String> {
        var names: Set<String> = []
        // Collections without a repository in this process may have files, too.
        for collection in try collections() {
            for file in try PendingFile.all(of: collection, in: self) {
                guard try record(file.key) != nil else {
                    _ = try file.end(in: self)
                    continue
                }
                if let name = file.name { names.insert(name) }
            }
            for file in try KeptFile.all(of: collection, in: self) {
                guard try record(file.key) != nil else {
                    try file.forget(in: self)
                    continue
                }
                names.insert(file.name)
            }
        }
        return names
    }
}
