/// The requests of repositories that differ from those of the operations they replace.
struct RepositoryLosses {
    /// A difference.
    struct Loss {
        /// The name of the endpoint that the repository replaces.
        var name: String
        var rule: ImportRule
        var message: String
    }

    private let finder: EntityFinder
    /// The entities with repositories.
    private let entities: Set<String>

    init(_ finder: EntityFinder, in schema: ProposedSchema) {
        self.finder = finder
        entities = Set(
            schema.declarations.compactMap { declaration in
                if case .repository(let repository) = declaration.body {
                    repository.entity
                } else {
                    nil
                }
            }
        )
    }

    /// The differences in all operations that became part of a repository.
    func all() -> [Loss] {
        guard !entities.isEmpty else { return [] }
        return finder.found().filter { entities.contains($0.name) }.flatMap { found -> [Loss] in
            let requests = WriteRequests(finder, of: found)
            return found.operations.flatMap { word, imported in
                unsupported(word, requests).map {
                    Loss(name: imported.name, rule: .simplified, message: $0)
                }
            }
        }
    }

    /// The properties that a write sends, although its body does not describe them.
    private func unsupported(_ word: String, _ requests: WriteRequests) -> [String] {
        // The caller decides which properties a patch sends.
        guard word != "patch" else { return [] }
        let surplus = requests.excess(of: word).map {
            "\(word) also sends \($0.quoted), which the body of the operation does not have"
        }
        let nulls = requests.nulls(of: word).map {
            "\(word) may send null for \($0.quoted), which the operation does not accept"
        }
        return surplus + nulls
    }
}
