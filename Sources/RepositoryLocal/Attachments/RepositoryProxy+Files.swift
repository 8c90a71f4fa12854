public import Foundation

extension RepositoryProxy {
    /// Attaches a file to an entity: its contents are stored immediately, and sent once the server
    /// has the entity.
    ///
    /// It replaces a previously attached file that was not sent yet.
    ///
    ///     let message = try await messages.create(Message.Draft(text: "Look"))
    ///     try await messages.attach(jpeg, as: .photo, to: message.id)
    ///
    /// - Parameters:
    ///   - data: The bytes.
    ///   - property: The property that represents the file.
    ///   - id: The identity of the entity; it may be a temporary one that the server has replaced.
    /// - Throws: `RepositoryError`: `.notFound` if the entity is not stored, `.storage` if the
    ///   contents cannot be written.
    public func attach(
        _ data: Data,
        as property: FileProperty<Entity>,
        to id: Entity.ID
    ) async throws(RepositoryError) {
        try await attach(property, to: id) { folder throws(StorageError) in
            try folder.receive(data)
        }
    }

    /// Attaches a copy of a file to an entity.
    ///
    /// - Parameters:
    ///   - url: The URL of the file, which is not needed afterwards.
    ///   - property: The property that represents the file.
    ///   - id: The identity of the entity; it may be a temporary one that the server has replaced.
    /// - Throws: `RepositoryError`: `.notFound` if the entity is not stored, `.storage` if the file
    ///   cannot be copied.
    public func attach(
        contentsOf url: URL,
        as property: FileProperty<Entity>,
        to id: Entity.ID
    ) async throws(RepositoryError) {
        try await attach(property, to: id) { folder throws(StorageError) in
            try folder.receive(contentsOf: url)
        }
    }

    /// Deletes a file of an entity, locally at once and on the server as soon as it is reachable.
    ///
    /// - Parameters:
    ///   - property: The property that represents the file.
    ///   - id: The identity of the entity; it may be a temporary one that the server has replaced.
    /// - Throws: `RepositoryError`: `.notFound` if the entity is not stored.
    public func detach(
        _ property: FileProperty<Entity>,
        from id: Entity.ID
    ) async throws(RepositoryError) {
        guard let local = sides.local else { throw .noStore("detach", Entity.self) }
        try await local.change(property, of: id, to: nil, at: sides.clock.now)
        sides.requestSynchronization()
    }

    /// Returns the location of a file's contents, and downloads them if they are not stored.
    ///
    /// The store removes the file when a new version replaces it, or when the entity is removed:
    /// copy the file if you need it longer.
    ///
    /// - Parameters:
    ///   - property: The property that represents the file.
    ///   - id: The identity of the entity; it may be a temporary one that the server has replaced.
    /// - Returns: The location of the file; nil if the entity has none.
    /// - Throws: `RepositoryError`: `.notFound` if the entity is not stored, `.network` if the file
    ///   must be downloaded and the server is unreachable, `.file` if something outside of the
    ///   store has removed an attached file.
    public func file(
        _ property: FileProperty<Entity>,
        of id: Entity.ID
    ) async throws(RepositoryError) -> URL? {
        guard let local = sides.local else { throw .noStore("file", Entity.self) }
        switch try await local.look(at: property, of: id) {
        case .none: return nil
        case .here(let place): return place
        case .elsewhere(let key, let version):
            guard let collection = await sides.synchronizer?.collection(key.collection) else {
                throw .unavailable(.findByID, Entity.self)
            }
            let folder = try local.folder("file")
            guard let place = try await collection.download(property, of: key.id, into: folder)
            else { return nil }
            return try await local.keep(place, as: property, of: key, version)
        }
    }

    private func attach(
        _ property: FileProperty<Entity>,
        to id: Entity.ID,
        _ receive: (AttachmentFolder) throws(StorageError) -> URL
    ) async throws(RepositoryError) {
        guard let local = sides.local else { throw .noStore("attach", Entity.self) }
        let folder = try local.folder("attach")
        let place: URL
        do throws(StorageError) {
            place = try receive(folder)
        } catch {
            throw RepositoryError(error, during: "attach \(Entity.schema.name)")
        }
        do throws(RepositoryError) {
            try await local.change(property, of: id, to: place, at: sides.clock.now)
        } catch {
            try? FileManager.default.removeItem(at: place)
            throw error
        }
        sides.requestSynchronization()
    }
}
