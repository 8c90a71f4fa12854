// In the form of generated code.

import RepositoryRuntime

/// A note, which refers to its author; the server assigns its identity.
nonisolated struct Note: Entity, MemberEncodable, Hashable {
    var id: String
    var text: String
    var likes = 0
    var mood: String?
    /// The identity of a user.
    var author: String?
    /// The identities of users.
    var editors: [String]?

    static var schema: EntitySchema { EntitySchema(name: "Note") }
}

extension Note {
    /// The properties to send when the client creates a note.
    struct Draft: EntityDraft, MemberEncodable {
        var text: String
        var likes = 0
        var mood: String?
        var author: String?
        var editors: [String]?
    }

    var draft: Draft {
        Draft(text: text, likes: likes, mood: mood, author: author, editors: editors)
    }

    /// The changes to send; unchanged properties are left out.
    struct Patch: EntityPatch, MemberEncodable {
        var text: Change<String> = .keep
        var mood: NullableChange<String> = .keep
    }

    /// The names of the properties in queries.
    struct Fields: EntityFields {
        var id: Field<String> { Field("id") }
        var text: Field<String> { Field("text") }
        var likes: Field<Int> { Field("likes") }
        var mood: Field<String> { Field("mood") }
    }
}

extension Note.Draft {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberIfPresent("mood", mood)
        writer.memberIfPresent("author", author)
        writer.memberIfPresent("editors", editors)
    }
}

extension Note.Patch {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.change("text", text)
        writer.nullableChange("mood", mood)
    }
}

extension Note {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("id", as: String.self)
        self.text = try source.required("text", as: String.self)
        self.likes = try source.optional("likes", as: Int.self) ?? 0
        self.mood = try source.optional("mood", as: String.self)
        self.author = try source.optional("author", as: String.self)
        self.editors = try source.optional("editors", as: [String].self)
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var text: String?
        var likes: Int?
        var mood: String?
        var author: String?
        var editors: [String]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.value()
            case "text": text = try reader.value()
            case "likes": likes = try reader.valueOrNull()
            case "mood": mood = try reader.valueOrNull()
            case "author": author = try reader.valueOrNull()
            case "editors": editors = try reader.valueOrNull()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.text = try reader.require(text, "text")
        self.likes = likes ?? 0
        self.mood = mood
        self.author = author
        self.editors = editors
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", id)
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberIfPresent("mood", mood)
        writer.memberIfPresent("author", author)
        writer.memberIfPresent("editors", editors)
    }
}

/// The notes of a service with its own conventions.
struct NoteRepository: CRUDNetworkingRepository, PatchableRepository {
    typealias Entity = Note
    let store: any Networking
    var path = "notes"
    var conventions: Conventions
}

/// The notes of a service that supports batches.
struct BatchNoteRepository: CRUDNetworkingRepository, SynchronizableRepository {
    typealias Entity = Note
    let store: any Networking
    let path = "notes"
    let conventions: Conventions
}
