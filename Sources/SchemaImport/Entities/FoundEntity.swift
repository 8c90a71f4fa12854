/// A collection whose elements are entities.
struct FoundEntity {
    var name: String
    var identity: ProposedProperty
    /// The path of the collection, without leading and trailing slashes.
    var path: String
    /// The media type of responses, if it is not a common JSON type.
    var media: String?
    /// The operations of the repository, by kind.
    var operations: [(word: String, imported: EntityFinder.Imported)]
    /// The operations that a repository cannot offer, each with the reason.
    var omitted: [(imported: EntityFinder.Imported, reason: String)] = []
    var envelope: ListingEnvelope?
    /// The key around an entity in responses.
    var one: String?
    /// The key around an entity in requests.
    var sent: String?
    var paging: PagingSketch?
    var family: ServiceFamily?
}

extension FoundEntity {
    /// The `requests:` of the conventions, if paths have a suffix.
    var requests: SchemaNode? {
        var requests = SchemaMapping()
        for (word, imported) in operations {
            let rest = rest(of: imported, word)
            guard !rest.isEmpty else { continue }
            let template = (Self.isOfCollection(word) ? "{path}" : "{path}/{id}") + rest
            requests.add(word, .mapping([(imported.method, .text(template))]))
        }
        return requests.entries.isEmpty ? nil : .mapping(requests)
    }

    /// The `envelope:` of the conventions, if entities have one.
    var envelopes: SchemaNode? {
        let keys = [("one", one), ("list", envelope?.key), ("sent", sent)]
        if let one, keys.allSatisfy({ $0.1 == one }) { return .text(one) }
        let pairs = keys.compactMap { word, key in
            key.map { (key: word, value: SchemaNode.text($0)) }
        }
        return pairs.isEmpty ? nil : .mapping(pairs)
    }

    /// The suffix of the collection or the identity in a path.
    func rest(of imported: EntityFinder.Imported, _ word: String) -> String {
        if Self.isOfCollection(word) { return String(imported.path.dropFirst(path.count + 1)) }
        return imported.path.lastIndex(of: "}").map { String(imported.path[$0...].dropFirst()) }
            ?? ""
    }

    private static func isOfCollection(_ word: String) -> Bool {
        ["list", "create"].contains(word)
    }
}
