extension RepositoryProxy {
    /// Finds, among what the server has just answered, what creations without an answer have become.
    func recognize(_ entities: [Entity], tag: String? = nil) async {
        // Where this fails, the synchronizer searches.
        try? await synchronizer?.recognize(in: Entity.schema.name) {
            entities.compactMap { entity in
                guard let document = try? entity.jsonData(),
                    let members = try? [String: JSON](jsonData: document)
                else { return nil }
                return RemoteState(members: members, tag: tag)
            }
        }
    }

    /// Asks the local store what it knows before something is written.
    ///
    /// An entity that it does not know may be what a creation without an answer has become: then it is
    /// read first, for once it is changed nobody would find it.
    func lookBeforeWriting(
        _ subject: LocalSubject<Entity>
    ) async throws(RepositoryError) -> Look {
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
        for (index, subject) in subjects.enumerated() {
            do throws(RepositoryError) {
                if await look(at: subject).mayBeCreation { try await recognize(subject) }
            } catch {
                throw error.at(index)
            }
        }
    }

    private var seeksCreations: Bool {
        get async {
            // What cannot be read will be said by what comes next.
            (try? await synchronizer?.seeksCreations(in: Entity.schema.name)) ?? false
        }
    }

    private func recognize(_ subject: LocalSubject<Entity>) async throws(RepositoryError) {
        guard let id = subject.id, let remote, remote.can(.findByID) else { return }
        let tags = EntityTagExchange()
        do throws(RepositoryError) {
            let entity = try await tags.exchanging { () throws(RepositoryError) in
                try await remote.find(id: id)
            }
            await recognize([entity], tag: tags.received)
        } catch {
            // Nothing has become of what is not there.
            guard error.code == .notFound else { throw error }
        }
    }
}

extension LocalSubject {
    /// The identity of what is there already.
    fileprivate var id: Entity.ID? {
        switch self {
        case .id(let id): id
        case .write(let write): write.id
        }
    }
}
