import Diagnostics
import YAMLTree

/// Parses what a repository of an entity says beside its name.
enum EntityRepositoryParser {
    /// The keys beside `entity`.
    private static let keys = [
        "path", "remote", "local", "strategy", "conflicts", "keep", "conventions", "errors",
    ]

    /// What elsewhere is called otherwise.
    private static let foreignOperations: [String: String] = {
        let words = [
            "read": ["get", "list", "find", "findAll", "fetch", "query", "all", "index", "show"],
            "create": ["post", "add", "insert", "store", "new"],
            "update": ["put", "replace", "save", "edit"],
            "delete": ["remove", "destroy"],
            "synchronize": ["sync"],
        ]
        let pairs = words.flatMap { word, others in
            let hint = word == "read" ? "write read, which is of one and of many" : "write \(word)"
            return others.map { ($0, hint) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// Whether a mapping has a key that only a repository of an entity has, beside `entity`.
    static func hasKeys(_ mapping: inout MappingReader) -> Bool {
        keys.map { mapping.optional($0) != nil }.contains(true)
    }

    /// Parses ``keys``, given the value of `entity`, or
    /// nil where that is missing.
    static func parse(
        _ node: YAMLNode?,
        _ mapping: inout MappingReader,
        needsPath: Bool,
        in context: inout ParseContext
    ) -> RepositoryDeclaration.EntityOperations {
        let entity = node.flatMap { context.text($0, what: "the entity of a repository") }
        let place = node?.range ?? mapping.range
        let pathNode =
            needsPath
            ? mapping.required(
                "path",
                at: place,
                hint: "write where the server has them: `path: messages`"
            )
            : mapping.optional("path")
        let path = pathNode.flatMap { context.text($0, what: "the path of a repository") }
        let remoteNode = mapping.optional("remote")
        let remote = remoteNode.flatMap { self.remote($0, in: &context) }
        let localNode = mapping.optional("local")
        let local: CheckedRepository.LocalStore? = localNode.flatMap {
            context.word(
                $0,
                what: "local",
                foreign: [
                    "true": "write sqlite, or memory for what need not last",
                    "false": "write none, or drop the key",
                ]
            )
        }
        let strategy = mapping.optional("strategy").flatMap {
            StrategyParser.parse($0, in: &context)
        }
        let conflicts = mapping.pair("conflicts").flatMap { pair in
            context.word(pair.value, what: "conflicts", as: CheckedRepository.ConflictPolicy.self)
                .map { Located($0, at: pair.value.range) }
        }
        let keep = mapping.pair("keep").flatMap { KeepParser.parse($0, in: &context) }
        let conventions = mapping.optional("conventions").map {
            ConventionsParser.parse($0, in: &context)
        }
        let failures = EndpointParser.failures(mapping.optional("errors"), in: &context)
        // What is not there may be there under a name that is not known.
        let isWhole = !mapping.hasUnknownKeys
        let standard: [CheckedRepository.RemoteOperation] = [.create, .read, .update, .delete]
        return RepositoryDeclaration.EntityOperations(
            entity: entity,
            path: path,
            remote: isWhole && remoteNode == nil
                ? standard.map { Located($0, at: place) } : remote,
            local: isWhole && localNode == nil ? .nowhere : local,
            strategy: strategy,
            conflicts: conflicts,
            keep: keep,
            conventions: conventions,
            failures: failures
        )
    }

    /// What the server offers; nil where not all of it could be read.
    private static func remote(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [Located<CheckedRepository.RemoteOperation>]? {
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            context.reportKind(
                of: node,
                what: "remote",
                expected: "a list of operations",
                hint: "write `remote: [create, read, update, patch, delete]`"
            )
            return nil
        }
        let operations = elements.compactMap { element in
            context.word(
                element,
                what: "a remote operation",
                as: CheckedRepository.RemoteOperation.self,
                foreign: Self.foreignOperations
            )
            .map { Located($0, at: element.range) }
        }
        guard operations.count == elements.count else { return nil }
        return context.distinct(operations)
    }
}
