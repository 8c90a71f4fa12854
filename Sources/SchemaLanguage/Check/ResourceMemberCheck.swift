import Diagnostics

/// Checks that a JSON:API document has its resources under a key.
struct ResourceEnvelopeCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let repositories = index.repositoriesInUse
        return index.conventions.compactMap { use in
            let missing = missing(in: use.conventions)
            guard !missing.isEmpty, let place = use.place(of: "resource", "envelope") else {
                return nil
            }
            // The repositories of an API may set what it leaves out.
            let name = use.api?.heading.name.value
            let own = repositories.filter { $0.api?.heading.name.value == name }
            let isCompleted = own.allSatisfy { $0.conventions.map(self.missing)?.isEmpty == true }
            guard use.repository != nil || own.isEmpty || !isCompleted else { return nil }
            return Diagnostic(
                rule: SchemaRule.missingKey,
                missing.count == 3
                    ? "a JSON:API document has its resources under a key, but no envelope is set"
                    : "a JSON:API document has its resources under a key, but the envelope "
                        + "declares none for \(missing.listed(by: "and"))",
                at: place,
                hint: "write `envelope: data`, or `like: jsonAPI` for all conventions of JSON:API"
            )
        }
    }

    /// The bodies without a key for their resources.
    private func missing(in conventions: CheckedConventions) -> [String] {
        guard conventions.isJSONAPI == true else { return [] }
        let places = [
            ("one", conventions.one), ("list", conventions.list), ("sent", conventions.sent),
        ]
        return places.filter { $0.1 == nil }.map(\.0)
    }
}

/// Checks that no property has the key of a top-level member of a resource: its type, its links,
/// its relationships (jsonapi.org, 1.1).
struct ResourceMemberCheck: SchemaCheck {
    private static let members = ["id", "links", "relationships", "type"]

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        var seen: Set<SourceRange> = []
        var types: [String: SaidType] = [:]
        return index.repositoriesInUse.flatMap { repository -> [Diagnostic] in
            guard repository.conventions?.isJSONAPI == true, let structure = repository.structure
            else { return [] }
            let found =
                structure.properties.compactMap { property in
                    attribute(property, in: structure, index) ?? url(property, index)
                }
                + [type(of: repository, index, among: &types)].compactMap(\.self)
            return found.filter { seen.insert($0.range).inserted }
        }
    }

    private func attribute(
        _ property: PropertyDeclaration,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        guard index.isWireFormKnown(of: property, in: structure),
            !index.isIdentity(property, of: structure)
        else { return nil }
        let key = index.wireKey(of: property, in: structure)
        guard Self.members.contains(key) else { return nil }
        return Diagnostic(
            rule: SchemaRule.duplicateWireKey,
            "'\(key)' is next to the attributes of a JSON:API resource, not one of them",
            at: (property.key ?? property.name).range,
            notes: property.mixin.map { [Diagnostic.Note("it is included here", at: $0.range)] }
                ?? [],
            hint: "drop it, or write the `key:` of the attribute that the service sends"
        )
    }

    /// A reference written as a URL would be an attribute, which no service reads as a reference.
    private func url(_ property: PropertyDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard let url = property.url, case .identity = index.resolve(property.type)?.leaf else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.misplacedFormat,
            "JSON:API sends references as relationships, but '\(property.name.value)' as a URL "
                + "would be an attribute",
            at: url.range,
            hint: "drop `format:`"
        )
    }

    // MARK: - Types

    /// The type of a resource, with the entity that declares it.
    private struct SaidType {
        let entity: String
        let isWritten: Bool
        let range: SourceRange
    }

    /// A type that one entity declares and another of the same service has.
    private func type(
        of repository: RepositoryInUse,
        _ index: SchemaIndex,
        among types: inout [String: SaidType]
    ) -> Diagnostic? {
        let said = index.entity(named: repository.entity.value)?.resourceType
        let path = repository.operations.path
        guard let name = said ?? path, let type = name.value.split(separator: "/").last else {
            return nil
        }
        let found = SaidType(
            entity: repository.entity.value,
            isWritten: said != nil,
            range: name.range
        )
        let key = "\(repository.api?.heading.name.value ?? "") \(type)"
        guard let first = types[key] else {
            types[key] = found
            return nil
        }
        // Two entities with one path may be two views of the same resources.
        guard first.entity != found.entity, first.isWritten || found.isWritten else { return nil }
        let (here, other) = found.isWritten ? (found, first) : (first, found)
        return Diagnostic(
            rule: SchemaRule.invalidValue,
            "'\(here.entity)' declares the type '\(type.shortened(to: 60))', which the resources "
                + "of '\(other.entity)' already have",
            at: here.range,
            notes: [
                Diagnostic.Note(
                    other.isWritten
                        ? "the other one declares it here" : "the path ends in this type",
                    at: other.range
                )
            ],
            hint: "write the type that the service uses for each, with `resource:`"
        )
    }
}
