import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// A schema imported from a service's document, as a user would continue with it.
struct ImportedService {
    /// Bodies of one type.
    struct Kind {
        let type: String
        let files: [URL]
    }

    private(set) var schema: ProposedSchema

    /// Imports a document from the third-party data.
    ///
    /// - Parameters:
    ///   - name: The name of its file.
    ///   - only: The selected parts.
    /// - Throws: if it cannot be read.
    init(_ name: String, only: [String] = []) throws {
        let document = try #require(SharedData.folder).appending(path: "openapi/\(name)")
        let file = SourceFile(path: name, bytes: Array(try Data(contentsOf: document)))
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        // Pages are bodies, too.
        options.onlyEndpoints = true
        options.only = only
        let result = OpenAPIImporter(options: options)
            .propose([name], from: LoadedDocuments([file]))
        #expect(result.mistakes.isEmpty, "\(result.mistakes.map(\.message))")
        schema = try #require(result.schema)
    }

    private var checked: CheckedSchema {
        get throws { try GeneratedSchema.checked(SchemaTextWriter().text(for: schema)) }
    }

    /// Compares bodies with the schema.
    func comparison(_ kind: Kind) throws -> BodyComparison.Result {
        let sources = try kind.files.map { file in
            BodySource(path: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
        }
        return try Self.comparison(sources, of: kind.type, with: checked)
    }

    /// Compares bodies of a type with a schema.
    static func comparison(
        _ sources: [BodySource],
        of type: String,
        with schema: CheckedSchema
    ) throws -> BodyComparison.Result {
        let reserved = Set(SwiftNames.reservedTypeNames.keys)
        let found = BodyComparison(schema, type: type, reservedNames: reserved)
        return try #require(found, "there is no \(type)").compare(sources)
    }

    /// Compares the examples of a document with the schema.
    ///
    /// - Parameter name: The name of its file.
    /// - Returns: The number of compared examples, and the mismatches.
    /// - Throws: if a file cannot be read.
    func examples(of name: String) throws -> (count: Int, messages: [String]) {
        let document = try #require(SharedData.folder).appending(path: "openapi/\(name)")
        let file = SourceFile(path: name, bytes: Array(try Data(contentsOf: document)))
        let checked = try checked
        let names = BodyComparison.names(in: checked)
        var types: [String: String] = [:]
        for declaration in schema.declarations {
            guard case .endpoint(let endpoint) = declaration.body,
                case .json(let type)? = endpoint.response, let leaf = Self.name(in: type),
                names.contains(leaf)
            else { continue }
            types["\(endpoint.method) \(DocumentExamples.form(endpoint.path))"] = leaf
        }
        var sources: [String: [BodySource]] = [:]
        for example in try DocumentExamples(file).all() {
            let operation = "\(example.method) \(example.path)"
            guard let type = types[operation] else { continue }
            let source = BodySource(path: operation, bytes: Array(example.text.utf8))
            sources[type, default: []].append(source)
        }
        let messages = try sources.sorted { $0.key < $1.key }.flatMap { type, sources in
            try Self.comparison(sources, of: type, with: checked).diagnostics.map {
                "\($0.range.path): \($0.message)"
            }
        }
        return (sources.values.reduce(0) { $0 + $1.count }, messages)
    }

    /// The type name of bodies, or of their elements if they are arrays.
    private static func name(in type: ProposedType) -> String? {
        switch type {
        case .name(let name): name
        case .array(let element): name(in: element)
        default: nil
        }
    }

    /// The bodies that generated code cannot decode, or does not encode unchanged.
    func failures(_ kinds: [Kind]) async throws -> [String] {
        var service = self
        // Requests are not compiled.
        service.schema.declarations.removeAll { $0.section == .endpoints }
        let program = try await RoundTripProgram(
            GeneratedSchema.files(of: service.checked),
            types: kinds.map(\.type)
        )
        defer { program.remove() }
        return try await program.failures(
            kinds.flatMap { kind in kind.files.map { .init(type: kind.type, file: $0) } }
        )
    }

    /// Edits the schema so that a property with a default becomes optional instead.
    mutating func dropDefault(of name: String, in structure: String) throws {
        let index = schema.declarations.firstIndex { $0.name == structure }
        let declaration = try #require(index)
        guard case .value(var body) = schema.declarations[declaration].body else { return }
        let property = try #require(body.properties.firstIndex { $0.name == name })
        #expect(body.properties[property].defaultValue != nil, "\(name) has no default")
        body.properties[property].defaultValue = nil
        body.properties[property].isOptional = true
        schema.declarations[declaration].body = .value(body)
    }

    /// Applies a proposal to the schema, keeping other settings of a property.
    mutating func apply(_ change: ProposedSchema) {
        for declaration in change.declarations {
            let index = schema.declarations.firstIndex { $0.name == declaration.name }
            guard let index, case .value(var structure) = schema.declarations[index].body,
                case .value(let changed) = declaration.body
            else {
                schema.declarations.append(declaration)
                continue
            }
            for property in changed.properties {
                let known = structure.properties.firstIndex { $0.name == property.name }
                guard let known else {
                    structure.properties.append(property)
                    continue
                }
                structure.properties[known].isOptional = property.isOptional
                structure.properties[known].type = property.type
                structure.properties[known].json = property.json
                structure.properties[known].formats = property.formats
                structure.properties[known].properties = property.properties
            }
            schema.declarations[index].body = .value(structure)
        }
    }
}
