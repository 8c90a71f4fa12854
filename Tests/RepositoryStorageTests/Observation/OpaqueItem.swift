import RepositoryRuntime

/// An item that is not comparable, in a collection with any name.
nonisolated struct OpaqueItem: Entity {
    var item: Item<String>

    var id: String { item.id }
    var draft: Draft { item.draft }
    var dictionary: [String: any Sendable] { item.dictionary }

    typealias Draft = Item<String>.Draft
    typealias Patch = Item<String>.Patch
    typealias Fields = Item<String>.Fields

    static var schema: EntitySchema { EntitySchema(name: "Note") }

    init(_ item: Item<String>) {
        self.item = item
    }

    init(dictionary: [String: Any]) throws(ConversionError) {
        item = try Item(dictionary: dictionary)
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        item = try Item(from: &reader)
    }

    func encode(to writer: inout JSONWriter) {
        item.encode(to: &writer)
    }
}

struct OpaqueItemRepository: CRUDStorageRepository {
    typealias Entity = OpaqueItem
    let storage: any Storage
}
