import Foundation
package import RepositoryRuntime

/// A generator of reproducible random numbers (SplitMix64).
package struct SplitMix: RandomNumberGenerator {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

/// The state of a message after a random write, recorded together with the write.
///
/// The mark at the beginning of its text identifies the message, whatever its identity is.
package struct JournalLine: Sendable {
    package var mark: String
    /// The text; nil if the message was deleted or discarded.
    package var text: String?
    package var likes: Int
    /// Whether the write created the message.
    package var isNew: Bool
    /// Whether a rejected write was discarded.
    var isGivenUp = false

    var json: JSON {
        [
            "mark": .string(mark), "text": text.map { .string($0) } ?? .null,
            "likes": .number(.init(likes)), "isNew": .bool(isNew), "isGivenUp": .bool(isGivenUp),
        ]
    }

    init(json: JSON) {
        mark = json["mark"]?.string ?? ""
        text = json["text"]?.string
        likes = json["likes"]?.int ?? 0
        isNew = json["isNew"]?.bool ?? false
        isGivenUp = json["isGivenUp"]?.bool ?? false
    }

    init(_ message: Message, isNew: Bool = false, isGone: Bool = false) {
        mark = message.mark
        text = isGone ? nil : message.text
        likes = message.likes
        self.isNew = isNew
    }
}

extension Message {
    /// The beginning of the text, which identifies the message.
    package var mark: String { String(text.prefix { $0 != ":" }) }
}

/// The writes of a seed, each in one transaction with a line of the journal.
package struct RandomWrites {
    private static let countKey = "test/count"
    private static let conversationsKey = "test/conversations"
    private let seed: UInt64
    /// Whether there are folders and pages.
    private let hasFolders: Bool
    /// Whether there are notices with files.
    private let hasNotices: Bool
    let store: any StorageWriter

    package init(
        seed: UInt64,
        in store: any StorageWriter,
        hasFolders: Bool = false,
        hasNotices: Bool = false
    ) {
        self.seed = seed
        self.store = store
        (self.hasFolders, self.hasNotices) = (hasFolders, hasNotices)
    }

    /// Returns the recorded lines, in order.
    package static func journal(of store: any StorageReader) throws(StorageError) -> [JournalLine] {
        let count = try store.value(forKey: countKey)?.count ?? 0
        var lines: [JournalLine] = []
        for number in 0..<count {
            guard let data = try store.value(forKey: "test/journal/\(number)"),
                let json = try? JSON(jsonData: data)
            else { continue }
            lines.append(JournalLine(json: json))
        }
        return lines
    }

    /// Returns the number of created conversations.
    static func conversationCount(of store: any StorageReader) throws(StorageError) -> Int {
        try store.value(forKey: conversationsKey)?.count ?? 0
    }

    /// Records the creation of a conversation.
    func noteConversation() throws(StorageError) {
        let count = try Self.conversationCount(of: store)
        try store.set(Data(count: count + 1), forKey: Self.conversationsKey)
    }

    /// Returns the number of completed writes.
    package func count() throws(StorageError) -> Int {
        try store.value(forKey: Self.countKey)?.count ?? 0
    }

    /// Performs the next write; returns the number of completed writes.
    package func perform() throws(StorageError) -> Int {
        let number = try count()
        var random = SplitMix(seed: seed &* 1_000_003 &+ UInt64(number))
        try note(try write(number, &random))
        return number + 1
    }

    /// Records a write in the journal; nil for a write without a line.
    func note(_ line: JournalLine?) throws(StorageError) {
        let number = try count()
        if let line { try store.set(try? line.json.jsonData(), forKey: "test/journal/\(number)") }
        try store.set(Data(count: number + 1), forKey: Self.countKey)
    }

    private func write(
        _ number: Int,
        _ random: inout SplitMix
    ) throws(StorageError) -> JournalLine? {
        if hasFolders, random.next() % 4 > 0 {
            try writeFolders(number, &random)
            return nil
        }
        if hasNotices, random.next() % 4 > 0 {
            try writeNotices(number, &random)
            return nil
        }
        let outbox = Outbox(Message.schema, in: store)
        // Some services trim trailing spaces.
        let text = "\(random.next() % 1000)" + (number % 3 == 0 ? " " : "")
        let likes = Int(random.next() % 100)
        switch random.next() % 16 {
        case 0...3:
            let message = Message(
                id: "t\(number)",
                text: "w\(number):\(text)",
                likes: likes,
                conversation: try conversation(&random)
            )
            try outbox.create(try document(message), id: message.id)
            return JournalLine(message, isNew: true)
        case 4:
            // Some have the same title, so that only their identities differ.
            let title = random.next() % 3 == 0 ? "twin" : "c\(number)"
            let conversation = Conversation(id: "u\(number)", title: title)
            try Outbox(Conversation.schema, in: store)
                .create(try document(conversation), id: conversation.id)
            try noteConversation()
            return nil
        case 5, 6:
            guard let message = try message(&random) else { return nil }
            let changed: [String: JSON] = [
                "text": .string("\(message.mark):\(text)"), "likes": .number(.init(likes)),
            ]
            return try patch(message.id, changed)
        // On a new device, the app has no identities of the old one.
        case 7 where try store.value(forKey: AccountMove.note) == nil:
            // Also by an earlier temporary identity.
            let place = random.next() % 10
            let line = try patch("t\(place)", ["likes": .number(.init(likes))])
            // If it finds nothing, or another message, the final check detects that this one lacks the change.
            guard var message = try message(marked: "w\(place)") else { return line }
            message.likes = likes
            return JournalLine(message)
        case 8:
            guard var message = try message(&random) else { return nil }
            message.text = "\(message.mark):\(text)"
            message.likes = likes
            message.conversation = try conversation(&random)
            try outbox.update(try document(message), id: message.id)
            return JournalLine(message)
        case 9:
            guard let message = try message(&random) else { return nil }
            try outbox.delete(id: message.id)
            return JournalLine(message, isGone: true)
        case 10:
            // The server rejects it.
            guard let message = try message(&random) else { return nil }
            return try patch(message.id, ["conversation": "nowhere"])
        case 11, 12:
            try createErrands(number, &random)
            return nil
        case 13:
            try linkErrand(number, &random)
            return nil
        case 14:
            return try referToAbandoned(number, text)
        default:
            return try settleRejected(&random)
        }
    }

    /// Creates a message in a conversation that is deleted before the server knows it.
    private func referToAbandoned(
        _ number: Int,
        _ text: String
    ) throws(StorageError) -> JournalLine {
        let conversations = Outbox(Conversation.schema, in: store)
        let conversation = Conversation(id: "x\(number)", title: "abandoned")
        try conversations.create(try document(conversation), id: conversation.id)
        let message = Message(
            id: "t\(number)",
            text: "w\(number):\(text)",
            conversation: conversation.id
        )
        try Outbox(Message.schema, in: store).create(try document(message), id: message.id)
        try conversations.delete(id: conversation.id)
        return JournalLine(message, isNew: true)
    }

    private func patch(
        _ id: String,
        _ changes: [String: JSON]
    ) throws(StorageError) -> JournalLine? {
        guard let record = try Outbox(Message.schema, in: store).patch(id: id, with: changes)
        else { return nil }
        return JournalLine(try message(record.document))
    }

    /// Discards a rejected write, or sends it again without the rejected change.
    private func settleRejected(
        _ random: inout SplitMix
    ) throws(StorageError) -> JournalLine? {
        guard let write = try store.rejectedWrites(limit: 1).first, let record = write.record,
            write.entry.key.collection == "Message"
        else { return nil }
        let before = try message(record.document)
        guard random.next() % 2 == 0 else {
            return try patch(record.key.id, ["conversation": .null])
        }
        try store.discard(rejected: write.id)
        guard let after = try store.record(record.key) else {
            return JournalLine(before, isGone: true)
        }
        var line = JournalLine(try message(after.document))
        line.isGivenUp = true
        return line
    }

    // MARK: - Stored entities

    private func message(_ random: inout SplitMix) throws(StorageError) -> Message? {
        let records = try store.records(in: "Message", matching: .all)
        return try records.randomElement(using: &random).map { record throws(StorageError) in
            try message(record.document)
        }
    }

    private func message(marked mark: String) throws(StorageError) -> Message? {
        for record in try store.records(in: "Message", matching: .all) {
            let message = try message(record.document)
            if message.mark == mark { return message }
        }
        return nil
    }

    private func conversation(_ random: inout SplitMix) throws(StorageError) -> String? {
        guard random.next() % 3 > 0 else { return nil }
        return try store.records(in: "Conversation", matching: .all).randomElement(using: &random)?
            .key.id
    }

    private func message(_ document: Data) throws(StorageError) -> Message {
        do throws(JSONError) {
            return try Message(jsonData: document)
        } catch {
            throw StorageError(.invalid, message: "\(error)", cause: error)
        }
    }

    func document(_ value: some JSONEncodable) throws(StorageError) -> Data {
        do {
            return try value.jsonData()
        } catch {
            throw StorageError(.invalid, message: "\(error)", cause: error)
        }
    }
}
