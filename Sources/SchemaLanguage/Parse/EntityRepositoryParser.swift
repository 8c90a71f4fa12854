import Diagnostics
import YAMLTree

/// Parses what a repository of an entity says beside its name.
enum EntityRepositoryParser {
    /// Parses `path`, `remote`, `local`, `strategy` and `conflicts`, given the value of `entity`.
    static func parse(
        _ node: YAMLNode,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> RepositoryDeclaration.EntityOperations? {
        let entity = context.text(node, what: "the entity of a repository")
        let path = mapping.required("path", at: node.range, in: &context).flatMap {
            context.text($0, what: "the path of a repository")
        }
        let remote =
            mapping.optional("remote").map { self.remote($0, in: &context) }
            ?? [.create, .read, .update, .delete].map { Located($0, at: node.range) }
        let local: CheckedRepository.LocalStore? = mapping.optional("local").flatMap {
            context.word($0, what: "local")
        }
        let strategy = mapping.optional("strategy").flatMap {
            StrategyParser.parse($0, in: &context)
        }
        let conflicts = mapping.pair("conflicts").flatMap { pair in
            context.word(pair.value, what: "conflicts", as: CheckedRepository.ConflictPolicy.self)
                .map { Located($0, at: pair.value.range) }
        }
        guard let entity, let path else { return nil }
        return RepositoryDeclaration.EntityOperations(
            entity: entity,
            path: path,
            remote: remote,
            local: local ?? .nowhere,
            strategy: strategy,
            conflicts: conflicts
        )
    }

    private static func remote(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [Located<CheckedRepository.RemoteOperation>] {
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            context.reportKind(
                of: node,
                what: "remote",
                expected: "a list of operations",
                hint: "write `remote: [create, read, update, patch, delete]`"
            )
            return []
        }
        let operations = elements.compactMap { element in
            context.word(
                element,
                what: "a remote operation",
                as: CheckedRepository.RemoteOperation.self
            )
            .map { Located($0, at: element.range) }
        }
        return context.distinct(operations)
    }
}
