import SchemaLanguage

/// Concludes from paths and shapes which values are entities, and what their repositories offer.
struct EntityFinder {
    /// An operation with the endpoint that it has become.
    struct Imported {
        var name: String
        /// The method and the path, as the document has them.
        var method: String
        var path: String
        /// The name of the operation in the document.
        var identity: String?
    }

    /// A collection whose elements are entities.
    struct Found {
        var name: String
        var identity: ProposedProperty
        /// The path of the collection, without slashes around it.
        var path: String
        var hasTrailingSlash: Bool
        /// The media type of what comes back, where it is none of the usual ones of JSON.
        var media: String?
        /// The operations that a repository has, by what they are.
        var operations: [(word: String, imported: Imported)]
        var envelope: ListingEnvelope?
        var paging: PagingSketch?
    }

    let imported: [Imported]
    let endpoints: [String: ProposedEndpoint]
    let structures: [String: ProposedStructure]
    /// The key of a property on the wire.
    let key: (ProposedProperty) -> String
    /// Names that are entities, whatever their identity looks like.
    let forced: Set<String>

    /// The entities, in the order of their paths.
    func found() -> [Found] {
        var seen: Set<String> = []
        return imported.compactMap { item -> Found? in
            guard item.method == "get",
                let (collection, parameter, suffix) = split(item.path),
                let answer = answer(of: item), case .name(let name) = answer.type,
                let structure = structures[name], !seen.contains(name),
                let identity = identity(of: structure, name, parameter, endpoints[item.name]),
                case let listing = listing(
                    at: [collection, collection + suffix],
                    of: name,
                    answer.media
                ),
                listing != nil || forced.contains(name)
            else { return nil }
            seen.insert(name)
            var operations = [("read", item)]
            if let listing { operations.insert(("list", listing.imported), at: 0) }
            operations += writes([collection, collection + suffix], item.path, name, answer.media)
            return Found(
                name: name,
                identity: identity,
                path: String(collection.drop { $0 == "/" }),
                hasTrailingSlash: item.path.hasSuffix("/"),
                media: answer.media,
                operations: operations,
                envelope: listing?.envelope,
                paging: listing.flatMap { listing in
                    endpoints[listing.imported.name].flatMap {
                        PagingSketch($0, envelope: listing.envelope?.others ?? [:])
                    }
                }
            )
        }
    }

    /// The path of the collection, the parameter and what follows it, of the path of an item: `/pets/{petId}.json`.
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

    /// The type that comes back in JSON, with its media type where that is none of the usual ones.
    private func answer(of item: Imported) -> (type: ProposedType, media: String?)? {
        switch endpoints[item.name]?.response {
        case .json(let type): (type, nil)
        case .explicitJSON(let type, let media): (type, media)
        default: nil
        }
    }

    /// The resources of HAL that are read and listed, and have nothing that tells one from another.
    func anonymousResources() -> [(imported: Imported, name: String)] {
        var seen: Set<String> = []
        return imported.compactMap { item -> (imported: Imported, name: String)? in
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

    /// The property that the item's path names.
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
        let isID = wanted == "id" || wanted == name.bare + "id" || wanted.hasSuffix("id")
        let candidate =
            property(wanted) ?? (isID ? property("id") ?? property(name.bare + "id") : nil)
            ?? (forced.contains(name) ? property("id") : nil)
        guard let candidate, candidate.json == nil,
            case .name(let type) = candidate.type.withoutNull,
            type.isIntegerType || ["String", "UUID"].contains(type)
        else { return nil }
        // The path has to take what the property is.
        let taken = endpoint?.pathParameters.first?.type ?? .string
        guard taken.isWholeNumber == type.isIntegerType || taken == .string else { return nil }
        return candidate
    }

    /// The operation that lists a collection of values of a name.
    private func listing(
        at collections: [String],
        of name: String,
        _ media: String?
    ) -> (imported: Imported, envelope: ListingEnvelope?)? {
        for imported in imported
        where imported.method == "get" && collections.contains(where: imported.path.isPath) {
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

    /// The operations that write, as far as they answer with the entity.
    private func writes(
        _ collections: [String],
        _ item: String,
        _ name: String,
        _ media: String?
    ) -> [(word: String, imported: Imported)] {
        let wanted = [
            ("create", "post", collections), ("update", "put", [item]), ("patch", "patch", [item]),
            ("delete", "delete", [item]),
        ]
        return wanted.compactMap { word, method, paths in
            let found = imported.first {
                $0.method == method && paths.contains(where: $0.path.isPath)
            }
            guard let found, let endpoint = endpoints[found.name] else { return nil }
            if word == "delete" { return endpoint.body == nil ? (word, found) : nil }
            let isAnswer = answer(of: found).map { $0.type == .name(name) && $0.media == media }
            guard isAnswer == true || media == nil && answersOnly(endpoint, with: name),
                case .json? = endpoint.body
            else { return nil }
            return (word, found)
        }
    }

    private func answersOnly(_ endpoint: ProposedEndpoint, with name: String) -> Bool {
        let bodies = endpoint.responses.compactMap(\.body)
        return !bodies.isEmpty && bodies.allSatisfy { $0 == .json(.name(name)) }
            && bodies.count == endpoint.responses.count
    }
}

extension EntityFinder.Found {
    /// `requests:` of its conventions, where something follows the collection or the identity in paths.
    var requests: SchemaNode? {
        var requests = SchemaMapping()
        for (word, imported) in operations {
            let isOfCollection = ["list", "create"].contains(word)
            let rest =
                isOfCollection
                ? imported.path.dropFirst(path.count + 1)
                : imported.path.lastIndex(of: "}").map { imported.path[$0...].dropFirst() } ?? ""
            guard !rest.isEmpty else { continue }
            let template = (isOfCollection ? "{path}" : "{path}/{id}") + rest
            requests.add(word, .mapping([(imported.method, .text(template))]))
        }
        return requests.entries.isEmpty ? nil : .mapping(requests)
    }
}

extension String {
    /// The letters and digits, in small letters: `petId`, `pet_id` and `PetID` are one.
    var bare: String {
        if utf8.allSatisfy({ $0 < 0x80 }) {
            return String(decoding: utf8.filter(\.isASCIIAlphanumeric), as: UTF8.self).lowercased()
        }
        return filter { $0.isLetter || $0.isNumber }.lowercased()
    }

    /// Whether it is a path, but for a slash at the end.
    fileprivate func isPath(_ other: String) -> Bool {
        func trimmed(_ path: String) -> Substring {
            path.hasSuffix("/") ? path.dropLast() : path[...]
        }
        return trimmed(self) == trimmed(other)
    }
}
