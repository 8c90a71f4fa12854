package import SchemaLanguage

/// The boxes of one schema, and the lines between them.
struct ModelBoxes {
    private let source: DiagramSource
    private let showsEndpoints: Bool
    /// The identities of the boxes of types, by name.
    private let types: [String: String]
    private let endpoints: [String: CheckedEndpoint]

    init(source: DiagramSource, showsEndpoints: Bool) {
        self.source = source
        self.showsEndpoints = showsEndpoints
        let schema = source.schema
        var types: [String: String] = [:]
        for head in schema.enumerations.map(\.head) + schema.scalars.map(\.head)
            + schema.unions.map(\.head) + schema.values.map(\.head) + schema.entities.map(\.head)
        {
            types[head.name] = Self.id("type", head)
        }
        self.types = types
        endpoints = Dictionary(schema.endpoints.map { ($0.head.name, $0) }) { first, _ in first }
    }

    private static func id(_ kind: String, _ head: DeclarationHead) -> String {
        "\(kind) \(head.name) \(head.schemaPath)"
    }

    /// Boxes and lines.
    var graph: DiagramGraph {
        let schema = source.schema
        var parts = schema.repositories.map(repository)
        parts += schema.entities.map(entity)
        parts += schema.values.map { structure($0.head, .value, $0.properties) }
        parts += schema.unions.map(union)
        parts += schema.enumerations.map(enumeration)
        parts += schema.scalars.map(scalar)
        if showsEndpoints { parts += schema.endpoints.map(endpoint) }
        let graph = DiagramGraph(nodes: parts.map(\.node), edges: parts.flatMap(\.edges))
        // Of other outputs, only the used declarations matter.
        let imported = Set(
            (schema.entities.map(\.head) + schema.values.map(\.head) + schema.unions.map(\.head)
                + schema.enumerations.map(\.head) + schema.scalars.map(\.head))
                .filter { $0.module != nil }.map { Self.id("type", $0) }
        )
        guard !imported.isEmpty else { return graph }
        let used = Set(graph.edges.filter { !imported.contains($0.source) }.map(\.target))
        return graph.keeping { !imported.contains($0.id) || used.contains($0.id) }
    }

    private typealias Part = (node: DiagramGraph.Node, edges: [DiagramGraph.Edge])

    // MARK: - Types

    private func node(
        _ kind: DiagramGraph.Kind,
        _ head: DeclarationHead,
        _ place: DeclarationPlaces.Kind = .type
    ) -> DiagramGraph.Node {
        let prefix: String
        switch place {
        case .type, .api: prefix = "type"
        case .endpoint: prefix = "endpoint"
        case .repository: prefix = "repository"
        }
        return DiagramGraph.Node(
            id: Self.id(prefix, head),
            kind: kind,
            name: head.name,
            line: source.line(of: place, head),
            doc: head.doc,
            notes: head.module.map { ["of module \($0)"] } ?? []
        )
    }

    private func entity(_ entity: CheckedEntity) -> Part {
        var part = structure(entity.head, .entity, [entity.identity] + entity.properties)
        part.node.rows[0].detail = entity.identityText
        return part
    }

    private func structure(
        _ head: DeclarationHead,
        _ kind: DiagramGraph.Kind,
        _ properties: [CheckedProperty]
    ) -> Part {
        var part: Part = (node(kind, head), [])
        for property in properties {
            let target = property.type.declared
            add(
                DiagramGraph.Row(
                    name: property.name,
                    detail: property.schemaText,
                    target: target.flatMap { types[$0.name] },
                    line: source.line(of: .type, head, member: property.name)
                ),
                target?.isIdentity == true ? .refers : .contains,
                property.multiplicity,
                label: property.onDelete.map { "on delete: \($0.rawValue)" },
                to: &part
            )
        }
        return part
    }

    private func union(_ union: CheckedUnion) -> Part {
        var part: Part = (node(.union, union.head), [])
        if let key = union.discriminator { part.node.notes.append("by \(key)") }
        for one in union.cases {
            let target = one.type.declared
            add(
                DiagramGraph.Row(
                    name: one.name,
                    detail: one.type.schemaText,
                    target: target.flatMap { types[$0.name] },
                    line: source.line(of: .type, union.head, member: one.name)
                ),
                target?.isIdentity == true ? .refers : .contains,
                one.type.isCollection ? .many : nil,
                to: &part
            )
        }
        return part
    }

    private func enumeration(_ enumeration: CheckedEnumeration) -> Part {
        var part: Part = (node(.enum, enumeration.head), [])
        part.node.rows = enumeration.cases.map { one in
            let detail: String
            switch one.raw {
            case .string(let text): detail = text == one.name ? "" : text
            case .integer(let digits): detail = digits
            }
            let line = source.line(of: .type, enumeration.head, member: one.name)
            return DiagramGraph.Row(name: one.name, detail: detail, line: line)
        }
        return part
    }

    private func scalar(_ scalar: CheckedScalar) -> Part {
        var part: Part = (node(.scalar, scalar.head), [])
        switch scalar.type {
        case .primitive(let type): part.node.notes.append(type.rawValue)
        case .custom(let name, _, let representation):
            part.node.notes.append("\(name) as \(representation.rawValue)")
        }
        return part
    }

    // MARK: - Repositories and endpoints

    private func repository(_ repository: CheckedRepository) -> Part {
        var part: Part = (node(.repository, repository.head, .repository), [])
        switch repository.kind {
        case .entity(let operations):
            part.node.notes = RepositoryNotes(operations).lines
            if let target = types[operations.entity] {
                let id = part.node.id
                part.edges.append(
                    DiagramGraph.Edge(source: id, target: target, kind: .uses)
                )
            }
        case .endpoints(let operations):
            var used: Set<String> = []
            for operation in operations {
                guard let endpoint = endpoints[operation.endpoint] else { continue }
                let targets =
                    showsEndpoints
                    ? [Self.id("endpoint", endpoint.head)]
                    : endpoint.types.compactMap { $0.declared.flatMap { types[$0.name] } }
                part.node.rows.append(
                    DiagramGraph.Row(
                        name: operation.name,
                        detail: endpoint.requestLine,
                        target: targets.last,
                        line: source.line(of: .repository, repository.head, member: operation.name)
                    )
                )
                addUses(of: targets, except: &used, to: &part)
            }
        }
        return part
    }

    private func endpoint(_ endpoint: CheckedEndpoint) -> Part {
        var part: Part = (node(.endpoint, endpoint.head, .endpoint), [])
        part.node.notes = [endpoint.requestLine]
        var used: Set<String> = []
        for (name, type) in endpoint.namedTypes {
            let target = type.declared.flatMap { types[$0.name] }
            part.node.rows.append(
                DiagramGraph.Row(name: name, detail: type.schemaText, target: target)
            )
            addUses(of: target.map { [$0] } ?? [], except: &used, to: &part)
        }
        return part
    }

    /// Adds a row, and the line from it.
    private func add(
        _ row: DiagramGraph.Row,
        _ kind: DiagramGraph.Relation,
        _ multiplicity: DiagramGraph.Multiplicity?,
        label: String? = nil,
        to part: inout Part
    ) {
        if let target = row.target {
            part.edges.append(
                DiagramGraph.Edge(
                    source: part.node.id,
                    row: part.node.rows.count,
                    target: target,
                    kind: kind,
                    multiplicity: multiplicity,
                    label: label
                )
            )
        }
        part.node.rows.append(row)
    }

    /// Adds a line from the last row to each box without one.
    private func addUses(of targets: [String], except used: inout Set<String>, to part: inout Part)
    {
        for target in targets where used.insert(target).inserted {
            part.edges.append(
                DiagramGraph.Edge(
                    source: part.node.id,
                    row: part.node.rows.count - 1,
                    target: target,
                    kind: .uses
                )
            )
        }
    }
}

extension CheckedEndpoint {
    /// The types that it sends and returns, each with its role.
    fileprivate var namedTypes: [(name: String, type: CheckedType)] {
        var all = body.map { [("body", $0)] } ?? []
        switch response {
        case .empty: break
        case .single(let type): all.append(("response", type))
        case .array(let type): all.append(("response", .array(type)))
        case .byStatus(let outcomes):
            all += outcomes.compactMap { one in one.type.map { ("\(one.status)", $0) } }
        }
        return all + failures.map { ($0.statusText, $0.type) }
    }

    /// The types that it sends, and returns on success.
    fileprivate var types: [CheckedType] { (body.map { [$0] } ?? []) + response.types }
}

extension CheckedEndpoint.Failure {
    /// The status codes, as a schema writes them: `404`, `4xx` or `default`.
    package var statusText: String {
        guard let status else { return "default" }
        return status < 10 ? "\(status)xx" : "\(status)"
    }
}
