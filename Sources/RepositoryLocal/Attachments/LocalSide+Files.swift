import Foundation

/// Where the bytes of a file are.
enum FileLook: Sendable {
    /// There is no file.
    case none
    /// Beside the store.
    case here(URL)
    /// On the server, for the entity that says so in its property.
    case elsewhere(RecordKey, version: JSON)
}

extension LocalSide {
    /// The folder for the bytes of files.
    func folder(_ verb: String) throws(RepositoryError) -> AttachmentFolder {
        do throws(StorageError) {
            return try storage.requireAttachments()
        } catch {
            throw RepositoryError(error, during: "\(verb) \(Entity.schema.name)")
        }
    }

    /// Notes that a file is to be sent, or deleted on the server if there is no place of its bytes.
    func change(
        _ property: FileProperty<Entity>,
        of id: Entity.ID,
        to place: URL?,
        at now: Date
    ) async throws(RepositoryError) {
        let verb = place == nil ? "detach" : "attach"
        let folder = try folder(verb)
        let replaced = try await write(verb) { entities, store -> [String] in
            let record = try entities.currentRecord(id)
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
            // What the server has is shown no longer.
            try kept?.forget(in: store)
            return [old?.name, kept?.name].compactMap(\.self)
        }
        for name in replaced { folder.remove(name) }
    }

    /// Where the bytes of a file are.
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
                        "The attached file is not beside the store any more."
                    )
                }
                return .here(place)
            }
            // Only the server writes the property: a pending document may have an older value.
            let version = try record.version(of: property.key)
            if let kept = try KeptFile(of: record.key, property.key, in: entities.store),
                kept.version == version, let place = folder.existing(kept.name)
            {
                return .here(place)
            }
            return version == .null ? .none : .elsewhere(record.key, version: version)
        }
    }

    /// Keeps bytes that have come from the server, unless the entity has left or something newer is here.
    ///
    /// - Returns: Where the bytes of the file are; nil if the entity has none any more.
    func keep(
        _ place: URL,
        as property: FileProperty<Entity>,
        of key: RecordKey,
        _ version: JSON
    ) async throws(RepositoryError) -> URL? {
        let folder = try folder("file")
        // What is not kept is removed; what was moved in is not there any more.
        defer { try? FileManager.default.removeItem(at: place) }
        let (name, replaced) = try await write("file") { _, store -> (String?, String?) in
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
