import Diagnostics
import SchemaDiagram
import SchemaLanguage

/// The schemas of a project, and the declarations in them that can be drawn by themselves.
struct DiagramSources {
    /// One for each output.
    let all: [DiagramSource]

    /// Reads and checks the schemas.
    ///
    /// - Throws: where a schema has a mistake, which then is in the report.
    init(_ inputs: ProjectInputs, report: inout Report) throws {
        let generation = try Generation(inputs, report: &report)
        all = generation.results.map { result in
            let files = result.part.schemas + result.part.imports.flatMap(\.files)
            return DiagramSource(schema: result.schema, places: DeclarationPlaces(of: files))
        }
    }

    /// The life of a write of a repository.
    ///
    /// - Throws: ``ToolError`` where there is no such repository, or it writes nothing.
    func write(of name: String) throws(ToolError) -> Diagram {
        for source in all {
            guard let repository = source.schema.repositories.first(where: { $0.head.name == name })
            else { continue }
            if let diagram = WriteDiagram(of: repository, in: source)?.diagram { return diagram }
            guard case .endpoints(let operations) = repository.kind else {
                throw .arguments(
                    "'\(name)' offers no write",
                    hint: "a schema lists what it offers under `remote:`"
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
                "'\(name)' is an entity, and its repository is what can be drawn",
                hint: "write --of \(repository.head.name)"
            )
        }
        throw unknown(name, noun: "repository", among: repositories.map(\.head.name))
    }

    /// The request of an endpoint.
    ///
    /// - Throws: ``ToolError`` where there is no such endpoint.
    func endpoint(_ name: String) throws(ToolError) -> Diagram {
        for source in all {
            if let endpoint = source.schema.endpoints.first(where: { $0.head.name == name }) {
                return EndpointDiagram(of: endpoint, in: source).diagram
            }
        }
        let names = all.flatMap(\.schema.endpoints).map(\.head.name)
        throw unknown(name, noun: "endpoint", among: names)
    }

    /// What to say of a name that is none of those that can be drawn.
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
                "'\(name)' is an endpoint, which this diagram leaves out",
                hint: "add --endpoints, or draw its request with --kind endpoint --of \(name)"
            )
        }
        let nearest = NearestSpelling.nearest(to: name, in: names).map { "did you mean '\($0)'?" }
        let some = names.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
        let known = names.isEmpty ? "the schemas declare none" : "there are \(some)"
        return .arguments(
            "there is no \(noun) '\(name)'",
            hint: nearest ?? (known + (names.count > 5 ? " and others" : ""))
        )
    }
}

extension CheckedRepository {
    /// The entity that it stores; nil where it is one of endpoints.
    fileprivate var entity: String? {
        guard case .entity(let operations) = kind else { return nil }
        return operations.entity
    }
}
