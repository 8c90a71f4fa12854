import Foundation
import RepositoryRuntime
import RepositoryTesting

/// Requests that the app sends directly to the service, bypassing the outbox, while the client synchronizes: one at a
/// time, whose response is stored later.
struct DirectRequests {
    /// A request in flight.
    private enum Request {
        /// The messages at a time.
        case listing([[String: JSON]], at: Date)
        /// A creation; without a response, its outcome is unknown.
        case creation(UUID, NewEntity, key: String?, at: Date, SimulatedService.Response?)
    }

    /// An entity that the app creates.
    private struct NewEntity {
        let schema: EntitySchema
        let path: String
        let id: String
        let document: Data
        let draft: Data
        /// Its line in the journal; nil for none.
        var line: JournalLine?

        init(_ message: Message) throws {
            (schema, path, id) = (Message.schema, "messages", message.id)
            (document, draft) = (try message.jsonData(), try message.draft.jsonData())
            line = JournalLine(message, isNew: true)
        }

        init(_ conversation: Conversation) throws {
            (schema, path, id) = (Conversation.schema, "conversations", conversation.id)
            (document, draft) = (try conversation.jsonData(), try conversation.draft.jsonData())
        }
    }

    private let variant: SyncVariant
    private var request: Request?
    private var count = 0

    init(_ variant: SyncVariant) {
        self.variant = variant
    }

    /// Sends a request, stores the response to the last one, or does neither.
    ///
    /// The app reads nothing while the client synchronizes: of two requests in flight, it is unknown which one returns
    /// the newer state, and the core assumes that it is the one that was sent later.
    mutating func goOn(_ client: SimulatedClient, _ world: SimulatedWorld, isIdle: Bool) {
        guard let request else { return begin(client, world, isIdle: isIdle) }
        guard world.happens(oneIn: 3) else { return }
        self.request = nil
        world.clock.advance(by: .milliseconds(1))
        // If the clock was set back, it does not tell which states were confirmed in the meantime.
        switch request {
        case .listing(let messages, let date) where date <= world.clock.now:
            world.tell("the app stores the messages that it has read")
            _ = client.write { store in
                let confirmed = Confirmations(Message.schema, in: store, at: date)
                for message in messages {
                    let document = try JSON.object(message).jsonData()
                    try confirmed.put(listed: document, id: message["_id"]?.string ?? "")
                }
            }
        case .listing: break
        // No request is in flight for longer than the timeout of a session.
        case .creation(_, _, _, let date, _)
        where !(0..<300).contains(world.clock.now.timeIntervalSince(date)):
            break
        case .creation(let id, let entity, let key, let date, let response):
            world.tell("the app stores what came of \(entity.id)")
            _ = client.write { store in
                try OpenCreations.end(id, of: entity.schema.name, in: store)
                try Self.keep(entity, key: key, sentAt: date, response, in: store)
            }
        }
    }

    private mutating func begin(
        _ client: SimulatedClient,
        _ world: SimulatedWorld,
        isIdle: Bool
    ) {
        if isIdle, world.happens(oneIn: 3) {
            world.tell("the app reads the messages")
            world.writeElsewhere()
            let messages = world.service.collections["messages"]?.entities ?? []
            // No two events have the same time.
            world.clock.advance(by: .milliseconds(1))
            request = .listing(messages, at: world.clock.now)
            world.clock.advance(by: .milliseconds(1))
            world.writeElsewhere()
        } else if !variant.givesIdentities, world.happens(oneIn: 40) {
            count += 1
            let (id, now) = (UUID(), world.clock.now)
            let name = "d\(Int(now.timeIntervalSinceReferenceDate)).\(count)"
            let begun = client.write { store in
                let entity =
                    world.happens(oneIn: 2)
                    ? try NewEntity(Conversation(id: name, title: "twin"))
                    : try NewEntity(Message(id: name, text: "\(name):"))
                try OpenCreations.begin(id, of: entity.schema.name, at: now, in: store)
                return entity
            }
            guard let entity = begun else { return }
            let key = variant.creation == .key ? UUID().uuidString : nil
            let response = world.create(entity.draft, in: entity.path, key: key)
            request = .creation(id, entity, key: key, at: now, response)
        }
    }

    /// Stores the outcome of a creation.
    private static func keep(
        _ entity: NewEntity,
        key: String?,
        sentAt date: Date,
        _ response: SimulatedService.Response?,
        in store: any StorageWriter
    ) throws {
        let writes = RandomWrites(seed: 0, in: store)
        if let line = entity.line { try writes.note(line) } else { try writes.noteConversation() }
        guard let response, let body = response.body, let id = body["_id"]?.string else {
            return try Outbox(entity.schema, in: store).keepAmbiguous(
                .create,
                document: entity.document,
                id: entity.id,
                idempotencyKey: key,
                sentAt: date
            )
        }
        let confirmed = Confirmations(entity.schema, in: store, at: date)
        try confirmed.put(try body.jsonData(), id: id, entityTag: response.tag, isOwn: true)
    }
}
