/// Concludes entities, repositories and pages of a schema, as far as the language takes them.
package struct EntityConclusion {
    /// A request, and the endpoint that it has become.
    package struct Request: Sendable {
        /// The name of the endpoint.
        package var name: String
        /// The method, in small letters.
        package var method: String
        /// The path, with placeholders.
        package var path: String

        /// Makes a request.
        package init(name: String, method: String, path: String) {
            self.name = name
            self.method = method
            self.path = path
        }
    }

    private static let rounds = 8

    private let proposal: EntityProposal
    private let repair: SchemaRepair

    init(_ proposal: EntityProposal, _ repair: SchemaRepair) {
        self.proposal = proposal
        self.repair = repair
    }

    /// Makes a conclusion from requests that were seen.
    ///
    /// - Parameters:
    ///   - schema: The schema, with values in the place of entities.
    ///   - requests: The requests.
    ///   - naming: How properties are named after their keys.
    ///   - reservedNames: Names that no declaration may have.
    package init(
        _ schema: ProposedSchema,
        _ requests: [Request],
        naming: PropertyNaming,
        reservedNames: Set<String>
    ) {
        let imported = requests.map {
            EntityFinder.Imported(name: $0.name, method: $0.method, path: $0.path)
        }
        proposal = EntityProposal(
            schema,
            imported,
            key: naming.key,
            forced: [],
            keepsUnused: false
        )
        repair = SchemaRepair(reservedNames: reservedNames)
    }

    /// Concludes what the language takes.
    ///
    /// - Parameter names: The names that are taken.
    /// - Returns: The schema with it; nil where the language takes not even the schema without it.
    package func schema(_ names: NameTable) -> ProposedSchema? {
        var excluded: Set<String> = []
        for _ in 0..<Self.rounds {
            let concluded = proposal.applied(excluding: excluded, names)
            let mistakes = repair.mistaken(in: concluded)
            if mistakes.isEmpty { return concluded }
            for (section, name) in mistakes {
                switch section {
                case "entities": excluded.insert(name)
                case "repositories":
                    let entity = concluded.declarations.lazy.compactMap { declaration -> String? in
                        guard declaration.name == name,
                            case .repository(let body) = declaration.body
                        else { return nil }
                        return body.entity
                    }.first
                    excluded.insert(entity ?? name)
                default:
                    // Without its conclusions it is refused, too.
                    guard excluded.insert(EntityProposal.paging).inserted else { return nil }
                }
            }
        }
        return nil
    }
}
