import Diagnostics
import YAMLTree

/// Parses a repository of an entity.
enum EntityRepositoryParser {
    /// The keys next to `entity`.
    private static let keys = [
        "path", "remote", "local", "strategy", "conflicts", "keep", "conventions", "errors",
    ]

    /// The names of operations in other languages.
    private static let foreignOperations: [String: String] = {
        let words = [
            "read": ["get", "list", "find", "findAll", "fetch", "query", "all", "index", "show"],
            "create": ["post", "add", "insert", "store", "new"],
            "update": ["put", "replace", "save", "edit"],
            "delete": ["remove", "destroy"],
            "synchronize": ["sync"],
        ]
        let pairs = words.flatMap { word, others in
            let hint = word == "read" ? "write read, which covers one and many" : "write \(word)"
            return others.map { ($0, hint) }
        }
        return Dictionary(uniqueKeysWithValues: pairs)
    }()

    /// Whether a mapping has a key of an entity repository other than `entity`.
    static func hasKeys(_ mapping: inout MappingReader) -> Bool {
        keys.map { mapping.optional($0) != nil }.contains(true)
    }

    /// Parses ``keys``; `entity` is the value of that key, or nil if it is missing.
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
                hint: "write the path of the entities on the server: `path: messages`"
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
                    "true": "write sqlite, or memory if the data need not persist",
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
        // A missing key may be there under an unknown name.
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

    /// The operations on the server; nil if not all of them could be read.
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
