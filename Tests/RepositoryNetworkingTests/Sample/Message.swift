// In the form of generated code, by hand until a schema of the examples is generated.

import Foundation
import RepositoryRuntime

/// A message in a conversation.
nonisolated struct Message: Entity, Hashable {
    /// The identity, assigned by the server.
    var id: String
    /// The text of the message.
    var text: String
    var likes: Int
    var labels: [String]?
    var sentAt: Date?

    /// Creates a message.
    init(
        id: String,
        text: String,
        likes: Int = 0,
        labels: [String]? = nil,
        sentAt: Date? = nil
    ) {
        self.id = id
        self.text = text
        self.likes = likes
        self.labels = labels
        self.sentAt = sentAt
    }
}

nonisolated extension Message {
    /// The properties to send when the client creates a message.
    nonisolated struct Draft: EntityDraft {
        var text: String
        var likes: Int
        var labels: [String]?

        init(text: String, likes: Int = 0, labels: [String]? = nil) {
            self.text = text
            self.likes = likes
            self.labels = labels
        }
    }

    /// A draft with the properties of this message.
    var draft: Draft {
        Draft(
            text: text,
            likes: likes,
            labels: labels
        )
    }
}

nonisolated extension Message.Draft: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 3)
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberIfPresent("labels", labels)
    }
}

nonisolated extension Message {
    /// The changes to send; unchanged properties are left out.
    nonisolated struct Patch: EntityPatch {
        var text: Change<String>
        var likes: Change<Int>
        var labels: Change<[String]>

        init(
            text: Change<String> = .keep,
            likes: Change<Int> = .keep,
            labels: Change<[String]> = .keep
        ) {
            self.text = text
            self.likes = likes
            self.labels = labels
        }
    }
}

nonisolated extension Message.Patch: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 3)
        writer.change("text", text)
        writer.change("likes", likes)
        writer.change("labels", labels)
    }
}

nonisolated extension Message {
    /// The names of the properties in queries.
    nonisolated struct Fields: EntityFields {
        init() {}
        var id: Field<String> { Field("_id") }
        var text: Field<String> { Field("text") }
        var likes: Field<Int> { Field("likes") }
        var sentAt: Field<Date> { Field("sent_at", using: Conversations.dates) }
    }
}

nonisolated extension Message: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("_id", as: String.self)
        self.text = try source.required("text", as: String.self)
        self.likes = try source.optional("likes", as: Int.self) ?? 0
        self.labels = try source.optional("labels", as: [String].self)
        self.sentAt = try source.optional("sent_at", using: Conversations.dates)
    }
}

nonisolated extension Message: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var text: String?
        var likes: Int?
        var labels: [String]?
        var sentAt: Date?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "_id": id = try reader.value()
            case "text": text = try reader.value()
            case "likes": likes = try reader.valueOrNull()
            case "labels": labels = try reader.valueOrNull()
            case "sent_at": sentAt = try reader.valueOrNull(using: Conversations.dates)
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "_id")
        self.text = try reader.require(text, "text")
        self.likes = likes ?? 0
        self.labels = labels
        self.sentAt = sentAt
    }
}

nonisolated extension Message: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 5)
        writer.member("_id", id)
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberIfPresent("labels", labels)
        writer.memberIfPresent("sent_at", sentAt, using: Conversations.dates)
    }
}
