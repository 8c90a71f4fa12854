// Written by hand, exactly as the generator writes it; its compilation tests the interface of the
// runtime. Only `Fields` is empty here, because queries have their own tests.

import RepositoryRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A message in a conversation.
nonisolated struct Message: Entity, Hashable {
    /// The identity, assigned by the server.
    var id: String
    /// The text of the message.
    var text: String
    var likes: Int
    var visibility: Visibility?
    var priority: Priority?
    var nickname: String?
    var mood: Presence<String>
    var author: User
    var replyTo: Message? {
        get { replyToStorage.wrappedValue }
        set { replyToStorage.wrappedValue = newValue }
    }
    var labels: [String: String]
    var place: Coordinates?
    var sentAt: Date
    var seenAt: Presence<Date>
    var editedAt: [Date?]
    var extra: JSON

    // A message can contain itself, so this property needs indirect storage.
    private var replyToStorage: Indirect<Message?>

    init(
        id: String,
        text: String,
        likes: Int = 0,
        visibility: Visibility? = nil,
        priority: Priority? = nil,
        nickname: String? = nil,
        mood: Presence<String> = .absent,
        author: User,
        replyTo: Message? = nil,
        labels: [String: String],
        place: Coordinates? = nil,
        sentAt: Date,
        seenAt: Presence<Date> = .absent,
        editedAt: [Date?],
        extra: JSON
    ) {
        self.id = id
        self.text = text
        self.likes = likes
        self.visibility = visibility
        self.priority = priority
        self.nickname = nickname
        self.mood = mood
        self.author = author
        self.replyToStorage = Indirect(wrappedValue: replyTo)
        self.labels = labels
        self.place = place
        self.sentAt = sentAt
        self.seenAt = seenAt
        self.editedAt = editedAt
        self.extra = extra
    }
}

extension Message {
    /// The properties to send when the client creates a message.
    nonisolated struct Draft: EntityDraft {
        var text: String
        var likes: Int
        var visibility: Visibility?
        var nickname: String?
        var mood: Presence<String>
        var author: User

        init(
            text: String,
            likes: Int = 0,
            visibility: Visibility? = nil,
            nickname: String? = nil,
            mood: Presence<String> = .absent,
            author: User
        ) {
            self.text = text
            self.likes = likes
            self.visibility = visibility
            self.nickname = nickname
            self.mood = mood
            self.author = author
        }
    }

    /// A draft with the properties of this message.
    var draft: Draft {
        Draft(
            text: text,
            likes: likes,
            visibility: visibility,
            nickname: nickname,
            mood: mood,
            author: author
        )
    }
}

extension Message.Draft: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 6)
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberOrNull("visibility", visibility)
        writer.memberIfPresent("nickname", nickname)
        writer.presence("mood", mood)
        writer.member("author", author)
    }
}

extension Message {
    /// The changes to send; unchanged properties are left out.
    nonisolated struct Patch: EntityPatch {
        var text: Change<String>
        var likes: Change<Int>
        var visibility: NullableChange<Visibility>
        var nickname: Change<String>
        var seenAt: NullableChange<Date>

        init(
            text: Change<String> = .keep,
            likes: Change<Int> = .keep,
            visibility: NullableChange<Visibility> = .keep,
            nickname: Change<String> = .keep,
            seenAt: NullableChange<Date> = .keep
        ) {
            self.text = text
            self.likes = likes
            self.visibility = visibility
            self.nickname = nickname
            self.seenAt = seenAt
        }
    }
}

extension Message.Patch: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 5)
        writer.change("text", text)
        writer.change("likes", likes)
        writer.nullableChange("visibility", visibility)
        writer.change("nickname", nickname)
        writer.nullableChange("seen_at", seenAt, using: DateCodec(.unixSeconds))
    }
}

extension Message {
    /// The names of the properties in queries.
    nonisolated struct Fields: EntityFields {
        init() {}
    }
}

extension Message: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("_id", as: String.self)
        self.text = try source.required("text", as: String.self)
        self.likes = try source.optional("likes", as: Int.self) ?? 0
        self.visibility = try source.optional("visibility", as: Visibility.self)
        self.priority = try source.optional("priority", as: Priority.self)
        self.nickname = try source.optional("nickname", as: String.self)
        self.mood = try source.presence("mood", as: String.self)
        self.author = try source.required("author", as: User.self)
        self.replyToStorage = Indirect(
            wrappedValue: try source.optional("reply_to", as: Message.self)
        )
        self.labels = try source.required("labels", as: [String: String].self)
        self.place = try source.optional("place", as: Coordinates.self)
        self.sentAt = try source.required("sent_at", using: Conversations.dates)
        self.seenAt = try source.presence("seen_at", using: DateCodec(.unixSeconds))
        self.editedAt = try source.required("edited_at", using: Conversations.dates.nullable.array)
        self.extra = try source.required("extra", as: JSON.self)
    }
}

extension Message: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var text: String?
        var likes: Int?
        var visibility: Visibility?
        var priority: Priority?
        var nickname: String?
        var mood = Presence<String>.absent
        var author: User?
        var replyTo: Message?
        var labels: [String: String]?
        var place: Coordinates?
        var sentAt: Date?
        var seenAt = Presence<Date>.absent
        var editedAt: [Date?]?
        var extra: JSON?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "_id": id = try reader.value()
            case "text": text = try reader.value()
            case "likes": likes = try reader.valueOrNull()
            case "visibility": visibility = try reader.valueOrNull()
            case "priority": priority = try reader.valueOrNull()
            case "nickname": nickname = try reader.valueOrNull()
            case "mood": mood = try reader.valueOrNull()
            case "author": author = try reader.value()
            case "reply_to": replyTo = try reader.valueOrNull()
            case "labels": labels = try reader.value()
            case "place": place = try reader.valueOrNull()
            case "sent_at": sentAt = try reader.value(using: Conversations.dates)
            case "seen_at": seenAt = try reader.valueOrNull(using: DateCodec(.unixSeconds))
            case "edited_at":
                editedAt = try reader.value(using: Conversations.dates.nullable.array)
            case "extra": extra = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "_id")
        self.text = try reader.require(text, "text")
        self.likes = likes ?? 0
        self.visibility = visibility
        self.priority = priority
        self.nickname = nickname
        self.mood = mood
        self.author = try reader.require(author, "author")
        self.replyToStorage = Indirect(wrappedValue: replyTo)
        self.labels = try reader.require(labels, "labels")
        self.place = place
        self.sentAt = try reader.require(sentAt, "sent_at")
        self.seenAt = seenAt
        self.editedAt = try reader.require(editedAt, "edited_at")
        self.extra = try reader.require(extra, "extra")
    }
}

extension Message: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 15)
        writer.member("_id", id)
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberOrNull("visibility", visibility)
        writer.memberOrNull("priority", priority)
        writer.memberIfPresent("nickname", nickname)
        writer.presence("mood", mood)
        writer.member("author", author)
        writer.memberIfPresent("reply_to", replyTo)
        writer.member("labels", labels)
        writer.memberIfPresent("place", place)
        writer.member("sent_at", sentAt, using: Conversations.dates)
        writer.presence("seen_at", seenAt, using: DateCodec(.unixSeconds))
        writer.member("edited_at", editedAt, using: Conversations.dates.nullable.array)
        writer.member("extra", extra)
    }
}
