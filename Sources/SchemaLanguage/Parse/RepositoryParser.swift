import Diagnostics
import YAMLTree

/// Parses a repository under `repositories:`.
enum RepositoryParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> RepositoryDeclaration? {
        guard
            var mapping = MappingReader(
                node,
                what: "a repository",
                hint: "write its `operations:` or its `entity:`",
                in: &context
            )
        else { return nil }
        let heading = DeclarationHeading(name: name, doc: context.doc(mapping.optional("doc")))
        let operationsNode = mapping.pair("operations")
        let entityNode = mapping.pair("entity")
        let kind: RepositoryDeclaration.Kind?
        switch (operationsNode, entityNode) {
        case (let pair?, nil):
            kind = operations(pair.value, in: &context).map { .endpoints($0) }
        case (nil, let pair?):
            kind = entity(pair.value, &mapping, in: &context).map { .entity($0) }
        case (_?, let pair?):
            context.report(
                .repositoryKind,
                "a repository has operations or an entity, not both",
                at: pair.key.range,
                hint: "declare two repositories"
            )
            kind = nil
            _ = (mapping.optional("path"), mapping.optional("remote"))
        case (nil, nil):
            context.report(
                .repositoryKind,
                "a repository needs operations or an entity",
                at: name.range,
                hint: "write `operations: { fetch: GetMessage }` or `entity: Message`"
            )
            kind = nil
        }
        mapping.finish(in: &context)
        return kind.map { RepositoryDeclaration(heading: heading, kind: $0) }
    }

    private static func operations(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [RepositoryDeclaration.Operation]? {
        guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
            context.reportKind(
                of: node,
                what: "operations",
                expected: "a mapping of functions to endpoints",
                hint: "write `operations: { fetch: GetMessage }`"
            )
            return nil
        }
        return pairs.compactMap { pair in
            guard let name = context.text(pair.key, what: "the name of an operation") else {
                return nil
            }
            return operation(name, pair.value, in: &context)
        }
    }

    /// The name of an endpoint, or `{ endpoint: …, doc: … }`.
    private static func operation(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> RepositoryDeclaration.Operation? {
        guard case .mapping = node.content else {
            return context.text(node, what: "the endpoint of an operation").map {
                RepositoryDeclaration.Operation(name: name, endpoint: $0)
            }
        }
        guard var mapping = MappingReader(node, what: "an operation", in: &context) else {
            return nil
        }
        let doc = context.doc(mapping.optional("doc"))
        let endpoint = mapping.required("endpoint", at: name.range, in: &context).flatMap {
            context.text($0, what: "the endpoint of an operation")
        }
        mapping.finish(in: &context)
        return endpoint.map {
            RepositoryDeclaration.Operation(name: name, endpoint: $0, doc: doc)
        }
    }

    private static func entity(
        _ node: YAMLNode,
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> RepositoryDeclaration.EntityOperations? {
        let entity = context.text(node, what: "the entity of a repository")
        let path = mapping.required("path", at: node.range, in: &context).flatMap {
            context.text($0, what: "the path of a repository")
        }
        var remote: [CheckedRepository.RemoteOperation] = [.create, .read, .update, .delete]
        if let node = mapping.optional("remote") {
            remote = self.remote(node, in: &context)
        }
        guard let entity, let path else { return nil }
        return RepositoryDeclaration.EntityOperations(entity: entity, path: path, remote: remote)
    }

    private static func remote(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [CheckedRepository.RemoteOperation] {
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            context.reportKind(
                of: node,
                what: "remote",
                expected: "a list of operations",
                hint: "write `remote: [create, read, update, patch, delete]`"
            )
            return []
        }
        let found = elements.compactMap {
            context.word(
                $0,
                what: "a remote operation",
                as: CheckedRepository.RemoteOperation.self
            )
        }
        return CheckedRepository.RemoteOperation.allCases.filter(found.contains)
    }
}
