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
            guard item.method == "get", let (collection, parameter) = split(item.path),
                case .json(.name(let name))? = endpoints[item.name]?.response,
                let structure = structures[name], !seen.contains(name),
                let identity = identity(of: structure, name, parameter, endpoints[item.name]),
                case let listing = listing(at: collection, of: name),
                listing != nil || forced.contains(name)
            else { return nil }
            seen.insert(name)
            var operations = [("read", item)]
            if let listing { operations.insert(("list", listing.imported), at: 0) }
            operations += writes(collection, item.path, name)
            return Found(
                name: name,
                identity: identity,
                path: String(collection.drop { $0 == "/" }),
                hasTrailingSlash: item.path.hasSuffix("/"),
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

    /// The path of the collection and the parameter, of the path of an item: `/pets/{petId}`.
    private func split(_ path: String) -> (collection: String, parameter: String)? {
        var path = path[...]
        if path.hasSuffix("/") { path = path.dropLast() }
        guard path.hasSuffix("}"), let open = path.lastIndex(of: "{"),
            path[..<open].hasSuffix("/"), !path[..<open].contains("{")
        else { return nil }
        let collection = path[..<open].dropLast()
        guard collection.count > 1 else { return nil }
        return (String(collection), String(path[path.index(after: open)...].dropLast()))
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
        at collection: String,
        of name: String
    ) -> (imported: Imported, envelope: ListingEnvelope?)? {
        for imported in imported where imported.method == "get" && imported.path.isPath(collection)
        {
            guard case .json(let type)? = endpoints[imported.name]?.response else { continue }
            if type == .array(.name(name)) { return (imported, nil) }
            if case .name(let other) = type, let structure = structures[other],
                let envelope = ListingEnvelope(structure, keys: key),
                envelope.element == .name(name)
            {
                return (imported, envelope)
            }
        }
        return nil
    }

    /// The operations that write, as far as they answer with the entity.
    private func writes(
        _ collection: String,
        _ item: String,
        _ name: String
    ) -> [(word: String, imported: Imported)] {
        let wanted = [
            ("create", "post", collection), ("update", "put", item), ("patch", "patch", item),
            ("delete", "delete", item),
        ]
        return wanted.compactMap { word, method, path in
            let found = imported.first { $0.method == method && $0.path.isPath(path) }
            guard let found, let endpoint = endpoints[found.name] else { return nil }
            if word == "delete" { return endpoint.body == nil ? (word, found) : nil }
            guard endpoint.response == .json(.name(name)) || answersOnly(endpoint, with: name),
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

extension String {
    /// The letters and digits, in small letters: `petId`, `pet_id` and `PetID` are one.
    var bare: String { filter { $0.isLetter || $0.isNumber }.lowercased() }

    /// Whether it is a path, but for a slash at the end.
    fileprivate func isPath(_ other: String) -> Bool {
        func trimmed(_ path: String) -> Substring {
            path.hasSuffix("/") ? path.dropLast() : path[...]
        }
        return trimmed(self) == trimmed(other)
    }
}
