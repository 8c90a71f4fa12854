import Foundation
import HTTPTypes

// What is sent of an entity, and how it is recognized on the server.
extension RemoteCollection {
    /// Returns the properties of an entity that a client sends.
    ///
    /// - Throws: `RepositoryError` if the properties do not form an entity.
    func drafted(_ members: [String: JSON]) throws(RepositoryError) -> [String: JSON] {
        do throws(JSONError) {
            return try draft(members)
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: schema.name,
                message: "The stored document is not a valid entity: \(error).",
                cause: error
            )
        }
    }

    /// Creates the request of a write.
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
        // Set explicitly: the header field alone would also mark requests to servers that ignore
        // keys.
        request.isIdempotent = request.isIdempotent || knowsIdempotencyKeys
        if let name = HTTPField.Name(heededIdempotencyHeader ?? IdempotencyKey.header) {
            request.head.headerFields[name] = entry.idempotencyKey
        }
        if entry.operation != .create, let tag = entry.baseTag {
            request.head.headerFields[.ifMatch] = tag
        }
        return request
    }

    /// Whether the server still recognizes the idempotency key of a creation.
    func knowsKey(
        of entry: OutboxEntry,
        in store: any StorageReader,
        at now: Date
    ) throws(StorageError) -> Bool {
        guard case .idempotencyKey(_, let lifetime) = creationCheck, !entry.isOfBatch,
            let sent = try WriteHistory.of(entry.id, in: store).sent
        else { return false }
        // A date in the future means that the clock was wrong.
        return abs(now.timeIntervalSince(sent)) < lifetime.inSeconds
    }

    /// Returns the creations without a response that must be recognized by content, not by key or
    /// identity.
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

    /// Returns the properties that a write has changed on the server, if it arrived; nil if there
    /// are none.
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

    /// Whether the client sends the identity of an entity that it creates.
    func namesIdentity(_ members: [String: JSON]) -> Bool {
        (try? draft(members))?[schema.identityKey] != nil
    }

    /// Whether a creation contains an identity under which its result can be found, although that
    /// is optional, regardless of how the server stores the other properties.
    func isFoundByIdentity(_ sent: [String: JSON]) -> Bool {
        guard creationCheck == .comparison else { return false }
        return (try? draft(sent))?[schema.identityKey]?.identityText != nil
    }

    /// Whether the server cannot be searched for the result of a creation.
    func isUnsearchable(_ error: RepositoryError) -> Bool {
        creationCheck != .identity
            && (error.code == .unknownOutcome || [405, 501].contains(error.status))
    }

    /// Whether an entity is a tombstone.
    func isTombstone(_ members: [String: JSON]) -> Bool {
        conventions.tombstone?.marks(.object(members)) ?? false
    }

    /// The similarity of an entity on the server to the one that was sent.
    enum Likeness {
        /// It has all properties as they were sent.
        case same
        /// It has all properties in a form in which a service may store them; missing properties in
        /// lists are ignored.
        case similar
        case different
    }

    /// Compares an entity on the server with the one that was sent.
    func likeness(of members: [String: JSON], to sent: [String: JSON]) -> Likeness {
        // A tombstone can only be the result if the client has sent one.
        guard let found = try? draft(members), isTombstone(sent) || !isTombstone(members) else {
            return .different
        }
        if DocumentMembers.has(sent, in: found) { return .same }
        return DocumentMembers.has(sent: sent, in: found, besides: schema.unlisted)
            ? .similar : .different
    }
}

extension JSON {
    /// Returns the same value, without the properties of its objects that another one lacks.
    fileprivate func limited(to other: JSON, keepingNull: Bool) -> JSON {
        switch (self, other) {
        case (.object(let members), .object(let others)):
            .object(members.limited(to: others, keepingNull: keepingNull))
        case (.array(let elements), .array(let others)) where elements.count == others.count:
            .array(zip(elements, others).map { $0.limited(to: $1, keepingNull: keepingNull) })
        default: self
        }
    }
}

extension [String: JSON] {
    /// Returns the same properties, without those that others lack, at any depth; `keepingNull` is
    /// whether those that are null stay.
    func limited(to others: [String: JSON], keepingNull: Bool = false) -> [String: JSON] {
        reduce(into: [:]) { limited, member in
            if let other = others[member.key] {
                limited[member.key] = member.value.limited(to: other, keepingNull: keepingNull)
            } else if keepingNull, member.value == .null {
                limited[member.key] = .null
            }
        }
    }
}

extension WriteAttempt {
    /// Creates the attempt for a creation that may have been sent before.
    init(
        repeating entry: OutboxEntry,
        sending sent: [String: JSON],
        _ collection: RemoteCollection,
        at now: Date
    ) throws(RepositoryError) {
        // The first request also had null for references that were left out.
        let body = try collection.drafted(sent).limited(to: sent, keepingNull: true)
        let request = try collection.request(of: entry, body: body)
        self.init(entry: entry, request: request, sent: sent, date: now)
        isRepeated = true
    }
}
