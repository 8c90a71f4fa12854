/// A write, and the change on the server that it conflicts with.
struct WriteCollision<Entity: RepositoryValues.Entity> {
    /// The properties of the last common version.
    let base: [String: JSON]
    /// The intended properties; nil for a creation or a deletion.
    let mine: [String: JSON]?
    /// The properties of the server's version.
    let theirs: [String: JSON]
    /// The server's version.
    let remote: Entity

    /// Compares a write, nil for a deletion, with the server's version.
    init(
        of write: EntityWrite<Entity>?,
        base: [String: JSON],
        theirs: Entity
    ) throws(RepositoryError) {
        self.base = base
        remote = theirs
        self.theirs = try Self.reading { () throws(JSONError) in
            try [String: JSON](jsonData: theirs.jsonData())
        }
        mine = try Self.reading { () throws(JSONError) in
            switch write {
            case .update(let entity), .storeOrUpdate(let entity):
                return try [String: JSON](jsonData: entity.jsonData())
            case .patch(_, let patch):
                let changes = try [String: JSON](jsonData: patch.jsonData())
                return DocumentMembers.applying(changes, to: base)
            case .change(let old, let new):
                let changes = DocumentMembers.difference(
                    from: try [String: JSON](jsonData: old.jsonData()),
                    to: try [String: JSON](jsonData: new.jsonData())
                )
                return DocumentMembers.applying(changes, to: base)
            case .create, nil: return nil
            }
        }
    }

    /// Returns the write as it is sent on top of the server's version; a patch needs no
    /// changes.
    func merged(_ write: EntityWrite<Entity>) throws(RepositoryError) -> EntityWrite<Entity> {
        guard let mine else { return write }
        let merge = ThreeWayMerge(base: base, local: mine, remote: theirs)
        func entity() throws(RepositoryError) -> Entity {
            try Self.reading { () throws(JSONError) in
                try Overlay(merge.members).entity(Entity.self)
            }
        }
        switch write {
        case .update: return .update(try entity())
        case .storeOrUpdate: return .storeOrUpdate(try entity())
        case .change: return .change(from: remote, to: try entity())
        case .create, .patch: return write
        }
    }

    /// The error that is thrown if the user resolves the conflict.
    var error: RepositoryError {
        let local = mine.flatMap { try? Overlay($0).entity(Entity.self) }
        let id = theirs[Entity.schema.identityKey]?.identityText ?? ""
        let merge = ThreeWayMerge(base: base, local: mine ?? [:], remote: theirs)
        let summary = SyncConflict(
            key: RecordKey(collection: Entity.schema.name, id: id),
            resolution: .open,
            properties: mine == nil ? [] : merge.conflicts
        )
        return RepositoryError(
            .conflict,
            during: "write \(Entity.schema.name)",
            message:
                "The version on the server differs from the expected one; nothing was written.",
            cause: WriteConflict(local: local, remote: remote, summary: summary)
        )
    }

    private static func reading<Value>(
        _ body: () throws(JSONError) -> Value
    ) throws(RepositoryError) -> Value {
        do throws(JSONError) {
            return try body()
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: "write \(Entity.schema.name)",
                message: "The two versions cannot be compared: \(error).",
                cause: error
            )
        }
    }
}

extension EntityWrite {
    /// Returns the same change of a newer version, which the caller may not have seen; the response
    /// to a write may contain only a part of it.
    func rebased(on confirmed: ConfirmedVersion?) -> EntityWrite {
        guard case .change = self, let confirmed,
            let newer = try? Overlay(confirmed.members).entity(Entity.self),
            let change = try? WriteCollision(of: self, base: confirmed.members, theirs: newer)
        else { return self }
        return (try? change.merged(self)) ?? self
    }
}
