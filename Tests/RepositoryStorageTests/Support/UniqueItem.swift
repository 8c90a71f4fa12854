import RepositoryRuntime

/// An item whose name is unique.
nonisolated struct UniqueItem: Entity {
    var item: Item<String>

    var id: String { item.id }
    var name: String { item.name }
    var draft: Draft { item.draft }
    var dictionary: [String: any Sendable] { item.dictionary }

    typealias Draft = Item<String>.Draft
    typealias Patch = Item<String>.Patch
    typealias Fields = Item<String>.Fields

    static var schema: EntitySchema {
        EntitySchema(name: "Item", indexed: [IndexedProperty("name", .text)], unique: [["name"]])
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

    /// Returns the same item with another name.
    func named(_ name: String) -> UniqueItem {
        var copy = self
        copy.item.name = name
        return copy
    }
}
