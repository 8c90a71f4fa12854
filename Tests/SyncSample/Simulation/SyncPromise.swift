import Foundation
package import RepositoryRuntime

/// The contents of a client's store at the end of a run.
package struct Holdings: Sendable {
    package let journal: [JournalLine]
    let messages: [StoredRecord]
    package let entries: [OutboxEntry]
    let conversations: [StoredRecord]
    /// The number of conversations that this client has created; it may know others, too.
    let conversationCount: Int
    package let errands: [StoredRecord]
    package let links: [String: ErrandLinks]

    /// Reads a store.
    ///
    /// - Parameter store: The store.
    /// - Throws: `StorageError` if it cannot be read.
    package init(of store: any StorageReader) throws(StorageError) {
        journal = try RandomWrites.journal(of: store)
        messages = try store.records(in: "Message", states: Set(SyncState.allCases))
        entries = try store.entries()
        conversations = try store.records(in: "Conversation", states: Set(SyncState.allCases))
        conversationCount = try RandomWrites.conversationCount(of: store)
        errands = try store.records(in: "Errand", states: Set(SyncState.allCases))
        links = try RandomWrites.errands(of: store)
    }
}

/// The contents of a service at the end of a run, and everything that was ever created there.
package struct ServiceContents: Sendable {
    package var messages: [Message]
    package var conversations: [Conversation]
    package var errands: [Errand]
    /// The marks of messages, and the titles of other entities, as they were created.
    package var createdMessages: [String]
    package var createdConversations: [String]
    package var createdErrands: [String]

    /// Creates the contents from JSON arrays.
    ///
    /// - Parameters:
    ///   - documents: The entities of a collection.
    ///   - creations: The entities that were ever created in it.
    /// - Throws: `JSONError` if an entity cannot be decoded.
    package init(
        documents: (_ collection: String) throws -> JSON,
        creations: (_ collection: String) throws -> JSON
    ) throws {
        messages = try [Message](jsonData: try documents("messages").jsonData())
        conversations = try [Conversation](jsonData: try documents("conversations").jsonData())
        errands = try [Errand](jsonData: try documents("errands").jsonData())
        func texts(_ collection: String, _ key: String) throws -> [String] {
            try creations(collection).array?.compactMap { $0[key]?.string } ?? []
        }
        createdMessages = try texts("messages", "text").map { String($0.prefix { $0 != ":" }) }
        createdConversations = try texts("conversations", "title")
        createdErrands = try texts("errands", "title")
    }

    /// Creates the contents of a simulated service.
    init(_ service: SimulatedService) throws {
        func json(_ members: [[String: JSON]]?) -> JSON {
            .array((members ?? []).map { .object($0) })
        }
        try self.init(
            documents: { json(service.collections[$0]?.entities) },
            creations: { json(service.collections[$0]?.creations) }
        )
    }
}

/// The guarantee of an offline-first client: once all faults have ended, no write is lost, none has happened twice, and
/// both sides are equal.
package struct SyncPromise {
    private let variant: SyncVariant
    private let held: Holdings
    private let there: ServiceContents
    private let touched: Set<String>
    private let ignored: Set<String>
    private let delayed: Set<String>
    private let mayReferToNothing: Bool
    private let labels: [String: JSON]
    private var found: [String] = []

    /// Creates a check of the contents of both sides.
    ///
    /// - Parameters:
    ///   - variant: The capabilities of the service.
    ///   - held: The contents of the client.
    ///   - there: The contents of the service.
    ///   - touched: The marks of messages that another client has changed or deleted, or tried to; only a write to one
    ///     of these may end without its intended effect.
    ///   - mayReferToNothing: Whether the app writes references to missing entities, which the service rejects.
    ///   - ignored: The marks of messages for which the service has reported a change that it did not apply.
    ///   - delayed: The marks of messages with a change that arrived after later ones; if the user has discarded it
    ///     after a rejection, the service may have carried it out.
    ///   - labels: The labels that another client has last given to messages, by the marks of the messages.
    package init(
        _ variant: SyncVariant,
        _ held: Holdings,
        _ there: ServiceContents,
        touched: Set<String>,
        mayReferToNothing: Bool = true,
        ignored: Set<String> = [],
        delayed: Set<String> = [],
        labels: [String: JSON] = [:]
    ) {
        self.variant = variant
        self.held = held
        self.there = there
        self.touched = touched
        self.ignored = ignored
        self.delayed = delayed
        self.mayReferToNothing = mayReferToNothing
        self.labels = labels
    }

    /// Returns the violations.
    ///
    /// - Returns: A sentence for each; empty if there are none.
    /// - Throws: `JSONError` if the client's store contains an invalid entity.
    package func violations() throws -> [String] {
        var promise = self
        let local = try held.messages.map { try Message(jsonData: $0.document) }
        promise.checkEntries()
        promise.checkSides(local)
        try promise.checkConversations()
        promise.checkCreations()
        promise.checkLabels()
        promise.checkJournal(local)
        try promise.checkErrands()
        return promise.found
    }

    /// Returns the differences between the two sides when nothing is pending, and all rejected writes were discarded.
    ///
    /// - Returns: A sentence for each difference; empty if there are none.
    /// - Throws: `JSONError` if the client's store contains an invalid entity.
    func differences() throws -> [String] {
        var promise = self
        promise.require(held.entries.isEmpty, "a write that was given up is left")
        promise.checkSides(try held.messages.map { try Message(jsonData: $0.document) })
        return promise.found
    }

    private mutating func require(_ condition: Bool, _ message: @autoclosure () -> String) {
        if !condition { found.append(message()) }
    }

    /// Checks that no write is pending: the remaining ones were rejected, for a legitimate reason.
    private mutating func checkEntries() {
        for entry in held.entries where !["Folder", "Page"].contains(entry.key.collection) {
            require(entry.state == .rejected, "a write is left: \(entry)")
            let record = held.messages.first { $0.key == entry.key }
            let message = record.flatMap { try? Message(jsonData: $0.document) }
            let body = entry.failure?.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
            let isInvalid =
                mayReferToNothing && entry.failure?.status == 422 && body.contains("conversation")
                && message?.conversation == "nowhere"
            let isAbandoned =
                entry.failure?.status == nil && message?.conversation?.hasPrefix("x") == true
            let isConflict =
                variant.conflicts == .fail && record?.state == .conflicted
                && touched.contains(message?.mark ?? "")
            let isIgnored =
                entry.failure?.message.contains("did not apply the change") == true
                && ignored.contains(message?.mark ?? "")
            // The service repeats its response to a creation that another device has sent before it was edited.
            let isRepeated =
                variant.accounts == .moved && entry.operation == .create
                && entry.failure?.status == 422
            // If the client has never listed its part, it cannot know which entities existed before.
            let isUnknowable =
                variant.hasNotices && entry.key.collection == "Notice"
                && (entry.failure?.message.contains("part of the collection") == true
                    || variant.conflicts == .fail)
            require(
                isInvalid || isAbandoned || isConflict || isIgnored || isRepeated || isUnknowable,
                "a write was refused without a reason: \(entry)"
            )
        }
    }

    /// Checks that both sides are equal, except for rejected writes.
    private mutating func checkSides(_ local: [Message]) {
        let refused = Set(held.entries.map(\.key.id))
        for record in held.messages where !refused.contains(record.key.id) {
            require(record.state == .synchronized, "\(record.key) is \(record.state)")
        }
        let here = local.filter { !refused.contains($0.id) }
        let there = there.messages.filter { !refused.contains($0.id) }
        let difference = Set(here).symmetricDifference(there)
        require(difference.isEmpty, "messages differ: \(difference)")
        require(here.count == there.count, "\(here.count) messages here, \(there.count) there")
    }

    private mutating func checkConversations() throws {
        let local = try held.conversations.map { try Conversation(jsonData: $0.document) }
        require(
            held.conversations.allSatisfy { $0.state == .synchronized },
            "a conversation is not synchronized"
        )
        let difference = Set(local).symmetricDifference(there.conversations)
        require(difference.isEmpty, "conversations differ: \(difference)")
    }

    /// Checks that no creation happened twice.
    private mutating func checkCreations() {
        let own = there.createdMessages.filter { !$0.hasPrefix("r") }
        for (what, all) in [("messages", own), ("conversations", there.createdConversations)] {
            let twice = Dictionary(grouping: all) { $0 }
                .filter { $0.value.count > 1 && $0.key != "twin" }.keys.sorted()
            require(twice.isEmpty, "\(what) were created twice: \(twice)")
        }
        // No other client creates conversations, and none deletes them.
        let (count, ever) = (held.conversations.count, there.createdConversations.count)
        require(ever == count, "\(ever) conversations were created, and \(count) are here")
        let written = held.conversationCount
        // A new device may mistake an equal conversation that it does not know for the result of a creation.
        let compares = variant.creation == .comparison || variant.batchSize > 1
        if variant.accounts == .moved, compares { return }
        require(written <= count, "of \(written) conversations \(count) are here")
    }

    /// Checks that the labels that another client has set, and this client has not, are unchanged.
    ///
    /// If the client wins, it overwrites them, and so may a user who has seen both sides. A write without an entity tag
    /// may overwrite a change that arrives just before it.
    private mutating func checkLabels() {
        guard variant.hasTags, [.merge, .serverWins].contains(variant.conflicts) else { return }
        for message in there.messages {
            // A message that another client has deleted may be created again, and is not recognized once it has other
            // labels.
            guard let labels = labels[message.mark], !message.mark.hasPrefix("r") else { continue }
            require(
                message.labels.map { .array($0.map { .string($0) }) } == labels,
                "\(message.mark) has lost the labels \(labels)"
            )
        }
    }

    /// Checks that both sides have the last acknowledged state of each message, including its deletion.
    private mutating func checkJournal(_ local: [Message]) {
        let refused = Set(held.entries.map(\.key.id))
        var last: [String: JournalLine] = [:]
        var texts: [String: Set<String>] = [:]
        var givenUp: Set<String> = []
        for line in held.journal {
            if line.isGivenUp { givenUp.insert(line.mark) }
            last[line.mark] = line
            if let text = line.text { texts[line.mark, default: []].insert(text.trimmed) }
        }
        for (mark, line) in last.sorted(by: { $0.key < $1.key }) {
            let isTouched = touched.contains(mark)
            let here = local.filter { $0.mark == mark }
            let count = there.messages.count { $0.mark == mark }
            let isRefused = here.contains { refused.contains($0.id) }
            guard let text = line.text else {
                // A deletion that conflicts with a change on the server yields to it, unless the client wins.
                if isRefused || isTouched && variant.conflicts != .clientWins { continue }
                require(here.isEmpty && count == 0, "\(mark) is to be deleted")
                continue
            }
            // Other clients may delete what they have created.
            if mark.hasPrefix("r") { continue }
            require(here.count == 1, "\(mark) is here \(here.count) times")
            require(isRefused || count == 1, "\(mark) is there \(count) times")
            // If the process crashed after a creation that bypassed the outbox, the journal has no line for it.
            if mark.hasPrefix("d") { texts[mark, default: []].insert("\(mark):") }
            let mayBeOlder = delayed.contains(mark) && givenUp.contains(mark)
            if mayBeOlder || isTouched && variant.conflicts == .serverWins {
                require(
                    texts[mark]?.contains(here.first?.text.trimmed ?? "") == true,
                    "\(mark) has a text that nobody wrote"
                )
            } else {
                require(
                    here.map(\.text.trimmed) == [text.trimmed],
                    "\(mark) is not as it was written last: \(text)"
                )
                require(here.map(\.likes) == [line.likes], "\(mark) has not \(line.likes) likes")
            }
        }
    }

    /// Checks that errands refer to those that the app last set, on both sides, whatever their identities are.
    private mutating func checkErrands() throws {
        let local = try held.errands.map { try Errand(jsonData: $0.document) }
        require(
            held.errands.allSatisfy { $0.state == .synchronized },
            "an errand is not synchronized"
        )
        let count = held.links.count
        require(local.count == count, "\(local.count) errands here, not \(count)")
        let (now, ever) = (there.errands.count, there.createdErrands.count)
        require(now == count, "\(now) errands there, not \(count)")
        require(ever == count, "\(ever) errands created, not \(count)")
        for (side, errands) in [("here", local), ("there", there.errands)] {
            let titles = Dictionary(errands.map { ($0.id, $0.title) }) { first, _ in first }
            let found = errands.map { ($0.title, ErrandLinks($0, titles: titles)) }
            require(
                Dictionary(found) { first, _ in first } == held.links,
                "errands refer to others than they should \(side)"
            )
        }
    }
}

extension String {
    /// The text without surrounding spaces, which a service that normalizes texts stores.
    var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
