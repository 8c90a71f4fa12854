/// The object around one entity: `{ "data": { … } }`.
package struct ItemEnvelope {
    /// The key of the entity.
    var key: String
    /// The name of its type; nil if it is declared inline.
    var element: String?
    /// The type.
    var body: ProposedStructure

    /// The keys that may be next to an entity in an envelope.
    package static let marks: Set<String> = [
        "meta", "links", "_links", "permissions", "included", "jsonapi", "status", "success",
        "message",
    ]
    /// The keys of any entity in an envelope.
    package static let keys: Set<String> = [
        "data", "item", "result", "record", "entry", "content", "value",
    ]

    /// Recognizes an envelope: one object, with only metadata of a response next to it.
    ///
    /// - Parameters:
    ///   - structure: The structure that may be an envelope.
    ///   - structures: The structures, by name.
    ///   - keys: The key of a property.
    ///   - isExpected: Whether other evidence shows that a key contains the entity.
    init?(
        _ structure: ProposedStructure,
        in structures: [String: ProposedStructure],
        keys: (ProposedProperty) -> String,
        isExpected: (String) -> Bool = { _ in false }
    ) {
        var found: ProposedProperty?
        for property in structure.properties where !Self.marks.contains(keys(property)) {
            guard found == nil else { return nil }
            found = property
        }
        guard let found else { return nil }
        switch found.type.withoutNull {
        case .name(let name):
            guard let inner = structures[name] else { return nil }
            element = name
            body = inner
        case .inline: body = ProposedStructure(properties: found.properties ?? [])
        default: return nil
        }
        let key = keys(found)
        guard
            Self.keys.contains(key) || element?.bare.contains(key.bare) == true || isExpected(key)
        else { return nil }
        self.key = key.replacing(".", with: "\\.")
    }
}
