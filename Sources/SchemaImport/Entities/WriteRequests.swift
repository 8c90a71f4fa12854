/// The writes of an entity, compared with each other: a schema has one set of properties for all of
/// them.
struct WriteRequests {
    /// The operations that send an entity, in the order of their bodies' importance.
    static let sending = ["create", "update", "patch"]

    /// A write.
    struct Write {
        /// `create`, `update` or `patch`.
        var word: String
        /// The properties of its body; nil if they are unknown, or those of the entity itself.
        var properties: [ProposedProperty]?
        /// Whether its body forbids other keys.
        var isClosed: Bool
    }

    private(set) var writes: [Write]
    /// The properties of the entity, without its identity.
    private let own: [ProposedProperty]
    private let identity: String
    private let key: (ProposedProperty) -> String

    init(_ finder: EntityFinder, of found: FoundEntity) {
        let bodies = finder.bodies
        let isWrapped = found.sent != nil
        let structure = finder.structures[found.name] ?? ProposedStructure()
        key = bodies.key
        let identity = bodies.key(found.identity)
        self.identity = identity
        own = bodies.properties(of: structure, found.family).filter { bodies.key($0) != identity }
        writes = found.operations.compactMap { word, imported in
            guard Self.sending.contains(word), let body = finder.endpoints[imported.name]?.body
            else { return nil }
            return Write(
                word: word,
                properties: bodies.properties(
                    sentIn: body,
                    of: found.name,
                    isWrapped: isWrapped,
                    found.family
                ),
                // Some generators of documents close all objects, also those of responses. That
                // says nothing about what the service accepts.
                isClosed: !structure.forbidsUnknownKeys
                    && bodies.isClosed(body, isWrapped: isWrapped, found.family)
            )
        }
    }

    /// The writes that an entity or its patch cannot be sent to, each with the reason.
    func obstacles() -> [(word: String, reason: String)] {
        var rest = self
        var found: [(word: String, reason: String)] = []
        // A write that remains an endpoint makes no demands on the others.
        while let next = rest.firstObstacle {
            found.append(next)
            rest.writes.removeAll { $0.word == next.word }
        }
        return found
    }

    private var firstObstacle: (word: String, reason: String)? {
        if let patch = writes.first(where: { $0.word == "patch" }),
            let key = requirement(of: patch)
        {
            return ("patch", "it requires \(key.quoted)")
        }
        if let key = requirementOfUpdate {
            return ("update", "it requires \(key.quoted), which responses do not have")
        }
        for word in ["update", "patch"] where isClosed(word) {
            guard let key = excess(of: word).first else { continue }
            return (word, "its body does not allow \(key.quoted)")
        }
        return nil
    }

    /// Whether the body of a write forbids other keys.
    func isClosed(_ word: String) -> Bool {
        writes.first { $0.word == word }?.isClosed ?? false
    }

    /// The keys that a write would send, although its body does not have them.
    func excess(of word: String) -> [String] {
        guard let properties = writes.first(where: { $0.word == word })?.properties else {
            return []
        }
        let described = Set(properties.map(key))
        let writable = keys(sentBy: word == "patch" ? writes.filter(\.isOfChange) : writes)
        return own.filter { property in
            // A creation can leave out an optional property, such as those that its closed body does
            // not have; an update has no write-only ones.
            let isSent =
                switch word {
                case "create": !property.isOptional && !isClosed("create")
                case "update": !property.isWriteOnly
                default: true
                }
            return isSent && !property.isReadOnly
        }.map(key).filter { writable.contains($0) && !described.contains($0) }
    }

    /// The key that a patch requires, although a patch has only the properties that changed.
    private func requirement(of patch: Write) -> String? {
        let required = patch.properties?.first(where: \.isRequiredInBodies)
        // If there is only one property, every patch has it.
        guard let required, keys(sentBy: writes.filter(\.isOfChange)).count > 1 else { return nil }
        return key(required)
    }

    /// The key that an update requires, although the entity does not have it.
    private var requirementOfUpdate: String? {
        let known = Set(own.filter { !$0.isWriteOnly }.map(key)).union([identity])
        let update = writes.first { $0.word == "update" }
        let required = update?.properties?.filter(\.isRequiredInBodies) ?? []
        return required.map(key).first { !known.contains($0) }
    }

    /// The property in the body of a write of the whole entity that does not accept null, although
    /// the entity sends it.
    func refusal(ofNullFor property: ProposedProperty, by word: String) -> ProposedProperty? {
        guard word != "patch", !property.isOptional, !property.isReadOnly,
            property.type != property.type.withoutNull,
            let sent = writes.first(where: { $0.word == word })?.properties?.first(where: {
                key($0) == key(property)
            }), sent.type != .json, sent.type == sent.type.withoutNull
        else { return nil }
        return sent
    }

    /// The keys that a write sends as null, although its body does not accept that.
    func nulls(of word: String) -> [String] {
        own.filter { property in
            // A creation can leave out what its body does not require.
            refusal(ofNullFor: property, by: word).map { word != "create" || !$0.isOptional }
                ?? false
        }.map(key)
    }

    /// Whether updates require a property.
    func requiresInUpdates(_ property: ProposedProperty) -> Bool {
        writes.first { $0.word == "update" }?.properties?.contains {
            key($0) == key(property) && $0.isRequiredInBodies
        } ?? false
    }

    private func keys(sentBy writes: [Write]) -> Set<String> {
        Set(writes.flatMap { ($0.properties ?? own).filter { !$0.isReadOnly }.map(key) })
    }
}

extension WriteRequests.Write {
    /// Whether it changes an entity.
    fileprivate var isOfChange: Bool { word != "create" }
}

extension ProposedProperty {
    /// Whether a request that sends the object must contain the property.
    var isRequiredInBodies: Bool { !isOptional && defaultValue == nil && !isReadOnly }
}
