// In the form of generated code.

package import RepositoryRuntime

/// A message in a conversation.
package nonisolated struct Message: Entity, MemberEncodable, Hashable {
    /// The identity, assigned by the server.
    package var id: String
    package var text: String
    package var likes: Int
    package var labels: [String]?
    /// The identity of the conversation.
    package var conversation: String?

    package init(
        id: String,
        text: String,
        likes: Int = 0,
        labels: [String]? = nil,
        conversation: String? = nil
    ) {
        self.id = id
        self.text = text
        self.likes = likes
        self.labels = labels
        self.conversation = conversation
    }

    package static var schema: EntitySchema {
        EntitySchema(
            name: "Message",
            identityKey: "_id",
            indexed: [IndexedProperty("conversation", .text)],
            references: ["conversation": "Conversation"]
        )
    }
}

extension Message {
    /// The properties to send when the client creates the message.
    package struct Draft: EntityDraft, MemberEncodable {
        package var text: String
        package var likes: Int
        package var labels: [String]?
        package var conversation: String?

        package init(
            text: String,
            likes: Int = 0,
            labels: [String]? = nil,
            conversation: String? = nil
        ) {
            self.text = text
            self.likes = likes
            self.labels = labels
            self.conversation = conversation
        }
    }

    /// A draft with the properties of this message.
    package var draft: Draft {
        Draft(text: text, likes: likes, labels: labels, conversation: conversation)
    }

    /// The changes to send; unchanged properties are left out.
    package struct Patch: EntityPatch, MemberEncodable {
        package var text: Change<String> = .keep
        package var likes: Change<Int> = .keep
        package var labels: Change<[String]> = .keep

        package init(
            text: Change<String> = .keep,
            likes: Change<Int> = .keep,
            labels: Change<[String]> = .keep
        ) {
            self.text = text
            self.likes = likes
            self.labels = labels
        }
    }

    /// The names of the properties in queries.
    package struct Fields: EntityFields {
        package init() {}
        package var text: Field<String> { Field("text") }
        package var likes: Field<Int> { Field("likes") }
    }
}

extension Message.Draft {
    package func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberIfPresent("labels", labels)
        writer.memberIfPresent("conversation", conversation)
    }
}

extension Message.Patch {
    package func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.change("text", text)
        writer.change("likes", likes)
        writer.change("labels", labels)
    }
}

extension Message {
    package init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("_id", as: String.self)
        self.text = try source.required("text", as: String.self)
        self.likes = try source.optional("likes", as: Int.self) ?? 0
        self.labels = try source.optional("labels", as: [String].self)
        self.conversation = try source.optional("conversation", as: String.self)
    }

    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var text: String?
        var likes: Int?
        var labels: [String]?
        var conversation: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "_id": id = try reader.value()
            case "text": text = try reader.value()
            case "likes": likes = try reader.valueOrNull()
            case "labels": labels = try reader.valueOrNull()
            case "conversation": conversation = try reader.valueOrNull()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "_id")
        self.text = try reader.require(text, "text")
        self.likes = likes ?? 0
        self.labels = labels
        self.conversation = conversation
    }

    package func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("_id", id)
        writer.member("text", text)
        writer.member("likes", likes)
        writer.memberIfPresent("labels", labels)
        writer.memberIfPresent("conversation", conversation)
    }
}
