import SchemaLanguage

/// Infers from paths and types which values are entities, and what their repositories support.
struct EntityFinder {
    /// An operation with its endpoint.
    struct Imported {
        var name: String
        /// The method and the path, as in the document.
        var method: String
        var path: String
        /// The name of the operation in the document.
        var identity: String?
    }

    /// An operation that returns a possible entity.
    private struct Item {
        var imported: Imported
        /// The possible paths of the collection.
        var collections: [String]
        var name: String
        /// The key around it in the response.
        var one: String?
        var media: String?
    }

    let requests: RequestIndex
    /// Whether the requests are observed ones, whose changes may lack any property.
    let areRecorded: Bool
    let endpoints: [String: ProposedEndpoint]
    let bodies: WriteBodies
    /// The names of types that are entities, regardless of their identity.
    let forced: Set<String>

    /// The values, by name.
    var structures: [String: ProposedStructure] { bodies.structures }

    private func key(_ property: ProposedProperty) -> String { bodies.key(property) }

    /// The entities, in the order of their paths.
    func found() -> [FoundEntity] {
        var seen: Set<String> = []
        return requests.all.compactMap { imported -> FoundEntity? in
            guard imported.method == "get",
                let (collection, parameter, suffix) = split(imported.path),
                let (type, media) = answer(of: imported)
            else { return nil }
            if neededParameter(of: imported) != nil { return nil }
            let found = candidates(type).lazy.compactMap { name, one -> FoundEntity? in
                let item = Item(
                    imported: imported,
                    collections: [collection, collection + suffix],
                    name: name,
                    one: one,
                    media: media
                )
                return seen.contains(name) ? nil : self.found(item, parameter)
            }.first
            if let found { seen.insert(found.name) }
            return found
        }
    }

    private func found(_ item: Item, _ parameter: String) -> FoundEntity? {
        guard let structure = structures[item.name],
            let identity = identity(
                of: structure,
                item.name,
                parameter,
                endpoints[item.imported.name]
            ),
            case let listing = listing(at: item.collections, of: item.name, item.media),
            listing != nil || forced.contains(item.name)
        else { return nil }
        let endpoint = listing.flatMap { endpoints[$0.imported.name] }
        let paging = endpoint.flatMap {
            PagingSketch(
                $0,
                envelope: listing?.envelope?.others ?? [:],
                areRecorded: areRecorded
            )
        }
        if let listing,
            neededParameter(of: listing.imported, besides: paging?.parameters ?? []) != nil
        {
            return nil
        }
        var found = FoundEntity(
            name: item.name,
            identity: identity,
            path: String(item.collections[0].drop { $0 == "/" }),
            media: item.media,
            operations: [],
            envelope: listing?.envelope,
            one: item.one,
            paging: paging
        )
        var evidence = ServiceFamily.Evidence(
            envelope: found.envelope,
            one: item.one,
            parameters: Set((endpoint?.query ?? []).map { $0.key ?? $0.name }),
            properties: Set(structure.properties.map(key)),
            type: structure.properties.first { key($0) == "type" }?.defaultValue?.shortText,
            path: found.path.split(separator: "/").last,
            headers: Set(
                (endpoint?.responseHeaders ?? []).map { ($0.key ?? $0.name).lowercased() }
            ),
            media: item.media,
            rests: []
        )
        for family in ServiceFamily.known.map(Optional.some) + [nil] {
            var operations = [("read", item.imported)]
            if let listing { operations.insert(("list", listing.imported), at: 0) }
            let writes = writes(item, family)
            found.operations = operations + writes.operations
            found.omitted = writes.omitted
            found.sent = writes.sent.flatMap(\.self)
            evidence.sent = writes.sent
            found.family = family
            if !areRecorded { leaveOut(WriteRequests(self, of: found).obstacles(), of: &found) }
            evidence.rests = Set(found.operations.map { found.rest(of: $0.imported, $0.word) })
            if family?.isShown(by: evidence) ?? true { break }
        }
        return found
    }

    /// The possible names of a type, each with the key around it.
    private func candidates(_ type: ProposedType) -> [(name: String, one: String?)] {
        guard case .name(let name) = type, let structure = structures[name] else { return [] }
        var candidates: [(name: String, one: String?)] = [(name, nil)]
        if let envelope = ItemEnvelope(structure, in: structures, keys: key),
            let element = envelope.element
        {
            candidates.append((element, envelope.key))
        }
        return candidates
    }

    /// The path of the collection, the parameter and the suffix in the path of an item:
    /// `/pets/{petId}.json`.
    private func split(_ path: String) -> (collection: String, parameter: String, suffix: String)? {
        var path = path[...]
        if path.hasSuffix("/") { path = path.dropLast() }
        guard let open = path.lastIndex(of: "{"), let close = path[open...].firstIndex(of: "}"),
            path[..<open].hasSuffix("/"), !path[..<open].contains("{")
        else { return nil }
        let collection = path[..<open].dropLast()
        let suffix = path[path.index(after: close)...]
        guard collection.count > 1, suffix.isEmpty || suffix.wholeMatch(of: /\.[a-z]+/) != nil
        else {
            return nil
        }
        return (String(collection), String(path[path.index(after: open)..<close]), String(suffix))
    }

    /// The JSON type of a response, with its media type if that is not a common one.
    private func answer(of item: Imported) -> (type: ProposedType, media: String?)? {
        switch endpoints[item.name]?.response {
        case .json(let type): (type, nil)
        case .explicitJSON(let type, let media): (type, media)
        default: nil
        }
    }

    /// The HAL resources that are read and listed, but have no identity.
    func anonymousResources() -> [(imported: Imported, name: String)] {
        var seen: Set<String> = []
        return requests.all.compactMap { item -> (imported: Imported, name: String)? in
            guard item.method == "get",
                let (collection, parameter, suffix) = split(item.path),
                let (type, media) = answer(of: item), media == "application/hal+json",
                case .name(let name) = type, let structure = structures[name],
                identity(of: structure, name, parameter, endpoints[item.name]) == nil,
                listing(at: [collection, collection + suffix], of: name, media) != nil,
                seen.insert(name).inserted
            else { return nil }
            return (item, name)
        }
    }

    // MARK: - Parts

    /// The property in the item's path.
    private func identity(
        of structure: ProposedStructure,
        _ name: String,
        _ parameter: String,
        _ endpoint: ProposedEndpoint?
    ) -> ProposedProperty? {
        func property(_ wanted: String) -> ProposedProperty? {
            structure.properties.first { key($0).bare == wanted }
        }
        let wanted = parameter.bare
        let isID = wanted.hasSuffix("id") || wanted == name.bare
        let candidate =
            property(wanted) ?? (isID ? property("id") ?? property(name.bare + "id") : nil)
            ?? (forced.contains(name) ? property("id") : nil)
        guard let candidate, candidate.json == nil,
            case .name(let type) = candidate.type.withoutNull,
            type.isIntegerType || ["String", "UUID"].contains(type)
        else { return nil }
        // The parameter must have the same type as the property.
        let taken = endpoint?.pathParameters.first?.type ?? .string
        guard taken.isWholeNumber == type.isIntegerType || taken == .string else { return nil }
        return candidate
    }

    /// The operation that lists a collection of a type.
    private func listing(
        at collections: [String],
        of name: String,
        _ media: String?
    ) -> (imported: Imported, envelope: ListingEnvelope?)? {
        for imported in requests.operations("get", at: collections) {
            guard let (type, found) = answer(of: imported), found == media else { continue }
            if type == .array(.name(name)) { return (imported, nil) }
            if case .name(let other) = type, let structure = structures[other],
                let envelope = ListingEnvelope(structure, in: structures, keys: key),
                envelope.element == .name(name)
            {
                return (imported, envelope)
            }
        }
        return nil
    }

    /// The write operations that return the entity, with the key around it in their bodies; nil if
    /// none has a JSON body.
    private func writes(
        _ item: Item,
        _ family: ServiceFamily?
    ) -> (
        operations: [(word: String, imported: Imported)],
        omitted: [(imported: Imported, reason: String)],
        sent: String??
    ) {
        let change = family?.change ?? .plain
        let path = item.imported.path
        var wanted = [("create", "post", item.collections)]
        switch change {
        case .plain: wanted += [("update", "put", [path]), ("patch", "patch", [path])]
        case .patch: wanted.append(("patch", "patch", [path]))
        case .form: wanted.append(("patch", "post", [path]))
        }
        wanted.append(("delete", "delete", [path]))
        var sent: String??
        var omitted: [(imported: Imported, reason: String)] = []
        let operations = wanted.compactMap { word, method, paths -> (String, Imported)? in
            guard let found = requests.operations(method, at: paths).first,
                let endpoint = endpoints[found.name]
            else { return nil }
            if let parameter = neededParameter(of: found) {
                omitted.append((found, "it needs \(parameter.quoted)"))
                return nil
            }
            if word == "delete" { return endpoint.body == nil ? (word, found) : nil }
            guard answers(found, endpoint, with: item) else { return nil }
            switch endpoint.body {
            case .explicitJSON(let type, item.media)? where change != .form,
                .json(let type)? where change != .form:
                let key = sentKey(of: type, item)
                let isWrapped = key != nil
                if let obstacle = bodies.obstacle(to: type, of: item.name, isWrapped, family) {
                    omitted.append((found, obstacle))
                    return nil
                }
                // All of them use the same key.
                if let sent, sent != key { return nil }
                sent = key
                return (word, found)
            case .fields("form", _, _) where change == .form,
                .typed("form", _, _) where change == .form:
                return (word, found)
            default: return nil
            }
        }
        return (operations, omitted, sent)
    }

    /// Keeps writes as endpoints.
    private func leaveOut(
        _ obstacles: [(word: String, reason: String)],
        of found: inout FoundEntity
    ) {
        for (word, reason) in obstacles {
            found.omitted += found.operations.filter { $0.word == word }.map {
                (imported: $0.imported, reason: reason)
            }
            found.operations.removeAll { $0.word == word }
        }
    }

    /// A parameter that every request needs, but no repository sends; nil if there is none.
    private func neededParameter(
        of imported: Imported,
        besides known: Set<String> = []
    ) -> String? {
        guard let endpoint = endpoints[imported.name] else { return nil }
        let parameters = endpoint.query + endpoint.headers + endpoint.cookies
        return parameters.first { parameter in
            !parameter.isOptional && (parameter.defaultValue == nil || parameter.isRequired)
                && !known.contains(parameter.key ?? parameter.name)
        }.map { $0.key ?? $0.name }
    }

    /// The key around an entity in a request body; nil if there is none.
    private func sentKey(of type: ProposedType, _ item: Item) -> String? {
        func isOfItem(_ key: String) -> Bool { key == item.one || key.bare == item.name.bare }
        guard case .name(let name) = type, let structure = structures[name],
            let envelope = ItemEnvelope(
                structure,
                in: structures,
                keys: key,
                isExpected: isOfItem
            ), isOfItem(envelope.key)
        else { return nil }
        return envelope.key
    }

    /// Whether an operation returns the type of an item, with any status.
    private func answers(
        _ imported: Imported,
        _ endpoint: ProposedEndpoint,
        with item: Item
    ) -> Bool {
        func isItem(_ type: ProposedType) -> Bool {
            candidates(type).contains { $0.name == item.name && $0.one == item.one }
        }
        if let (type, media) = answer(of: imported) { return isItem(type) && media == item.media }
        let bodies = endpoint.responses.compactMap(\.body)
        return item.media == nil && !bodies.isEmpty && bodies.count == endpoint.responses.count
            && bodies.allSatisfy { if case .json(let type) = $0 { isItem(type) } else { false } }
    }
}
