// In the form of generated code.

import RepositoryRuntime

/// A reply to notes, which it refers to by their URLs; the server assigns its identity.
nonisolated struct Reply: Entity, MemberEncodable, Hashable {
    var id: Int
    var note: Note.ID
    var others: [Note.ID]?

    static var schema: EntitySchema {
        EntitySchema(
            name: "Reply",
            containedReferences: [
                "note": .url(of: "Note", template: "/notes/{id}/"),
                "others": .array(of: .url(of: "Note", template: "/notes/{id}/")),
            ]
        )
    }
}

extension Reply {
    /// The properties to send when the client creates a reply.
    struct Draft: EntityDraft, MemberEncodable {
        var note: Note.ID
        var others: [Note.ID]?
    }

    var draft: Draft { Draft(note: note, others: others) }

    /// The changes to send; unchanged properties are left out.
    struct Patch: EntityPatch, MemberEncodable {
        var note: Change<Note.ID> = .keep
    }

    /// The names of the properties in queries.
    struct Fields: EntityFields {
        var note: Field<Note.ID> {
            Field("note", using: ReferenceURLCodec<Note.ID>("/notes/{id}/"))
        }
    }
}

extension Reply.Draft {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("note", note, using: ReferenceURLCodec<Note.ID>("/notes/{id}/"))
        writer.memberIfPresent(
            "others",
            others,
            using: ReferenceURLCodec<Note.ID>("/notes/{id}/").array
        )
    }
}

extension Reply.Patch {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.change("note", note, using: ReferenceURLCodec<Note.ID>("/notes/{id}/"))
    }
}

extension Reply {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("id", as: Int.self)
        self.note = try source.required(
            "note",
            using: ReferenceURLCodec<Note.ID>("/notes/{id}/")
        )
        self.others = try source.optional(
            "others",
            using: ReferenceURLCodec<Note.ID>("/notes/{id}/").array
        )
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var id: Int?
        var note: Note.ID?
        var others: [Note.ID]?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": reader.read(&id)
            case "note": reader.read(&note, using: ReferenceURLCodec<Note.ID>("/notes/{id}/"))
            case "others":
                reader.readOrNull(
                    &others,
                    using: ReferenceURLCodec<Note.ID>("/notes/{id}/").array
                )
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.note = try reader.require(note, "note")
        self.others = others
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", id)
        writer.member("note", note, using: ReferenceURLCodec<Note.ID>("/notes/{id}/"))
        writer.memberIfPresent(
            "others",
            others,
            using: ReferenceURLCodec<Note.ID>("/notes/{id}/").array
        )
    }
}

/// The replies of a service.
struct ReplyRepository: CRUDNetworkingRepository, PatchableRepository {
    typealias Entity = Reply
    let store: any Networking
    let path = "replies"
}
