/// Infers the entities, repositories and pages of a schema, to the extent that they are valid.
package struct EntityConclusion {
    /// A request with its endpoint.
    package struct Request: Sendable {
        /// The name of the endpoint.
        package var name: String
        /// The method, in lower case.
        package var method: String
        /// The path, with placeholders.
        package var path: String

        /// Creates a request.
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

    /// Creates an inference from observed requests.
    ///
    /// - Parameters:
    ///   - schema: The schema, with values instead of entities.
    ///   - requests: The requests.
    ///   - naming: The conversion of keys to property names.
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
            keepsUnused: false,
            areRecorded: true
        )
        repair = SchemaRepair(reservedNames: reservedNames)
    }

    /// Infers declarations that are valid.
    ///
    /// - Parameter names: The names already in use.
    /// - Returns: The schema with them; nil if the schema is invalid even without them.
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
                    // It is invalid even without inferences.
                    guard excluded.insert(EntityProposal.paging).inserted else { return nil }
                }
            }
        }
        return nil
    }
}
