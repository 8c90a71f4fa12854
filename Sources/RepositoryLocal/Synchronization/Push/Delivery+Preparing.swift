import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Delivery {
    /// A write that is marked as in flight.
    struct Attempt: Sendable {
        var entry: OutboxEntry
        var request: NetworkingRequest
        /// The whole entity as it is here once the server has carried out the write.
        var sent: [String: JSON]
        /// When it was marked.
        var date: Date
        /// Whether it was sent before, and nobody knows what came of it.
        var isRepeated = false
    }

    /// What is to be done with a write first.
    enum Preparation: Sendable {
        /// Nothing more.
        case outcome(Outcome)
        /// No entity tag guards the write: what the server has is compared with the base; or a creation
        /// could overwrite what is there.
        case check(OutboxEntry)
        /// A change was sent, perhaps: what the server has is read.
        case readBack(OutboxEntry)
        /// A creation was sent, perhaps: it is found out.
        case find(Attempt)
        /// A creation was sent, perhaps, and nobody can tell any more what it is to be found by.
        case unknown(RepositoryError)
        /// It is sent.
        case send(Attempt)
    }

    /// Looks at a write, and marks it as in flight where it can be sent.
    ///
    /// - Returns: The write as it was found, nil where it was not; and what is to be done.
    func prepare(
        _ id: OutboxEntry.ID,
        isChecked: Bool,
        _ rings: KnownRings?
    ) async throws(StorageError) -> (OutboxEntry?, Preparation) {
        let now = clock.now
        return try await storage.write { store throws(StorageError) in
            guard let entry = try store.entry(id), entry.state != .rejected,
                try store.entries(of: entry.key).first?.id == id
            else { return (nil, .outcome(Outcome(.absent))) }
            let hold = try WriteHold(of: entry, in: store)
            if let date = hold.end(at: now, isByHand: isByHand) {
                return (entry, .outcome(Outcome(.postponed, until: date)))
            }
            do throws(RepositoryError) {
                return (entry, try prepare(entry, isChecked: isChecked, rings, in: store))
            } catch {
                if let cause = error.cause as? StorageError { throw cause }
                // Refused, it could be mended and created a second time.
                if entry.operation == .create, entry.state == .inFlight {
                    return (entry, .unknown(error))
                }
                let failure = OutboxFailure(error, at: now)
                return (entry, .outcome(try store.reject(entry, failure)))
            }
        }
    }

    private func prepare(
        _ entry: OutboxEntry,
        isChecked: Bool,
        _ rings: KnownRings?,
        in store: any StorageWriter
    ) throws(RepositoryError) -> Preparation {
        let record = try stored { () throws(StorageError) in try store.record(entry.key) }
        var document = try members(record?.document) ?? [:]
        let base = try members(record?.base)
        let isInFlight = entry.state == .inFlight
        // A deletion that has arrived may have made way for another entity with the same identity.
        let isReadBack = entry.operation == .delete ? base != nil : entry.operation != .create
        if isInFlight, isReadBack { return .readBack(entry) }
        if isInFlight, entry.operation == .create {
            // What was sent is what it was then, whatever was written since.
            let sent = entry.changed?.object ?? document
            return .find(try attempt(entry, sending: sent))
        }
        if entry.operation != .delete, collection.schema.hasReferences {
            document = try stored { () throws(StorageError) in
                try withCurrentReferences(document, of: record, in: store)
            }
        }
        if entry.operation != .delete,
            try stored({ () throws(StorageError) in try refersToAbandoned(document, in: store) })
        {
            throw RepositoryError(
                .invalidRequest,
                during: collection.schema.name,
                message: "It refers to an entity that was deleted before the server knew it."
            )
        }
        if entry.operation != .delete,
            try stored({ () throws(StorageError) in try refersToUnsent(document, in: store) })
        {
            guard let rings, entry.operation == .create,
                let rest = try membersOutsideRing(of: entry.key, document, rings, in: store)
            else { return .outcome(Outcome(.postponed)) }
            document = rest
        }
        var entry = entry
        entry.baseTag = record?.entityTag
        // The server has never seen it with that key.
        if entry.isOfBatch { entry.idempotencyKey = UUID().uuidString }
        let contested = try stored { () throws(StorageError) in
            try WriteHistory.of(entry.id, in: store).unansweredKeys
        }
        var sent = document
        var body: [String: JSON]?
        switch entry.operation {
        case .create:
            body = try draft(document)
            entry.changed = .object(document)
        case .update:
            body = try draft(document)
            // Both are in one form: null and absent are told apart where both may be.
            if let base {
                let old = try draft(base)
                let (conventions, immutable) = (collection.conventions, collection.schema.immutable)
                body =
                    old == body && contested.isEmpty
                    ? nil : conventions.update(body ?? [:], over: old, immutable: immutable)
            }
            entry.changed = .object(document)
        case .patch:
            let changes = entry.changed?.object ?? [:]
            sent = DocumentMembers.applying(changes, to: base ?? document)
            try requireKnown(changes, in: sent)
            body = try changedBody(
                changes,
                base: base,
                sent: sent,
                document: document,
                contested: contested
            )
            if !collection.isPatchable { sent = document }
        case .delete:
            break
        }
        guard body != nil || entry.operation == .delete else {
            return try stored { () throws(StorageError) in
                let isMerged = try store.end(entry.id).isMerged
                try takeBack(sent, over: base, of: entry.key, in: store)
                try store.updateState(of: entry.key)
                return .outcome(Outcome(isMerged ? .merged : .acknowledged))
            }
        }
        // What listings leave out is compared also where the client wins: it has not changed that.
        let isToCompare =
            collection.conflicts != .clientWins || !collection.schema.partial.isEmpty
        let isUnguarded =
            entry.operation == .create
            ? collection.mayOverwriteByCreating
            : base != nil && record?.entityTag == nil && isToCompare
        if !isChecked, isUnguarded { return .check(entry) }
        let request = try request(entry, body: body)
        entry.state = .inFlight
        entry.attempts += 1
        entry.notBefore = nil
        let marked = try stored { () throws(StorageError) in
            if entry.operation == .create, collection.knowsIdempotencyKeys {
                // Whatever was sent before has not happened.
                try store.noteSent(entry.id, at: clock.now)
            }
            let marked = try store.put(entry)
            try store.updateState(of: entry.key)
            return marked
        }
        return .send(Attempt(entry: marked, request: request, sent: sent, date: clock.now))
    }

    /// Gives up here what a client may not write: the server will never have it.
    private func takeBack(
        _ sent: [String: JSON],
        over base: [String: JSON]?,
        of key: RecordKey,
        in store: any StorageWriter
    ) throws(StorageError) {
        guard let base, var record = try store.record(key) else { return }
        let local = try DocumentMembers.read(record.document)
        let kept = ThreeWayMerge(base: sent, local: local, remote: base).members
        guard kept != local else { return }
        record.document = try DocumentMembers.write(kept)
        try store.put(record)
    }

    /// A document with the identities that the server has given meanwhile; stored where it had others,
    /// as when it was written by another version that did not note what it refers to.
    func withCurrentReferences(
        _ document: [String: JSON],
        of record: StoredRecord?,
        in store: any StorageWriter
    ) throws(StorageError) -> [String: JSON] {
        let outbox = Outbox(collection.schema, in: store)
        let current = try outbox.withCurrentReferences(document)
        if current != document, var record {
            record.document = try DocumentMembers.write(current)
            try store.put(record)
        }
        return current
    }

    /// The body of a patch: what differs from what the server has, or may still be changed there; nil where
    /// nothing does.
    private func changedBody(
        _ changes: [String: JSON],
        base: [String: JSON]?,
        sent: [String: JSON],
        document: [String: JSON],
        contested: Set<String>
    ) throws(RepositoryError) -> [String: JSON]? {
        guard collection.isPatchable else { return try draft(document) }
        // Only what a client writes: the draft knows; and only what it writes more than once.
        let known = try Set(draft(document).keys).union(try base.map(draft)?.keys.map { $0 } ?? [])
            .subtracting(collection.schema.immutable)
        let body = changes.filter { key, value in
            known.contains(key)
                && (base == nil || contested.contains(key) || base?[key] ?? .null != value)
        }
        guard !body.isEmpty else { return nil }
        return base.map { collection.conventions.patch(body, over: $0) } ?? body
    }

    /// Refuses a change of what is no property of the entity any more.
    private func requireKnown(
        _ changes: [String: JSON],
        in sent: [String: JSON]
    ) throws(RepositoryError) {
        let entity = (try? collection.normalized(sent)) ?? sent
        guard let key = DocumentMembers.firstKey(of: changes, missingIn: entity) else { return }
        throw RepositoryError(
            .invalidRequest,
            during: collection.schema.name,
            message: "It changes '\(key)', which is no property of the entity any more."
        )
    }

    /// The request of a write, as it is made now.
    private func request(
        _ entry: OutboxEntry,
        body: [String: JSON]?
    ) throws(RepositoryError) -> NetworkingRequest {
        var request =
            switch entry.operation {
            case .create: collection.collectionRequest(.create, "")
            case .update: try collection.entityRequest(.update, entry.key.id)
            case .patch:
                try collection.entityRequest(
                    collection.isPatchable ? .patch : .update,
                    entry.key.id
                )
            case .delete: try collection.entityRequest(.delete, entry.key.id)
            }
        if let body { try request.setBody(JSON.object(body)) }
        // Said outright: by its header, a server that ignores keys would seem to know them.
        request.isIdempotent = request.isIdempotent || collection.knowsIdempotencyKeys
        if let name = HTTPField.Name(collection.heededIdempotencyHeader ?? IdempotencyKey.header) {
            request.head.headerFields[name] = entry.idempotencyKey
        }
        if entry.operation != .create, let tag = entry.baseTag {
            request.head.headerFields[.ifMatch] = tag
        }
        return request
    }

    /// A creation that was sent, perhaps.
    func attempt(
        _ entry: OutboxEntry,
        sending sent: [String: JSON]
    ) throws(RepositoryError) -> Attempt {
        let request = try request(entry, body: try draft(sent))
        var attempt = Attempt(entry: entry, request: request, sent: sent, date: clock.now)
        attempt.isRepeated = true
        return attempt
    }

    /// What a client sends of an entity.
    func draft(_ members: [String: JSON]) throws(RepositoryError) -> [String: JSON] {
        do throws(JSONError) {
            return try collection.draft(members)
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: collection.schema.name,
                message: "The stored document is no entity: \(error).",
                cause: error
            )
        }
    }

    private func members(_ document: Data?) throws(RepositoryError) -> [String: JSON]? {
        guard let document else { return nil }
        return try stored { () throws(StorageError) in try DocumentMembers.read(document) }
    }

    /// Carries an error of the store out past errors of requests.
    func stored<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(RepositoryError) -> Value {
        do throws(StorageError) {
            return try body()
        } catch {
            throw RepositoryError(error, during: collection.schema.name)
        }
    }

    /// Carries an error of the store out past errors of requests.
    func stored<Value>(
        _ body: () async throws(StorageError) -> Value
    ) async throws(RepositoryError) -> Value {
        do throws(StorageError) {
            return try await body()
        } catch {
            throw RepositoryError(error, during: collection.schema.name)
        }
    }

    /// Whether an entity refers to one that was given up before the server knew it.
    func refersToAbandoned(
        _ members: [String: JSON],
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        let aliases = IdentityAliases(in: store)
        for target in collection.schema.references(in: members) {
            if try aliases.isAbandoned(target) { return true }
        }
        return false
    }

    /// Whether an entity refers to one that the server does not know yet.
    func refersToUnsent(
        _ members: [String: JSON],
        in store: any StorageReader
    ) throws(StorageError) -> Bool {
        for target in collection.schema.references(in: members) {
            if try store.isUnsent(target) { return true }
        }
        return false
    }
}
