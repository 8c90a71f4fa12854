import RepositoryRuntime

typealias ItemIdentifier = EntityIdentifier & JSONDecodable & JSONEncodable
    & DictionaryValueInitializable & DictionaryValueRepresentable

/// An entity with any type of identity, as the generator would write it.
nonisolated struct Item<Identifier: ItemIdentifier>: Entity, MemberEncodable, Hashable {
    var id: Identifier
    var name: String
    var rank: Int?
    var nickname: Presence<String>
    /// Assigned by the server; required in an item named `stamped`.
    var stamp: String?

    static var schema: EntitySchema {
        EntitySchema(
            name: "Item",
            indexed: [IndexedProperty("name", .text), IndexedProperty("rank", .integer)]
        )
    }

    var draft: Draft { Draft(id: id, name: name, rank: rank, nickname: nickname) }

    struct Draft: EntityDraft, MemberEncodable {
        /// The identity, if a client assigns it.
        var id: Identifier?
        var name: String
        var rank: Int?
        var nickname: Presence<String> = .absent

        func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
            writer.memberIfPresent("id", id)
            writer.member("name", name)
            writer.memberOrNull("rank", rank)
            writer.presence("nickname", nickname)
        }
    }

    struct Patch: EntityPatch, MemberEncodable {
        var name: Change<String> = .keep
        var rank: NullableChange<Int> = .keep

        func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
            writer.change("name", name)
            writer.nullableChange("rank", rank)
        }
    }

    struct Fields: EntityFields {
        var name: Field<String> { Field("name") }
        var rank: Field<Int> { Field("rank") }
        init() {}
    }

    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        id = try source.required("id", as: Identifier.self)
        name = try source.required("name", as: String.self)
        rank = try source.optional("rank", as: Int.self)
        nickname = try source.presence("nickname", as: String.self)
        stamp = try source.optional("stamp", as: String.self)
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var id: Identifier?
        var name: String?
        var rank: Int?
        var nickname = Presence<String>.absent
        var stamp: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.value()
            case "name": name = try reader.value()
            case "rank": rank = try reader.valueOrNull()
            case "nickname": nickname = try reader.valueOrNull()
            case "stamp": stamp = try reader.valueOrNull()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.name = try reader.require(name, "name")
        self.rank = rank
        self.nickname = nickname
        // An item with this name requires the value that only the server assigns.
        self.stamp = name == "stamped" ? try reader.require(stamp, "stamp") : stamp
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", id)
        writer.member("name", name)
        writer.memberOrNull("rank", rank)
        writer.presence("nickname", nickname)
        writer.memberIfPresent("stamp", stamp)
    }
}

struct ItemRepository<Identifier: ItemIdentifier>: CRUDStorageRepository {
    typealias Entity = Item<Identifier>
    let storage: any Storage
}
