import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What is sent of an entity, and how it is recognized in what the server has.
extension RemoteCollection {
    /// What a client sends of an entity.
    ///
    /// - Throws: `RepositoryError` where the members are no entity.
    func drafted(_ members: [String: JSON]) throws(RepositoryError) -> [String: JSON] {
        do throws(JSONError) {
            return try draft(members)
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: schema.name,
                message: "The stored document is no entity: \(error).",
                cause: error
            )
        }
    }

    /// The request of a write, as it is made now.
    func request(
        of entry: OutboxEntry,
        body: [String: JSON]?
    ) throws(RepositoryError) -> NetworkingRequest {
        let operation: ServiceOperation =
            switch entry.operation {
            case .create: .create
            case .update: .update
            case .patch: isPatchable ? .patch : .update
            case .delete: .delete
            }
        var request =
            entry.operation == .create
            ? collectionRequest(operation, "") : try entityRequest(operation, entry.key.id)
        if let body { try request.setBody(JSON.object(body)) }
        // Said outright: by its header, a server that ignores keys would seem to know them.
        request.isIdempotent = request.isIdempotent || knowsIdempotencyKeys
        if let name = HTTPField.Name(heededIdempotencyHeader ?? IdempotencyKey.header) {
            request.head.headerFields[name] = entry.idempotencyKey
        }
        if entry.operation != .create, let tag = entry.baseTag {
            request.head.headerFields[.ifMatch] = tag
        }
        return request
    }

    /// Whether the server still answers a creation as the first time.
    func knowsKey(
        of entry: OutboxEntry,
        in store: any StorageReader,
        at now: Date
    ) throws(StorageError) -> Bool {
        guard case .idempotencyKey(_, let lifetime) = creationCheck, !entry.isOfBatch,
            let sent = try WriteHistory.of(entry.id, in: store).sent
        else { return false }
        // Sent in the future, it was so while the clock was wrong.
        return abs(now.timeIntervalSince(sent)) < lifetime.inSeconds
    }

    /// The creations without a response that are found by what was sent, and not by a key or an identity.
    func soughtCreations(
        in store: any StorageReader,
        at now: Date
    ) throws(StorageError) -> [OutboxEntry] {
        guard creationCheck != .identity else { return [] }
        var sought: [OutboxEntry] = []
        for entry in try store.ambiguousCreations(in: schema.name)
        where try !knowsKey(of: entry, in: store, at: now) {
            if let sent = entry.changed?.object, isFoundByIdentity(sent) { continue }
            sought.append(entry)
        }
        return sought
    }

    /// What a write has changed on the server, if it has arrived; nil where that is nothing.
    func sent(by entry: OutboxEntry, over base: [String: JSON]) -> [String: JSON]? {
        guard let changed = entry.changed?.object, [.update, .patch].contains(entry.operation)
        else { return nil }
        let full =
            entry.operation == .patch ? DocumentMembers.applying(changed, to: base) : changed
        guard let old = try? draft(base), let new = try? draft(full) else { return nil }
        let sent = DocumentMembers.difference(from: old, to: new)
            .filter { !schema.immutable.contains($0.key) }
        return sent.isEmpty ? nil : sent
    }

    /// Whether a client sends the identity of an entity that it creates.
    func namesIdentity(_ members: [String: JSON]) -> Bool {
        (try? draft(members))?[schema.identityKey] != nil
    }

    /// Whether what has become of a creation is found under the identity that it says, though it need not
    /// say one, in whatever form the server keeps the rest.
    func isFoundByIdentity(_ sent: [String: JSON]) -> Bool {
        guard creationCheck == .comparison else { return false }
        return (try? draft(sent))?[schema.identityKey]?.identityText != nil
    }

    /// Whether the server cannot be searched for what a creation has become.
    func isUnsearchable(_ error: RepositoryError) -> Bool {
        creationCheck != .identity
            && (error.code == .unknownOutcome || [405, 501].contains(error.status))
    }

    /// Whether an entity says that it is gone.
    func isTombstone(_ members: [String: JSON]) -> Bool {
        conventions.tombstone?.marks(.object(members)) ?? false
    }

    /// How an entity of the server is like what was sent.
    enum Likeness {
        /// It has all that was sent, as it was sent.
        case same
        /// It has all that was sent, as a service may keep it; what listings leave out says nothing.
        case similar
        case different
    }

    /// Compares an entity of the server with what was sent.
    func likeness(of members: [String: JSON], to sent: [String: JSON]) -> Likeness {
        // What is gone, only a client that has written it so can have created.
        guard let found = try? draft(members), isTombstone(sent) || !isTombstone(members) else {
            return .different
        }
        if DocumentMembers.has(sent, in: found) { return .same }
        return DocumentMembers.has(sent: sent, in: found, besides: schema.unlisted)
            ? .similar : .different
    }
}
