// In the form of generated code.

import RepositoryRuntime

/// A card whose identity the client assigns.
nonisolated struct Card: Entity, EntityDraft, MemberEncodable, Hashable {
    var id: String
    var title: String

    static var schema: EntitySchema { EntitySchema(name: "Card") }

    var draft: Card { self }

    /// The changes to send.
    struct Patch: EntityPatch, MemberEncodable {
        var title: Change<String> = .keep

        func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
            writer.change("title", title)
        }
    }

    /// The names of the properties in queries.
    struct Fields: EntityFields {}
}

extension Card {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("id", as: String.self)
        self.title = try source.required("title", as: String.self)
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var id: String?
        var title: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.value()
            case "title": title = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.title = try reader.require(title, "title")
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", id)
        writer.member("title", title)
    }
}

/// The cards of a service with its own conventions.
struct CardRepository: CRUDNetworkingRepository {
    typealias Entity = Card
    let store: any Networking
    let path = "cards"
    let conventions: Conventions
}

/// The cards of a service that supports batches.
struct BatchCardRepository: CRUDNetworkingRepository, SynchronizableRepository {
    typealias Entity = Card
    let store: any Networking
    let path = "cards"
    let conventions: Conventions
}
