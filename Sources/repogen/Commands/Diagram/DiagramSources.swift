import Diagnostics
import SchemaDiagram
import SchemaLanguage

/// The schemas of a project, and the declarations in them that a diagram can show.
struct DiagramSources {
    /// One schema for each output.
    let all: [DiagramSource]

    /// Reads and checks the schemas.
    ///
    /// - Throws: if a schema is invalid; the errors are in the report.
    init(_ inputs: ProjectInputs, report: inout Report) throws {
        let generation = try Generation(inputs, report: &report)
        all = generation.results.map { result in
            let files = result.part.schemas + result.part.imports.flatMap(\.files)
            return DiagramSource(schema: result.schema, places: DeclarationPlaces(of: files))
        }
    }

    /// The sequence of a write of a repository.
    ///
    /// - Throws: ``ToolError`` if the repository does not exist or has no write operation.
    func write(of name: String) throws(ToolError) -> Diagram {
        for source in all {
            guard let repository = source.schema.repositories.first(where: { $0.head.name == name })
            else { continue }
            if let diagram = WriteDiagram(of: repository, in: source)?.diagram { return diagram }
            guard case .endpoints(let operations) = repository.kind else {
                throw .arguments(
                    "'\(name)' has no write operation",
                    hint: "the schema lists its operations under `remote:`"
                )
            }
            let example = operations.first.map { ": --kind endpoint --of \($0.endpoint)" }
            throw .arguments(
                "'\(name)' is a repository of endpoints: each operation sends one request",
                hint: "draw one of its endpoints" + (example ?? "")
            )
        }
        let repositories = all.flatMap(\.schema.repositories)
        if let repository = repositories.first(where: { $0.entity == name }) {
            throw .arguments(
                "'\(name)' is an entity; this diagram shows a repository",
                hint: "write --of \(repository.head.name)"
            )
        }
        throw unknown(name, noun: "repository", among: repositories.map(\.head.name))
    }

    /// The request of an endpoint.
    ///
    /// - Throws: ``ToolError`` if the endpoint does not exist.
    func endpoint(_ name: String) throws(ToolError) -> Diagram {
        for source in all {
            if let endpoint = source.schema.endpoints.first(where: { $0.head.name == name }) {
                return EndpointDiagram(of: endpoint, in: source).diagram
            }
        }
        let names = all.flatMap(\.schema.endpoints).map(\.head.name)
        throw unknown(name, noun: "endpoint", among: names)
    }

    /// The error for a name that cannot be drawn.
    func unknown(
        _ name: String,
        noun: String = "declaration",
        among names: [String]
    ) -> ToolError {
        if noun == "declaration",
            all.contains(where: { source in
                source.schema.endpoints.contains { $0.head.name == name }
            })
        {
            return .arguments(
                "'\(name)' is an endpoint; this diagram leaves endpoints out",
                hint: "add --endpoints, or draw its request with --kind endpoint --of \(name)"
            )
        }
        let nearest = NearestSpelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        let some = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        let known = names.isEmpty ? "the schemas declare none" : "the schemas declare \(some)"
        return .arguments(
            "no \(noun) is named '\(name)'",
            hint: nearest ?? (known + (names.count > 5 ? " and others" : ""))
        )
    }
}

extension CheckedRepository {
    /// The stored entity; nil for a repository of endpoints.
    fileprivate var entity: String? {
        guard case .entity(let operations) = kind else { return nil }
        return operations.entity
    }
}
