import Foundation

// Recognizes the results of creations without a response: among received entities, and before a
// write.
extension RepositorySides {
    /// Looks for the results of creations without a response among entities that were requested at a
    /// date.
    func recognize(_ entities: [Entity], requestedAt date: Date, tag: String? = nil) async {
        // If this fails, the synchronizer searches for them.
        try? await synchronizer?.recognize(in: Entity.schema.name, requestedAt: date) {
            entities.compactMap { entity in
                guard let document = try? entity.jsonData(),
                    let members = try? [String: JSON](jsonData: document)
                else { return nil }
                return RemoteState(members: members, tag: tag)
            }
        }
    }

    /// Queries the local store before a write.
    ///
    /// An entity missing there may be the result of a creation without a response. It is fetched
    /// before the write, because afterwards it could no longer be recognized.
    func lookBeforeWriting(
        _ subject: LocalSubject<Entity>
    ) async throws(RepositoryError) -> LocalLook<Entity> {
        let look = await look(at: subject)
        guard look.mayBeCreation, await seeksCreations else { return look }
        try await recognize(subject)
        return await self.look(at: subject)
    }

    /// The same before a batch is written.
    func recognizeBeforeWriting(
        _ subjects: [LocalSubject<Entity>]
    ) async throws(RepositoryError) {
        guard await seeksCreations else { return }
        _ = try await subjects.mapSequentially { (subject) throws(RepositoryError) in
            if await look(at: subject).mayBeCreation { try await recognize(subject) }
        }
    }

    private var seeksCreations: Bool {
        get async {
            // If this cannot be read, the next step throws the error.
            (try? await synchronizer?.seeksCreations(in: Entity.schema.name)) ?? false
        }
    }

    private func recognize(_ subject: LocalSubject<Entity>) async throws(RepositoryError) {
        guard let id = subject.id, let remote, remote.can(.findByID) else { return }
        let (tags, date) = (EntityTagExchange(), clock.now)
        do throws(RepositoryError) {
            let entity = try await tags.exchanging { () throws(RepositoryError) in
                try await remote.find(id: id)
            }
            await recognize([entity], requestedAt: date, tag: tags.received)
        } catch {
            // A missing entity cannot be the result of a creation.
            guard error.code == .notFound else { throw error }
        }
    }
}

extension LocalSubject {
    /// The identity of an existing entity.
    fileprivate var id: Entity.ID? {
        switch self {
        case .id(let id): id
        case .write(let write): write.id
        }
    }
}
