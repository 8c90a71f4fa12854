import Foundation

/// The location of a file's contents.
enum FileLook: Sendable {
    /// There is no file.
    case none
    /// Next to the store.
    case here(URL)
    /// On the server, for the entity and the version in its property.
    case elsewhere(RecordKey, version: JSON)
}

extension LocalSide {
    /// Returns the folder for the contents of files.
    func folder(_ verb: String) throws(RepositoryError) -> AttachmentFolder {
        guard let folder = storage.attachments else {
            let error = StorageError(.unsupported, message: "This store does not support files.")
            throw RepositoryError(error, during: operation(verb))
        }
        return folder
    }

    /// Records that a file is to be sent, or to be deleted on the server if there is no location.
    func change(
        _ property: FileProperty<Entity>,
        of id: Entity.ID,
        to place: URL?,
        at now: Date
    ) async throws(RepositoryError) {
        let verb = place == nil ? "detach" : "attach"
        let folder = try folder(verb)
        let replaced = try await write(verb) { writer -> [String] in
            let store = writer.store
            let record = try writer.entities.currentRecord(id)
            let old = try PendingFile(of: record.key, property.key, in: store)
            let kept = try KeptFile(of: record.key, property.key, in: store)
            let file = PendingFile(
                id: UUID().uuidString,
                key: record.key,
                property: property.key,
                path: property.path,
                mediaType: property.mediaType,
                name: try place.map { try folder.keep($0) },
                date: now
            )
            if file.isDeletion, record.base == nil {
                _ = try old?.end(in: store)
            } else {
                try file.put(in: store)
            }
            // The server's contents are no longer shown.
            try kept?.forget(in: store)
            return [old?.name, kept?.name].compactMap(\.self)
        }
        for name in replaced { folder.remove(name) }
    }

    /// Returns the location of a file's contents.
    func look(
        at property: FileProperty<Entity>,
        of id: Entity.ID
    ) async throws(RepositoryError) -> FileLook {
        let folder = try folder("file")
        return try await read("file") { entities in
            let record = try entities.currentRecord(id)
            if let pending = try PendingFile(of: record.key, property.key, in: entities.store) {
                guard let name = pending.name else { return .none }
                guard let place = folder.existing(name) else {
                    throw entities.error(
                        .file,
                        "The attached file no longer exists."
                    )
                }
                return .here(place)
            }
            // Only the server writes the property, so a pending document may have an older value.
            let version = try record.version(of: property.key)
            if let kept = try KeptFile(of: record.key, property.key, in: entities.store),
                kept.version == version, let place = folder.existing(kept.name)
            {
                return .here(place)
            }
            return version == .null ? .none : .elsewhere(record.key, version: version)
        }
    }

    /// Stores contents from the server, unless the entity was deleted or there is something newer.
    ///
    /// - Returns: The location of the contents; nil if the entity no longer has the file.
    func keep(
        _ place: URL,
        as property: FileProperty<Entity>,
        of key: RecordKey,
        _ version: JSON
    ) async throws(RepositoryError) -> URL? {
        let folder = try folder("file")
        // Unused contents are removed; after a move there is nothing left here.
        defer { try? FileManager.default.removeItem(at: place) }
        let (name, replaced) = try await write("file") { writer -> (String?, String?) in
            let store = writer.store
            if let pending = try PendingFile(of: key, property.key, in: store) {
                return (pending.name, nil)
            }
            guard let record = try store.record(key) else { return (nil, nil) }
            let old = try KeptFile(of: key, property.key, in: store)
            if let old, try old.version == record.version(of: property.key),
                folder.existing(old.name) != nil
            {
                return (old.name, nil)
            }
            let name = try folder.keep(place)
            try KeptFile(key: key, property: property.key, name: name, version: version)
                .put(in: store)
            return (name, old?.name)
        }
        if let replaced { folder.remove(replaced) }
        return name.map { folder.place(of: $0) }
    }
}
