import Diagnostics
import Foundation
import SchemaImport
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// Realistic documents, and the schemas imported from them.
@Suite struct ImportTests {
    @Test("a document gives the schema and the report of its golden", arguments: ImportCase.all)
    func golden(golden: ImportCase) throws {
        let result = try golden.result()
        let text = SchemaTextWriter().text(for: try #require(result.schema))
        let report =
            "\(result.operations.imported) of \(result.operations.total) operations, "
            + "\(result.schemas.imported) of \(result.schemas.total) schemas\n"
            + DiagnosticPrinter(files: result.files).text(for: result.diagnostics)
        if ImportCase.isRecording {
            try golden.record(text, as: "schema.yaml")
            try golden.record(report, as: "report.txt")
            Issue.record("recorded \(golden.testDescription)")
            return
        }
        let schema = golden.expected("schema.yaml")
        #expect(schema == text, "\(difference(expected: schema, found: text))")
        let expected = golden.expected("report.txt")
        #expect(expected == report, "\(difference(expected: expected, found: report))")
    }

    @Test("an imported schema is canonical and valid, without warnings", arguments: ImportCase.all)
    func valid(golden: ImportCase) throws {
        for onlyEndpoints in [false, true] {
            let result = try golden.result {
                $0.onlyEndpoints = onlyEndpoints
                $0.includesUnused = onlyEndpoints
            }
            let text = SchemaTextWriter().text(for: try #require(result.schema))
            let file = SourceFile(path: "schema.yaml", text: text)
            let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
            let (schema, diagnostics) = compiler.compile([file])
            #expect(
                diagnostics.isEmpty && schema != nil,
                "\(DiagnosticPrinter(files: [file]).text(for: diagnostics))"
            )
            #expect(try SchemaFormatter(.schema).format(file) == .canonical)
            let names = result.schema?.declarations.map(\.name) ?? []
            #expect(Set(names).count == names.count)
        }
    }

    @Test("importing twice gives the same bytes", arguments: ImportCase.all)
    func deterministic(golden: ImportCase) throws {
        let texts = try (0..<2).map { _ in
            SchemaTextWriter().text(for: try #require(try golden.result().schema))
        }
        #expect(texts[0] == texts[1])
    }

    @Test("the generated code of an imported schema compiles", arguments: ImportCase.all)
    func compiles(golden: ImportCase) async throws {
        let text = SchemaTextWriter().text(for: try #require(try golden.result().schema))
        let messages = try await GeneratedSchema.messages(of: text)
        #expect(messages.isEmpty, "\(messages)")
    }

    @Test("in a strict import, each finding is an error")
    func strict() throws {
        let golden = try #require(ImportCase.all.first { $0.testDescription == "broken" })
        let result = try golden.result { $0.isStrict = true }
        #expect(!result.diagnostics.isEmpty)
        #expect(result.diagnostics.allSatisfy { $0.severity == .error })
    }

    @Test("in a strict import, an inference is not an error")
    func strictConclusions() throws {
        let golden = try #require(ImportCase.all.first { $0.testDescription == "pages" })
        let result = try golden.result { $0.isStrict = true }
        #expect(result.diagnostics.map(\.rule) == ["concluded", "concluded", "concluded"])
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
    }

    @Test("in a strict import, an unchecked restriction is not an error")
    func strictRestrictions() throws {
        let golden = try #require(ImportCase.all.first { $0.testDescription == "unions" })
        let result = try golden.result { $0.isStrict = true }
        let unchecked = result.diagnostics.filter { $0.rule == "unchecked" }
        #expect(!unchecked.isEmpty)
        #expect(unchecked.allSatisfy { $0.severity == .warning })
        #expect(result.diagnostics.contains { $0.severity == .error })
    }

    @Test(
        "a kind of service is recognized only by all of its signs",
        arguments: [
            ("django", "djangoREST", "{id}/", "{id}"), ("eve", "eve", "_etag", "tag"),
            ("github", "gitHub", "application/vnd.github+json", "application/json"),
            ("json-api", "jsonAPI", "enum: [articles]", "enum: [posts]"),
            ("kinto", "kinto", "last_modified", "modified"),
            ("stripe", "stripe", "starting_after", "after"),
        ]
    )
    func families(name: String, profile: String, sign: String, other: String) throws {
        let golden = try #require(ImportCase.all.first { $0.testDescription == name })
        let text = golden.expected("openapi.yaml")
        func repositories(_ text: String) throws -> [String] {
            let file = SourceFile(path: "openapi.yaml", text: text)
            let result = OpenAPIImporter().propose([file.path], from: LoadedDocuments([file]))
            let schema = SchemaTextWriter().text(for: try #require(result.schema))
            let checked = try GeneratedSchema.checked(schema)
            #expect(!checked.repositories.isEmpty)
            return schema.split(separator: "\n").map(String.init)
        }
        let like = "    conventions: { like: \(profile) }"
        #expect(try repositories(text).contains(like))
        #expect(try !repositories(text.replacing(sign, with: other)).contains(like))
    }

    @Test("a tag, a path or a schema selects the parts to import")
    func selection() throws {
        let golden = try #require(ImportCase.all.first { $0.testDescription == "shop" })
        func names(_ only: String...) throws -> [String] {
            let result = try golden.result {
                $0.only = only
                $0.onlyEndpoints = true
            }
            return try #require(result.schema).declarations.map(\.name)
        }
        let status = try names("/status")
        #expect(Set(status) == ["GetStatus", "GetStatusResponse", "GetStatusResponseState"])
        #expect(try names("reviews").contains("AddReview"))
        #expect(try !names("reviews").contains("GetProduct"))
        #expect(try names("Unused") == ["Unused"])
    }

    @Test(
        "only what several operations require, and what selects no page, is a parameter of the API",
        arguments: [
            (["mode", "mode"], true), (["mode"], false), (["mode", "tone"], false),
            (["page", "page"], false), (["sort", "sort"], false),
        ]
    )
    func commonParameters(names: [String], isMoved: Bool) throws {
        let paths = names.enumerated().map { index, name in
            let schema = "{ type: string, default: a }"
            return """
                  /path\(index):
                    get:
                      parameters: [{ name: \(name), in: query, required: true, schema: \(schema) }]
                      responses: {}
                """
        }
        let text = "openapi: 3.0.0\npaths:\n" + paths.joined(separator: "\n")
        let source = LoadedDocuments([SourceFile(path: "a.yaml", text: text)])
        let result = OpenAPIImporter().propose(["a.yaml"], from: source)
        let schema = SchemaTextWriter().text(for: try #require(result.schema))
        #expect(schema.contains("    query: { \(names[0]): a }\n") == isMoved, "\(schema)")
        #expect(schema.contains("    query: { \(names[0]): String = a }\n") != isMoved)
    }

    @Test("the schema uses the names given by the user")
    func renaming() throws {
        let golden = try #require(ImportCase.all.first { $0.testDescription == "shop" })
        let result = try golden.result {
            $0.renames = ["Category": "Shelf", "getStatus": "CheckStatus"]
        }
        let names = try #require(result.schema).declarations.map(\.name)
        #expect(names.contains("Shelf") && !names.contains("Category"))
        #expect(names.contains("CheckStatus") && !names.contains("GetStatus"))
    }

    @Test("a schema named by the user is an entity, with the available operations")
    func forcedEntity() throws {
        let text = """
            openapi: 3.0.0
            paths:
              /pet/{petId}:
                get:
                  parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
                  responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/pet" } } } } }
            components: { schemas: { pet: { type: object, properties: { id: { type: integer } } } } }
            """
        let source = LoadedDocuments([SourceFile(path: "a.yaml", text: text)])
        func sections(_ entities: [String]) throws -> [String] {
            var options = ImportOptions()
            options.entities = entities
            let result = OpenAPIImporter(options: options).propose(["a.yaml"], from: source)
            return try #require(result.schema).declarations.map { "\($0.section) \($0.name)" }
        }
        #expect(try sections([]) == ["endpoints GetPet", "values Pet"])
        #expect(try sections(["pet"]) == ["entities Pet", "repositories Pets"])
    }

    @Test(
        "several documents become one schema; endpoints name an API other than the default"
    )
    func severalDocuments() throws {
        func document(_ title: String) -> SourceFile {
            let text = """
                openapi: 3.0.0
                info: { title: \(title) }
                paths: { /status: { get: { operationId: status, responses: {} } } }
                """
            return SourceFile(path: "\(title).yaml", text: text)
        }
        let result = OpenAPIImporter().propose(
            ["Shop.yaml", "Bank.yaml"],
            from: LoadedDocuments([document("Shop"), document("Bank")])
        )
        let text = SchemaTextWriter().text(for: try #require(result.schema))
        let (schema, diagnostics) = SchemaCompiler().compile([
            SourceFile(path: "schema.yaml", text: text)
        ])
        #expect(diagnostics.isEmpty && schema?.endpoints.count == 2)
        #expect(text.contains("api: Shop") && text.contains("    api: Bank"))
        #expect(result.operations.imported == 2)
    }

    @Test("a file given twice is imported once, however its path is written")
    func sameFile() throws {
        let text = """
            openapi: 3.0.0
            info: { title: Shop }
            paths: { /status: { get: { operationId: status, responses: {} } } }
            """
        let files = ["a.yaml", "./a.yaml", "b/../a.yaml"].map { SourceFile(path: $0, text: text) }
        let result = OpenAPIImporter().propose(
            ["a.yaml", "./a.yaml", "a.yaml", "b/../a.yaml"],
            from: LoadedDocuments(files)
        )
        let once = OpenAPIImporter().propose(["a.yaml"], from: LoadedDocuments(files))
        #expect(result.schema == once.schema && once.schema?.declarations.count == 1)
        #expect(result.operations.total == 1)
        let schema = SourceFile(
            path: "a.json",
            text: #"{ "$defs": { "A": { "properties": { "b": {} } } } }"#
        )
        let twice = JSONSchemaImporter().propose(
            ["a.json", "./a.json"],
            from: LoadedDocuments([schema, SourceFile(path: "./a.json", bytes: schema.bytes)])
        )
        #expect(twice.schemas.total == 1 && twice.schema?.declarations.map(\.name) == ["A"])
    }

    @Test("an invalid document is an error with its position")
    func noDocument() {
        for text in ["", "a: 1", "- openapi", "openapi: 2", "swagger: 1.2", "\u{0}"] {
            let file = SourceFile(path: "a.yaml", text: text)
            let result = OpenAPIImporter().propose(["a.yaml"], from: LoadedDocuments([file]))
            #expect(result.schema == nil)
            #expect(result.diagnostics.contains { $0.severity == .error }, "\(text)")
        }
    }
}
