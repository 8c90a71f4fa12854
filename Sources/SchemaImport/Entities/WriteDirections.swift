import RepositoryValues

/// Infers from request bodies whether the client or the server sets each property of an entity.
struct WriteDirections {
    private let finder: EntityFinder
    private let mixins: [String: ProposedStructure]
    /// The key of a property.
    private let key: (ProposedProperty) -> String

    init(
        _ finder: EntityFinder,
        _ mixins: [String: ProposedStructure],
        key: @escaping (ProposedProperty) -> String
    ) {
        self.finder = finder
        self.mixins = mixins
        self.key = key
    }

    /// Sets the direction of properties, and adds those that are only sent.
    ///
    /// - Parameters:
    ///   - structure: The entity with its identity.
    ///   - found: Its requests.
    func set(of structure: inout ProposedStructure, _ found: FoundEntity) {
        let all = structure.properties.map(key)
        let created = keys(sentBy: ["create"], of: found, all)
        let updated = keys(sentBy: ["update", "patch"], of: found, all)
        guard created != nil || updated != nil else { return }
        let creation = body("create", of: found)
        let identityKey = key(found.identity)
        if let sent = creation?.properties.first(where: { key($0) == identityKey }) {
            structure.identity?.assignedBy = sent.isOptional ? "either" : "client"
        }
        for index in structure.properties.indices {
            let name = key(structure.properties[index])
            guard !structure.properties[index].isReadOnly else { continue }
            let isCreated = created?.contains(name) ?? false
            let isUpdated = updated?.contains(name) ?? isCreated
            if !isCreated, !isUpdated {
                structure.properties[index].isReadOnly = true
                structure.properties[index].isWriteOnly = false
            } else if isCreated, !isUpdated, !structure.properties[index].isWriteOnly {
                structure.properties[index].isImmutable = true
            }
            if structure.properties[index].constraints.isEmpty {
                structure.properties[index].restrict(
                    by: constraints(of: structure.properties[index], of: found)
                )
            }
            let lost = lostConstraints(of: structure.properties[index], of: found)
            if !lost.isEmpty { structure.properties[index].remark = lost }
        }
        guard let creation else { return }
        // The properties that are sent but not returned.
        let known = Set(structure.properties.map(key)).union([key(found.identity)])
        for var property in creation.properties
        where !known.contains(key(property)) && property.properties == nil {
            property.isWriteOnly = true
            // A schema cannot restrict it to creations.
            if updated?.contains(key(property)) == false { property.remark = "only in creations" }
            property.defaultValue = nil
            structure.properties.append(property)
        }
    }

    /// The keys of the entity that operations send; nil if there are no such operations.
    private func keys(
        sentBy words: [String],
        of found: FoundEntity,
        _ all: [String]
    ) -> Set<String>? {
        let offered = words.filter { word in found.operations.contains { $0.word == word } }
        guard !offered.isEmpty else { return nil }
        return offered.reduce(into: []) { keys, word in
            keys.formUnion(body(word, of: found)?.properties.map(key) ?? all)
        }
    }

    /// The constraints that all requests with a property have in common.
    private func constraints(
        of property: ProposedProperty,
        of found: FoundEntity
    ) -> [Constraint] {
        let words = found.operations.map(\.word).filter(Self.sending.contains)
        let sent = words.compactMap { word -> [Constraint]? in
            guard let body = body(word, of: found) else { return [] }
            let sent = body.properties.first { key($0) == key(property) }
            return sent.map { $0.type.leaf == property.type.leaf ? $0.constraints : [] }
        }
        return (sent.first ?? []).filter { one in sent.allSatisfy { $0.contains(one) } }
    }

    /// The constraints that only some requests have, as a remark: an entity has the same constraints
    /// in all requests.
    private func lostConstraints(
        of property: ProposedProperty,
        of found: FoundEntity
    ) -> String {
        let kept = property.constraints.filter(property.type.allows)
        return Self.sending.compactMap { word in
            let sent = body(word, of: found)?.properties.first { key($0) == key(property) }
            let lost = (sent?.constraints ?? []).filter { one in
                sent?.type.allows(one) == true
                    && !kept.contains { $0.keyword == one.keyword && $0.implies(one) }
            }
            return lost.isEmpty
                ? nil : "\(word) also requires " + lost.map(\.remark).joined(separator: ", ")
        }
        .joined(separator: "; ")
    }

    /// The operations that send an entity.
    private static let sending = ["create", "update", "patch"]

    /// The object that an operation sends, if it is known and not the entity itself.
    private func body(_ word: String, of found: FoundEntity) -> ProposedStructure? {
        guard let operation = found.operations.first(where: { $0.word == word }),
            let body = finder.endpoints[operation.imported.name]?.body
        else { return nil }
        if case .fields(_, let properties, _) = body {
            return ProposedStructure(properties: properties)
        }
        guard case .name(let name)? = body.type, var structure = finder.structures[name] else {
            return nil
        }
        if found.sent != nil {
            let envelope = ItemEnvelope(structure, in: finder.structures, keys: key)
            guard let envelope, envelope.element != found.name else { return nil }
            structure = envelope.body
        } else if name == found.name {
            return nil
        }
        for mixin in structure.include { structure.properties += mixins[mixin]?.properties ?? [] }
        structure.properties = finder.properties(of: structure, found.family)
        return structure
    }
}

extension Constraint {
    /// The constraint in a comment: numbers with their keywords, `maxLength: 40`.
    fileprivate var remark: String {
        var mapping = SchemaMapping()
        mapping.add([self])
        guard case .literal(let text)? = mapping.entries.first?.value else { return keyword }
        return "\(keyword): \(text)"
    }
}
