import Diagnostics
import YAMLTree

/// Parses a repository under `repositories:`.
enum RepositoryParser {
    static func parse(
        _ name: Located<String>,
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> RepositoryDeclaration {
        var mapping = MappingReader(
            declaration: node,
            what: "a repository",
            hint: "write its `operations:` or its `entity:`",
            in: &context
        )
        let doc = context.doc(mapping.optional("doc"))
        var repository = RepositoryDeclaration(
            heading: DeclarationHeading(name: name, doc: doc),
            kinds: []
        )
        let operations = mapping.pair("operations")
        let entity = mapping.pair("entity")
        if let operations {
            repository.kinds.append(.endpoints(self.operations(operations.value, in: &context)))
        }
        if entity != nil || operations == nil && EntityRepositoryParser.hasKeys(&mapping) {
            repository.kinds.append(
                .entity(
                    EntityRepositoryParser.parse(
                        entity?.value,
                        &mapping,
                        needsPath: entity != nil && operations == nil,
                        in: &context
                    )
                )
            )
        }
        switch (operations, entity) {
        case (_?, nil), (nil, _?): break
        case (_?, let pair?):
            context.report(
                .repositoryKind,
                "a repository has operations or an entity, not both",
                at: pair.key.range,
                hint: "declare two repositories"
            )
        case (nil, nil):
            mapping.miss(
                ["operations", "entity"],
                .repositoryKind,
                "a repository needs operations or an entity",
                at: name.range,
                hint: "write `operations: { fetch: GetMessage }` or `entity: Message`"
            )
        }
        let ofAPI = "it is a key of the API, under `apis:`"
        let foreign = ["authentication", "headers", "baseURL", "keys", "dates"]
        let query =
            "write `conventions: { query: … }` to set how criteria are written, or `conventions: { "
            + "requests: { list: { query: … } } }` for constant parameters"
        repository.heading.finish(
            mapping,
            in: &context,
            foreign: Dictionary(uniqueKeysWithValues: foreign.map { ($0, ofAPI) })
                .merging(ConventionsParser.keysBeside) { $1 }
                .merging(["query": query, "errors": "declare them for each endpoint"]) { $1 }
        )
        return repository
    }

    private static func operations(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> [RepositoryDeclaration.Operation] {
        guard case .mapping(let pairs) = node.content, !pairs.isEmpty else {
            context.reportKind(
                of: node,
                what: "operations",
                expected: "a mapping of functions to endpoints",
                hint: "write `operations: { fetch: GetMessage }`"
            )
            return []
        }
        return pairs.compactMap { pair in
            guard let name = context.text(pair.key, what: "the name of an operation") else {
                return nil
            }
            guard !name.value.isEmpty else {
                context.report(
                    .invalidName,
                    "an operation needs the name of its function",
                    at: name.range,
                    hint: "write `operations: { fetch: GetMessage }`"
                )
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
        let endpoint = mapping.required("endpoint", at: name.range).flatMap {
            context.text($0, what: "the endpoint of an operation")
        }
        mapping.finish(in: &context)
        return endpoint.map {
            RepositoryDeclaration.Operation(name: name, endpoint: $0, doc: doc)
        }
    }
}
