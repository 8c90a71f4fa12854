// Written by hand, exactly as the generator writes it.

import RepositoryRuntime

nonisolated struct User: Entity, Hashable {
    var id: Int
    var name: String

    init(id: Int, name: String) {
        self.id = id
        self.name = name
    }
}

extension User {
    /// The properties to send when the client creates a user.
    nonisolated struct Draft: EntityDraft {
        var id: Int
        var name: String

        init(id: Int, name: String) {
            self.id = id
            self.name = name
        }
    }

    /// A draft with the properties of this user.
    var draft: Draft {
        Draft(
            id: id,
            name: name
        )
    }
}

extension User.Draft: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 2)
        writer.member("id", id)
        writer.member("name", name)
    }
}

extension User {
    /// The changes to send; unchanged properties are left out.
    nonisolated struct Patch: EntityPatch {
        var name: Change<String>

        init(name: Change<String> = .keep) {
            self.name = name
        }
    }
}

extension User.Patch: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 1)
        writer.change("name", name)
    }
}

extension User {
    /// The names of the properties in queries.
    nonisolated struct Fields: EntityFields {
        init() {}
    }
}

extension User: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("id", as: Int.self)
        self.name = try source.required("name", as: String.self)
    }
}

extension User: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: Int?
        var name: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.value()
            case "name": name = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.name = try reader.require(name, "name")
    }
}

extension User: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 2)
        writer.member("id", id)
        writer.member("name", name)
    }
}
