import Diagnostics
import SchemaImport
import SwiftEmitter
import Testing

/// Endpoints of operations with unusual parameters and bodies.
@Suite struct ImportedOperationTests {
    private func result(_ paths: String, _ components: String = "{}") -> ImportResult {
        let text = """
            openapi: 3.1.0
            info: { title: T }
            paths:
              \(paths)
            components: \(components)
            """
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        let source = LoadedDocuments([SourceFile(path: "api.yaml", text: text)])
        return OpenAPIImporter(options: options).propose(["api.yaml"], from: source)
    }

    private func endpoint(_ name: String, in result: ImportResult) -> ProposedEndpoint? {
        result.schema?.declarations.lazy.compactMap { declaration in
            guard declaration.name == name, case .endpoint(let endpoint) = declaration.body else {
                return nil
            }
            return endpoint
        }.first
    }

    @Test("a path item has the operations and parameters next to its reference")
    func pathItems() {
        let found = result(
            """
            /pets/{id}: { $ref: "#/components/pathItems/Pet",
                parameters: [{ name: id, in: path, required: true, schema: { type: integer } },
                  { name: X-Tenant, in: header, required: true, schema: { type: string } }],
                delete: { operationId: deletePet, responses: { "204": {} } },
                put: { operationId: putPet, responses: { "204": {} } } }
            """,
            """
            { pathItems: { Pet: {
                parameters: [{ name: page, in: query, schema: { type: integer } }],
                get: { operationId: getPet, responses: { "204": {} } },
                put: { operationId: otherPet, responses: { "204": {} } } } } }
            """
        )
        for name in ["DeletePet", "PutPet", "GetPet"] {
            let endpoint = endpoint(name, in: found)
            #expect(endpoint?.pathParameters.map(\.name) == ["id"], "\(name)")
            #expect(endpoint?.headers.map(\.key) == ["X-Tenant"])
            #expect(endpoint?.query.map(\.name) == ["page"])
        }
        #expect(endpoint("OtherPet", in: found) == nil)
        #expect(
            found.diagnostics.map(\.message) == [
                "the path item that the `$ref` leads to has 'put', too; this one is used"
            ]
        )
    }

    @Test("forms do not send properties that only the server sets")
    func forms() {
        func properties(_ media: String) -> [String]? {
            let found = result(
                """
                /photos: { post: { operationId: add, responses: { "204": {} }, requestBody: {
                    content: { \(media): { schema: { $ref: "#/components/schemas/Photo" } } } } } }
                """,
                """
                { schemas: { Photo: { type: object, required: [id, name], properties: {
                    id: { type: integer, readOnly: true }, name: { type: string } } } } }
                """
            )
            guard case .fields(_, let fields, _)? = endpoint("Add", in: found)?.body else {
                return nil
            }
            return fields.map(\.name)
        }
        #expect(properties("multipart/form-data") == ["name"])
        #expect(properties("application/x-www-form-urlencoded") == ["name"])
    }

    @Test(
        "a form whose properties are all set by the server is no body",
        arguments: ["multipart/form-data", "application/x-www-form-urlencoded"]
    )
    func emptyForms(media: String) {
        let found = result(
            """
            /orders/cancel: { post: { operationId: cancel, responses: { "204": {} },
                requestBody: { content: { \(media): { schema: { type: object, properties: {
                    state: { type: string, readOnly: true } } } } } } } }
            """
        )
        #expect(endpoint("Cancel", in: found) != nil)
        #expect(endpoint("Cancel", in: found)?.body == nil)
    }

    @Test("a stream of an array sends its elements as events")
    func events() {
        let car = "{ type: object, properties: { name: { type: string } } }"
        func body(_ items: String) -> ProposedBody? {
            let found = result(
                """
                /cars: { get: { operationId: cars, responses: { "200": {
                    content: { text/event-stream: {
                      schema: { type: array, items: \(items) } } } } } } }
                """,
                "{ schemas: { Car: \(car) } }"
            )
            return endpoint("Cars", in: found)?.response
        }
        let reference = "{ $ref: \"#/components/schemas/Car\" }"
        #expect(body(reference) == .typed("events", .name("Car")))
        let content = "{ type: string, contentSchema: \(reference) }"
        let event = "{ type: object, properties: { id: { type: string }, data: \(content) } }"
        #expect(body(event) == .typed("events", .name("Car")))
        // The data of an event is text, so this object is itself the data.
        let payload = "{ type: object, properties: { id: { type: string }, data: \(reference) } }"
        let found = body(payload)
        #expect(found?.type != nil)
        #expect(found != .typed("events", .name("Car")))
    }

    @Test(
        "a date in a body is plain, which is reported",
        arguments: [
            ("{ type: string, format: date-time }", "String"),
            ("{ type: array, items: { type: string, format: date-time } }", "[String]"),
            ("{ type: integer, format: unix-time }", "Int"),
        ]
    )
    func dates(schema: String, type: String) {
        let found = result(
            """
            /now: { get: { operationId: getNow, responses: { "200": {
                content: { application/json: { schema: \(schema) } } } } } }
            """
        )
        #expect(endpoint("GetNow", in: found)?.response?.type?.text == type)
        #expect(found.diagnostics.map(\.rule) == ["simplified"])
        #expect(found.diagnostics.allSatisfy { $0.message.contains("a body has no `format:`") })
    }

    @Test(
        "a schema that only allows null is no Boolean",
        arguments: [
            ("{ enum: [null] }", "JSON"), ("{ type: [string, \"null\"], const: null }", "JSON"),
            ("{ oneOf: [{ type: string }, { type: object, enum: [null] }] }", "String?"),
        ]
    )
    func nulls(schema: String, type: String) throws {
        let found = result(
            """
            /notes: { get: { operationId: getNote, responses: { "200": { content: {
                application/json: { schema: { $ref: "#/components/schemas/Note" } } } } } } }
            """,
            "{ schemas: { Note: { type: object, properties: { text: \(schema) } } } }"
        )
        let declaration = found.schema?.declarations.first { $0.name == "Note" }
        guard case .value(let note)? = declaration?.body else {
            Issue.record("\(String(describing: declaration))")
            return
        }
        #expect(note.properties.map(\.type.text) == [type])
    }
}
