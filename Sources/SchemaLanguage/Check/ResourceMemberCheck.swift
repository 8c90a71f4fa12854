import Diagnostics

/// A document of JSON:API has its resources under a key.
struct ResourceEnvelopeCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let repositories = index.repositoriesInUse
        return index.conventions.compactMap { use in
            let missing = missing(in: use.conventions)
            guard !missing.isEmpty, let place = use.place(of: "resource", "envelope") else {
                return nil
            }
            // What those of an API leave out, all of its repositories may say.
            let name = use.api?.heading.name.value
            let own = repositories.filter { $0.api?.heading.name.value == name }
            let isCompleted = own.allSatisfy { $0.conventions.map(self.missing)?.isEmpty == true }
            guard use.repository != nil || own.isEmpty || !isCompleted else { return nil }
            return Diagnostic(
                rule: SchemaRule.missingKey,
                missing.count == 3
                    ? "a document of JSON:API has its resources under a key, and no envelope says which"
                    : "a document of JSON:API has its resources under a key, and the envelope says none "
                        + "for \(missing.listed(by: "and"))",
                at: place,
                hint: "write `envelope: data`, or `like: jsonAPI`, which has all of JSON:API"
            )
        }
    }

    /// The bodies of which it is not said where a resource stands in them.
    private func missing(in conventions: CheckedConventions) -> [String] {
        guard conventions.isJSONAPI == true else { return [] }
        let places = [
            ("one", conventions.one), ("list", conventions.list), ("sent", conventions.sent),
        ]
        return places.filter { $0.1 == nil }.map(\.0)
    }
}

/// What stands beside the attributes of a resource is no attribute: its type, its links, its
/// relationships (jsonapi.org, 1.1).
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
            "'\(key)' stands beside the attributes of a resource of JSON:API, and is none of them",
            at: (property.key ?? property.name).range,
            notes: property.mixin.map { [Diagnostic.Note("it is included here", at: $0.range)] }
                ?? [],
            hint: "drop it, or write the `key:` of the attribute that the service has"
        )
    }

    /// A reference that is written as text would be an attribute, which no service reads as what it is.
    private func url(_ property: PropertyDeclaration, _ index: SchemaIndex) -> Diagnostic? {
        guard let url = property.url, case .identity = index.resolve(property.type)?.leaf else {
            return nil
        }
        return Diagnostic(
            rule: SchemaRule.misplacedFormat,
            "JSON:API has references as relationships, and '\(property.name.value)' as a URL would be an "
                + "attribute",
            at: url.range,
            hint: "drop `format:`"
        )
    }

    // MARK: - Types

    /// The type of a resource, and who has it.
    private struct SaidType {
        let entity: String
        let isWritten: Bool
        let range: SourceRange
    }

    /// A type that an entity says and another of the same service has.
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
        // Two entities of one path may be two views of the same resources.
        guard first.entity != found.entity, first.isWritten || found.isWritten else { return nil }
        let (here, other) = found.isWritten ? (found, first) : (first, found)
        return Diagnostic(
            rule: SchemaRule.invalidValue,
            "'\(here.entity)' says the type '\(type.shortened(to: 60))', which the resources of "
                + "'\(other.entity)' have",
            at: here.range,
            notes: [
                Diagnostic.Note(
                    other.isWritten ? "the other says it here" : "its path ends in it",
                    at: other.range
                )
            ],
            hint: "write the type that the service has for each, with `resource:`"
        )
    }
}
