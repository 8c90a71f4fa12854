import RepositoryValues

/// Converts values to entities, and the operations on them to repositories.
struct EntityProposal {
    private let schema: ProposedSchema
    let finder: EntityFinder
    let keyOf: (ProposedProperty) -> String
    /// Whether unused types are kept.
    private let keepsUnused: Bool

    init(
        _ schema: ProposedSchema,
        _ imported: [EntityFinder.Imported],
        key: @escaping (ProposedProperty) -> String,
        forced: Set<String>,
        keepsUnused: Bool,
        areRecorded: Bool = false
    ) {
        self.schema = schema
        self.keepsUnused = keepsUnused
        keyOf = key
        var endpoints: [String: ProposedEndpoint] = [:]
        var structures: [String: ProposedStructure] = [:]
        var mixins: [String: ProposedStructure] = [:]
        var enumerations: [String: ProposedEnumeration] = [:]
        var unions: [String: ProposedUnion] = [:]
        for declaration in schema.declarations {
            switch declaration.body {
            case .endpoint(let body): endpoints[declaration.name] = body
            case .value(let body): structures[declaration.name] = body
            case .mixin(let body): mixins[declaration.name] = body
            case .enumeration(let body): enumerations[declaration.name] = body
            case .union(let body): unions[declaration.name] = body
            default: break
            }
        }
        finder = EntityFinder(
            requests: RequestIndex(imported),
            areRecorded: areRecorded,
            endpoints: endpoints,
            bodies: WriteBodies(
                structures: structures,
                mixins: mixins,
                enumerations: enumerations,
                unions: unions,
                key: key
            ),
            forced: forced
        )
    }

    /// The schema with entities, repositories and pages.
    ///
    /// - Parameters:
    ///   - excluded: The names of declarations that do not change.
    ///   - names: The names already in use.
    /// - Returns: The schema.
    func applied(excluding excluded: Set<String>, _ names: NameTable) -> ProposedSchema {
        var schema = schema
        var names = names
        let unusedBefore = TypeReach.unused(in: schema)
        let found = finder.found().filter { !excluded.contains($0.name) }
        for entity in found { apply(entity, to: &schema, &names) }
        for name in finder.forced.subtracting(found.map(\.name)).subtracting(excluded).sorted() {
            declare(name, in: &schema)
        }
        if !excluded.contains(Self.paging) { page(&schema) }
        refer(to: found, in: &schema)
        sendDrafts(in: &schema)
        if !keepsUnused {
            let unused = TypeReach.unused(in: schema).subtracting(unusedBefore)
            schema.declarations.removeAll { unused.contains($0.name) }
        }
        return schema
    }

    /// The reasons why HAL resources are not entities, by the endpoints that read them.
    func obstacles() -> [(name: String, message: String)] {
        finder.anonymousResources().map { imported, name in
            (
                imported.name,
                "'\(name)' is a HAL resource without an identity, so it does not become an entity, "
                    + "and its links are plain data"
            )
        }
    }

    /// The constraints that properties lost as identities, by their entities.
    ///
    /// - Parameter concluded: The schema with the entities.
    /// - Returns: The messages.
    func lostConstraints(in concluded: ProposedSchema) -> [(name: String, message: String)] {
        concluded.declarations.compactMap { declaration in
            guard case .entity(let entity) = declaration.body,
                let former = finder.structures[declaration.name],
                case let key = entity.identity?.key ?? "id",
                let property = finder.bodies.properties(of: former, nil).first(where: {
                    keyOf($0) == key
                })
            else { return nil }
            let lost = property.constraints.filter(property.type.allows)
            guard !lost.isEmpty else { return nil }
            let keywords = lost.map { "`\($0.keyword)`" }.joined(separator: " and ")
            return (
                declaration.name,
                "the identity \(key.quoted) is not checked against \(keywords)"
            )
        }
    }

    /// The reason why a requested schema is not an entity; nil if it is one.
    static func obstacle(to name: String, in schema: ProposedSchema) -> String? {
        let declared = schema.declarations.first { declaration in
            declaration.name == name && ![.endpoints, .repositories].contains(declaration.section)
        }
        switch declared?.body {
        case .entity: return nil
        case .value(let structure):
            let wanted = ["id", name.bare + "id"]
            let isIdentified = structure.properties.contains { wanted.contains($0.name.bare) }
            return isIdentified
                ? "its identity is neither a string nor an integer, or the path has another type"
                : "it has no identity, a string or an integer called id or \(name)ID"
        case .none: return "it is not declared"
        default: return "it is not an object"
        }
    }

    /// The inferred declarations of a schema, each with the reason.
    static func conclusions(of schema: ProposedSchema) -> [(name: String, message: String)] {
        schema.declarations.compactMap { declaration in
            switch declaration.body {
            case .entity:
                reason(declaration, "An entity: ").map {
                    (declaration.name, "\(declaration.name.quoted) is probably an entity: \($0)")
                }
            case .endpoint(let endpoint) where endpoint.paging != nil:
                reason(declaration, "Pages: ").map {
                    (declaration.name, "\(declaration.name.quoted) is probably paged: \($0)")
                }
            default: nil
            }
        }
    }

    /// The text of a comment after a prefix, without the full stop.
    private static func reason(_ declaration: ProposedDeclaration, _ word: String) -> String? {
        declaration.comments.first { $0.hasPrefix(word) }
            .map { String($0.dropFirst(word.count).dropLast()) }
    }

    /// The declarations to exclude if pages of endpoints are invalid.
    static let paging = "paging:"

    // MARK: - An entity

    private func apply(
        _ found: FoundEntity,
        to schema: inout ProposedSchema,
        _ names: inout NameTable
    ) {
        guard let index = schema.declarations.firstIndex(where: { $0.name == found.name }),
            case .value(var structure) = schema.declarations[index].body
        else { return }
        var conventions = SchemaMapping()
        // The direction of a mixin's properties differs between entities.
        structure.properties = finder.bodies.properties(of: structure, nil)
        structure.include = []
        let identityKey = identify(&structure, by: found.identity)
        structure.properties = finder.bodies.properties(of: structure, found.family)
        let directions = WriteDirections(finder, of: found)
        directions.set(of: &structure)
        let read = found.operations.first { $0.word == "read" }?.imported.title ?? ""
        var comments = ["An entity: its \(identityKey.quoted) is in the path of \(read)."]
        directions.remark(on: structure.identity).map { comments.append($0) }
        schema.declarations[index].body = .entity(structure)
        schema.declarations[index].comments += comments
        if let family = found.family {
            conventions.add("like", text: family.profile)
        } else {
            if let media = found.media {
                conventions.add("media", .mapping([("accepted", .text(media))]))
            }
            conventions.add("envelope", found.envelopes)
            conventions.add("requests", found.requests)
            conventions.add("paging", found.paging?.node)
            conventions.add("query", query(found))
        }
        let offered = found.operations.map(\.word)
        let remote = ["create", "read", "update", "patch", "delete"].filter(offered.contains)
        var repository = ProposedRepository(entity: found.name, path: found.path, remote: remote)
        if !conventions.entries.isEmpty { repository.conventions = .mapping(conventions) }
        repository.errors = commonErrors(found)
        let wanted = NounForm.plural(found.name)
        let name = names.take(wanted, or: "Repository")
        var evidence = found.operations.map { "\($0.word) is \($0.imported.title)" }
        if let family = found.family {
            evidence.append(family.evidence)
        } else if let paging = found.paging {
            evidence.append("pages: \(paging.evidence)")
        }
        evidence += found.omitted.map { "\($0.title) is an endpoint, because \($1)" }
        schema.declarations.append(
            ProposedDeclaration(name, comments: evidence, .repository(repository))
        )
        let covered = Set(found.operations.filter { isCovered($0, found) }.map(\.imported.name))
        schema.declarations.removeAll { covered.contains($0.name) && $0.section == .endpoints }
    }

    /// Makes a property the identity.
    ///
    /// - Returns: Its key.
    private func identify(
        _ structure: inout ProposedStructure,
        by identity: ProposedProperty
    ) -> String {
        structure.properties.removeAll { $0.name == identity.name }
        // Drafts lack the properties that the server sets, whether or not responses have them.
        for index in structure.properties.indices
        where structure.properties[index].isMissingByDirection {
            structure.properties[index].isOptional = false
        }
        let key = keyOf(identity)
        structure.identity = ProposedIdentity(
            type: identity.type.withoutNull.text,
            key: key == "id" ? nil : key,
            doc: identity.doc
        )
        return key
    }

    /// Declares a value as an entity on request, even without a repository.
    private func declare(_ name: String, in schema: inout ProposedSchema) {
        guard let index = schema.declarations.firstIndex(where: { $0.name == name }),
            case .value(var structure) = schema.declarations[index].body,
            let identity = structure.properties.first(where: { property in
                ["id", name.bare + "id"].contains(keyOf(property).bare)
            }),
            ["String", "UUID"].contains(identity.type.withoutNull.text)
                || identity.type.isWholeNumber
        else { return }
        _ = identify(&structure, by: identity)
        schema.declarations[index].body = .entity(structure)
    }

    private func query(_ found: FoundEntity) -> SchemaNode? {
        // A recording does not show what else the service supports.
        guard !finder.areRecorded,
            let list = found.operations.first(where: { $0.word == "list" }),
            let endpoint = finder.endpoints[list.imported.name]
        else { return nil }
        return ListingQuery(endpoint, found.paging)
            .node(properties: propertyKeys(of: found), finder.bodies.enumerations)
    }

    private func propertyKeys(of found: FoundEntity) -> Set<String> {
        Set(finder.structures[found.name]?.properties.map(keyOf) ?? [])
    }

    /// The errors that all operations share, or that only one operation declares.
    private func commonErrors(_ found: FoundEntity) -> [ProposedEndpoint.Failure] {
        var types: [String: Set<String>] = [:]
        var failures: [ProposedEndpoint.Failure] = []
        for operation in found.operations {
            for failure in finder.endpoints[operation.imported.name]?.errors ?? [] {
                if types[failure.status, default: []].insert(failure.type.text).inserted {
                    failures.append(failure)
                }
            }
        }
        return failures.filter { types[$0.status]?.count == 1 }
            .sorted { one, other in
                (one.status == "default" ? 1 : 0, one.status)
                    < (other.status == "default" ? 1 : 0, other.status)
            }
    }

    /// Whether the repository covers everything in the endpoint.
    private func isCovered(
        _ operation: (word: String, imported: EntityFinder.Imported),
        _ found: FoundEntity
    ) -> Bool {
        guard let endpoint = finder.endpoints[operation.imported.name], endpoint.headers.isEmpty,
            endpoint.cookies.isEmpty
        else { return false }
        guard operation.word == "list" else { return endpoint.query.isEmpty }
        let known = propertyKeys(of: found).union(found.paging?.parameters ?? [])
            .union(found.family?.listingParameters ?? Set(ListingQuery.assumed))
        return endpoint.query.allSatisfy { known.contains($0.key ?? $0.name) }
    }
}

extension EntityFinder.Imported {
    /// The operation, for comments.
    var title: String { "\(method.uppercased()) \(path)" }
}
