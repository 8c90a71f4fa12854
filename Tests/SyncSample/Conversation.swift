// In the form of generated code.

package import RepositoryRuntime

/// A conversation, which contains messages.
package nonisolated struct Conversation: Entity, MemberEncodable, Hashable {
    /// The identity, assigned by the server.
    package var id: String
    package var title: String

    package init(id: String, title: String) {
        self.id = id
        self.title = title
    }

    package static var schema: EntitySchema {
        EntitySchema(name: "Conversation", identityKey: "_id")
    }
}

extension Conversation {
    /// The properties to send when the client creates the conversation.
    package struct Draft: EntityDraft, MemberEncodable {
        package var title: String

        package init(title: String) {
            self.title = title
        }
    }

    /// A draft with the properties of this conversation.
    package var draft: Draft { Draft(title: title) }

    /// The changes to send; unchanged properties are left out.
    package struct Patch: EntityPatch, MemberEncodable {
        package var title: Change<String> = .keep

        package init(title: Change<String> = .keep) {
            self.title = title
        }
    }

    /// The names of the properties in queries.
    package struct Fields: EntityFields {
        package init() {}
        package var title: Field<String> { Field("title") }
    }
}

extension Conversation.Draft {
    package func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("title", title)
    }

    package var dictionary: [String: any Sendable] { ["title": title] }
}

extension Conversation.Patch {
    package func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.change("title", title)
    }
}

extension Conversation {
    package init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("_id", as: String.self)
        self.title = try source.required("title", as: String.self)
    }

    package var dictionary: [String: any Sendable] { ["_id": id, "title": title] }

    package init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "_id": id = try reader.value()
            case "title": title = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "_id")
        self.title = try reader.require(title, "title")
    }

    package func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("_id", id)
        writer.member("title", title)
    }
}
