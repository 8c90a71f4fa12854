import RepositoryValues

/// Infers from request bodies whether the client or the server sets each property of an entity.
struct WriteDirections {
    private let found: FoundEntity
    private let key: (ProposedProperty) -> String
    /// The operations that send an entity.
    private let words: [String]
    /// The properties that each of them sends; without those that send the entity itself.
    private let sent: [String: [ProposedProperty]]
    private let requests: WriteRequests
    private let areRecorded: Bool
    /// Whether creations send the entity itself.
    private let createsWhole: Bool

    init(_ finder: EntityFinder, of found: FoundEntity) {
        self.found = found
        key = finder.bodies.key
        areRecorded = finder.areRecorded
        requests = WriteRequests(finder, of: found)
        let writes = found.operations.filter { WriteRequests.sending.contains($0.word) }
        createsWhole = writes.contains { write in
            write.word == "create"
                && finder.endpoints[write.imported.name]?.body.map {
                    finder.bodies.isWhole($0, of: found.name, isWrapped: found.sent != nil)
                } == true
        }
        words = WriteRequests.sending.filter(writes.map(\.word).contains)
        sent = writes.reduce(into: [:]) { sent, write in
            sent[write.word] = finder.endpoints[write.imported.name]?.body.flatMap { body in
                finder.bodies.properties(
                    sentIn: body,
                    of: found.name,
                    isWrapped: found.sent != nil,
                    found.family
                )
            }
        }
    }

    /// Sets the direction of properties, and adds those that are only sent.
    ///
    /// - Parameter structure: The entity with its identity.
    func set(of structure: inout ProposedStructure) {
        guard !words.isEmpty else { return }
        let all = structure.properties.map(key)
        let created = words.contains("create") ? keys(sentBy: ["create"], all) : nil
        let changes = words.filter { $0 != "create" }
        var updated = changes.isEmpty ? nil : keys(sentBy: changes, all)
        if areRecorded, words.contains("patch") {
            // A recorded patch has only the properties that were changed.
            updated?.formUnion(created ?? (words.contains("update") ? [] : Set(all)))
        }
        let identityKey = key(found.identity)
        if let sent = sent["create"]?.first(where: { key($0) == identityKey }) {
            structure.identity?.assignedBy = sent.isOptional ? "either" : "client"
        } else if createsWhole, !found.identity.isReadOnly, !isSurrogate {
            structure.identity?.assignedBy = found.identity.isOptional ? "either" : "client"
        }
        for index in structure.properties.indices where !structure.properties[index].isReadOnly {
            let name = key(structure.properties[index])
            let isCreated = created?.contains(name) ?? false
            let isUpdated = updated?.contains(name) ?? isCreated
            var remarks: [String] = []
            if !isCreated, !isUpdated {
                structure.properties[index].isReadOnly = true
                structure.properties[index].isWriteOnly = false
            } else if isCreated, !isUpdated, !structure.properties[index].isWriteOnly {
                structure.properties[index].isImmutable = true
            } else if !isCreated, created != nil {
                // A schema cannot restrict it to changes, but a draft can leave it out.
                if requests.isClosed("create") {
                    structure.properties[index].isOptional = true
                    structure.properties[index].defaultValue = nil
                }
                remarks.append("only in changes")
            }
            remarks += surplus(of: structure.properties[index])
            if isRequiredOnlyInCreations(structure.properties[index]) {
                remarks.append("required in creations")
            }
            remarks += takeNulls(of: &structure.properties[index])
            if structure.properties[index].constraints.isEmpty {
                structure.properties[index].restrict(
                    by: constraints(of: structure.properties[index])
                )
            }
            remarks += lostConstraints(of: structure.properties[index])
            if !remarks.isEmpty {
                structure.properties[index].remark = remarks.joined(separator: "; ")
            }
        }
        structure.properties += sentOnly(besides: Set(all + [identityKey]))
    }

    /// Whether the identity has no other meaning, such as `id` or `userID`.
    ///
    /// Servers usually assign it, although few documents say that it is read-only.
    private var isSurrogate: Bool {
        ["id", found.name.bare + "id"].contains(key(found.identity).bare)
    }

    /// The reason for who assigns the identity, as a comment; nil if it is obvious.
    ///
    /// - Parameter identity: The identity of the entity.
    /// - Returns: The comment.
    func remark(on identity: ProposedIdentity?) -> String? {
        let key = key(found.identity).quoted
        switch (identity?.assignedBy, found.identity.isOptional) {
        case ("client", _): return "The client assigns \(key), because creations require it."
        case (.some, _): return "The client may assign \(key), because creations may have it."
        case (nil, true) where found.identity.isMissingByDirection: return nil
        case (nil, true): return "\(key) is optional in the document, because creations lack it."
        case (nil, false) where createsWhole && !found.identity.isReadOnly:
            return "The server probably assigns \(key), although creations may have it."
        case (nil, false): return nil
        }
    }

    /// The keys that operations send.
    private func keys(sentBy words: [String], _ all: [String]) -> Set<String> {
        Set(words.flatMap { sent[$0]?.map(key) ?? all })
    }

    /// The properties that are sent but not returned.
    private func sentOnly(besides known: Set<String>) -> [ProposedProperty] {
        var known = known
        return words.flatMap { word in
            (sent[word] ?? []).filter { known.insert(key($0)).inserted }.map { property in
                var property = property
                property.isWriteOnly = true
                property.defaultValue = nil
                let others = words.filter { $0 != word && ($0 == "create") != (word == "create") }
                let isEverywhere = others.contains { other in
                    sent[other]?.contains { key($0) == key(property) } == true
                }
                // A schema cannot restrict it to creations or changes.
                if word != "create", words.contains("create") {
                    property.isOptional = true
                    property.remark = "only in changes"
                } else if word == "create", !others.isEmpty, !isEverywhere {
                    property.remark = "only in creations"
                }
                return property
            }
        }
    }

    /// Makes a property optional that creations can leave out, but not send as null.
    ///
    /// - Parameter property: The property.
    /// - Returns: The writes that do not accept null, as remarks.
    private func takeNulls(of property: inout ProposedProperty) -> [String] {
        guard !areRecorded else { return [] }
        let refusing = words.compactMap { word in
            requests.refusal(ofNullFor: property, by: word).map { (word: word, sent: $0) }
        }
        // An update must have what it requires.
        if !requests.requiresInUpdates(property),
            refusing.contains(where: { $0.word == "create" && $0.sent.isOptional })
        {
            property.isOptional = true
        }
        return refusing.map { "\($0.word) does not accept null" }
    }

    /// The changes that send a property although their bodies do not have it, as remarks.
    private func surplus(of property: ProposedProperty) -> [String] {
        guard !areRecorded else { return [] }
        return words.filter { $0 != "create" && requests.excess(of: $0).contains(key(property)) }
            .map { $0 == "patch" ? "patch may send it, too" : "\($0) sends it, too" }
    }

    /// Whether creations require a property that responses may lack.
    private func isRequiredOnlyInCreations(_ property: ProposedProperty) -> Bool {
        guard property.isOptional, property.defaultValue == nil else { return false }
        let sent = sent["create"]?.first { key($0) == key(property) }
        return sent?.isOptional == false && sent?.defaultValue == nil
    }

    /// The constraints that all requests with a property have in common.
    private func constraints(of property: ProposedProperty) -> [Constraint] {
        let sent = words.compactMap { word -> [Constraint]? in
            guard let body = self.sent[word] else { return [] }
            let sent = body.first { key($0) == key(property) }
            return sent.map { $0.type.leaf == property.type.leaf ? $0.constraints : [] }
        }
        return (sent.first ?? []).filter { one in sent.allSatisfy { $0.contains(one) } }
    }

    /// The constraints that only some requests have, as remarks: an entity has the same constraints
    /// in all requests.
    private func lostConstraints(of property: ProposedProperty) -> [String] {
        let kept = property.constraints.filter(property.type.allows)
        return words.compactMap { word in
            let sent = sent[word]?.first { key($0) == key(property) }
            let lost = (sent?.constraints ?? []).filter { one in
                sent?.type.allows(one) == true
                    && !kept.contains { $0.keyword == one.keyword && $0.implies(one) }
            }
            return lost.isEmpty
                ? nil : "\(word) also requires " + lost.map(\.remark).joined(separator: ", ")
        }
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
