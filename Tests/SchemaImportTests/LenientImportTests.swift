import Diagnostics
import SchemaImport
import SchemaLanguage
import SwiftEmitter
import Testing

/// Invalid and unsupported parts of a document are reported, and the rest is imported.
@Suite struct LenientImportTests {
    private func result(_ text: String, isStrict: Bool = false) -> ImportResult {
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        options.isStrict = isStrict
        let source = LoadedDocuments([SourceFile(path: "api.yaml", text: text)])
        return OpenAPIImporter(options: options).propose(["api.yaml"], from: source)
    }

    @Test("the first of duplicate keys is imported, unless the import is strict")
    func repeatedKey() throws {
        let document = """
            openapi: 3.0.0
            info: { title: T, version: "1" }
            paths:
              /a: { get: { operationId: first, responses: { "204": { description: ok } } } }
              /a: { get: { operationId: second, responses: { "204": { description: ok } } } }
              /b: { get: { operationId: other, responses: { "204": { description: ok } } } }
            """
        let found = result(document)
        #expect(found.diagnostics.map(\.rule) == ["duplicate-key"])
        #expect(found.diagnostics.map(\.severity) == [.warning])
        #expect(found.diagnostics.map(\.range.start.line) == [5])
        #expect(try #require(found.schema).declarations.map(\.name) == ["First", "Other"])
        #expect(result(document, isStrict: true).diagnostics.map(\.severity) == [.error])
    }

    @Test("an API without its credentials or its server is reported")
    func simplifiedAPI() throws {
        let document = """
            openapi: 3.0.0
            info: { title: T, version: "1" }
            servers: [{ url: "https://a.example.com" }, { url: "https://a.example.com:0" }]
            security: [{ key: [] }]
            paths: { /a: { get: { responses: { "204": { description: ok } } } } }
            components: { securitySchemes: { key: { type: apiKey, in: header, name: Host } } }
            """
        let found = result(document)
        let api = try #require(found.schema?.apis.first)
        #expect(api.authentication.isEmpty)
        #expect(api.servers.map(\.url) == ["https://a.example.com"])
        #expect(found.diagnostics.map(\.rule) == ["left-out", "simplified"])
        #expect(
            found.diagnostics.map(\.message) == [
                "the server 'https://a.example.com:0' is left out: found port 0",
                "the authentication of 'T' cannot be expressed, and is left out",
            ]
        )
        #expect(found.diagnostics.last?.hint?.contains("set by the transport") == true)
        #expect(found.diagnostics.map(\.range.start.line) == [3, 2])
    }

    @Test("the path of a server without a host is reported")
    func basePath() {
        func messages(_ keys: String) -> [String] {
            let document = """
                swagger: "2.0"
                info: { title: T, version: "1" }
                \(keys)
                paths: { /a: { get: { responses: { "204": { description: ok } } } } }
                """
            return result(document).diagnostics.map(\.message)
        }
        #expect(
            messages("basePath: /v1") == [
                "the server '/v1' is not an absolute URL with http or https, and is left out"
            ]
        )
        #expect(
            messages("host: a b") == ["the server 'https://a b' is left out: found the host 'a b'"]
        )
        for keys in ["basePath: /", "host: a.example.com\nbasePath: /v1", ""] {
            #expect(messages(keys).isEmpty)
        }
    }

    @Test("credentials that only the repository sends are reported")
    func anonymousOperation() {
        let document = """
            openapi: 3.0.0
            info: { title: T, version: "1" }
            security: [{ bearer: [] }]
            paths:
              /notes:
                get: { responses: { "200": { description: ok, content: { application/json: {
                  schema: { type: array, items: { $ref: "#/components/schemas/Note" } } } } } } }
              /notes/{id}:
                parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                get: { responses: { "200": { description: ok, content: { application/json: {
                  schema: { $ref: "#/components/schemas/Note" } } } } } }
                delete: { security: [], responses: { "204": { description: ok } } }
            components:
              securitySchemes: { bearer: { type: http, scheme: bearer } }
              schemas:
                Note: { type: object, required: [id], properties: { id: { type: string } } }
            """
        let found = result(document).diagnostics.filter { $0.rule == "simplified" }
        #expect(found.map(\.range.start.line) == [12])
        #expect(found.allSatisfy { $0.message.contains("needs no credentials") })
    }

    @Test("parts of operations that a repository does not offer are reported")
    func replacedOperations() {
        let document = """
            openapi: 3.0.0
            info: { title: T, version: "1" }
            paths:
              /notes:
                get: { responses: { "200": { content: { application/json: { schema: {
                  type: object, properties: {
                    data: { type: array, items: { $ref: "#/components/schemas/Note" } },
                    meta: { type: object, properties: { unread: { type: integer } } } } } } } },
                  "400": { content: { application/json: {
                    schema: { $ref: "#/components/schemas/Problem" } } } } } }
              /notes/{id}:
                parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                get: { responses: { "200": {
                  headers: { ETag: { schema: { type: string } },
                    X-Quota: { schema: { type: integer } } },
                  content: { application/json: {
                    schema: { $ref: "#/components/schemas/Note" } } } },
                  "400": { content: { text/plain: { schema: { type: string } } } } } }
                delete: { deprecated: true, responses: { "204": { description: ok } } }
            components:
              schemas:
                Note: { type: object, required: [id], properties: { id: { type: string } } }
                Problem: { type: object, properties: { code: { type: integer } } }
            """
        let found = result(document)
        #expect(found.schema?.declarations.map(\.name).contains("Notes") == true)
        let messages = found.diagnostics.filter { $0.rule == "left-out" }.map(\.message)
        #expect(
            messages == [
                "the operations have several types of error for '400', so the repository has none "
                    + "(and in 1 more place)",
                "no repository reads the key 'meta' of the envelope",
                "no repository reads the response header 'X-Quota'",
                "the operation is deprecated, which a repository cannot express",
            ],
            "\(messages)"
        )
    }
}
