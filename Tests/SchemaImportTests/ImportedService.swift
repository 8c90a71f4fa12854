import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// A schema that was imported from a document of a service, as a person goes on with it.
struct ImportedService {
    /// Bodies of one type.
    struct Kind {
        let type: String
        let files: [URL]
    }

    private(set) var schema: ProposedSchema

    /// Imports a document of the data of others.
    ///
    /// - Parameters:
    ///   - name: The name of its file.
    ///   - only: What of it is wanted.
    /// - Throws: Where it cannot be read.
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
        // Requests are not compiled.
        schema.declarations.removeAll { $0.section == .endpoints }
    }

    private var checked: CheckedSchema {
        get throws { try GeneratedSchema.checked(SchemaTextWriter().text(for: schema)) }
    }

    /// Compares bodies with the schema.
    func comparison(_ kind: Kind) throws -> BodyComparison.Result {
        let reserved = Set(SwiftNames.reservedTypeNames.keys)
        let found = try BodyComparison(checked, type: kind.type, reservedNames: reserved)
        let comparison = try #require(found, "there is no \(kind.type)")
        let sources = try kind.files.map { file in
            BodySource(path: file.lastPathComponent, bytes: Array(try Data(contentsOf: file)))
        }
        return try comparison.compare(sources)
    }

    /// The bodies that generated code does not read, or does not write back as they were.
    func failures(_ kinds: [Kind]) async throws -> [String] {
        let types = kinds.map(\.type)
        let program = try await RoundTripProgram(GeneratedSchema.files(of: checked), types: types)
        defer { program.remove() }
        return try await program.failures(
            kinds.flatMap { kind in kind.files.map { .init(type: kind.type, file: $0) } }
        )
    }

    /// Edits the schema so that a property with a default is optional instead.
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

    /// Edits the schema as a proposal says: what is known of a property otherwise stays.
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
