import Diagnostics
import SchemaImport
import SwiftEmitter
import Testing

/// Findings of an import for invalid documents, and selections that match nothing.
@Suite struct ImportFindingTests {
    private static let document = """
        openapi: 3.0.0
        info: { title: Shop }
        paths:
          /orders:
            get:
              operationId: listOrders
              tags: [sales]
              responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
          /other:
            get:
              operationId: other
              responses: { "200": { content: { application/json: { schema: { $ref: "parts/user.yaml#/User" } } } } }
        components:
          schemas:
            Order: { type: object, properties: { by: { type: string } } }
            Author: { type: object, properties: { name: { type: string } } }
            Post: { type: object, properties: { author: { $ref: "#/components/schemas/Author" } } }
        """
    private static let user = "User: { type: object, properties: { name: { type: string } } }"

    private func result(
        _ files: [String: String] = ["api.yaml": document, "parts/user.yaml": user],
        _ main: String = "api.yaml",
        _ change: (inout ImportOptions) -> Void = { _ in }
    ) -> ImportResult {
        var options = ImportOptions()
        options.reservedNames = SwiftNames.reservedTypeNames
        change(&options)
        let source = LoadedDocuments(files.map { SourceFile(path: $0.key, text: $0.value) })
        return OpenAPIImporter(options: options).propose([main], from: source)
    }

    private func jsonSchema(_ text: String, only: [String] = []) -> ImportResult {
        var options = ImportOptions()
        options.only = only
        let source = LoadedDocuments([SourceFile(path: "a.json", text: text)])
        return JSONSchemaImporter(options: options).propose(["a.json"], from: source)
    }

    // MARK: - Words that select nothing

    @Test("a selection that matches nothing is an error with a suggestion")
    func selections() {
        func mistakes(_ change: (inout ImportOptions) -> Void) -> [String] {
            let files = ["api.yaml": Self.document, "parts/user.yaml": Self.user]
            return result(files, "api.yaml", change).mistakes.map {
                "--\($0.option) \($0.value): \($0.hint ?? "")"
            }
        }
        for word in ["sales", "listOrders", "/orders", "Order", "User"] {
            #expect(mistakes { $0.only = [word] }.isEmpty, "\(word)")
        }
        #expect(mistakes { $0.only = ["sale"] } == ["--only sale: did you mean 'sales'?"])
        #expect(mistakes { $0.only = ["/order"] } == ["--only /order: did you mean '/orders'?"])
        #expect(mistakes { $0.only = ["nothing"] } == ["--only nothing: "])
        #expect(mistakes { $0.entities = ["Ordre"] } == ["--entity Ordre: did you mean 'Order'?"])
        #expect(mistakes { $0.renames = ["Ordr": "X"] } == ["--rename Ordr: did you mean 'Order'?"])
        #expect(mistakes { $0.renames = ["Order": "Sale", "other": "GetOther"] }.isEmpty)
        #expect(
            jsonSchema(#"{ "$defs": { "Abc": { "type": "object" } } }"#, only: ["Abd"]).mistakes
                .map(\.hint) == ["did you mean 'Abc'?"]
        )
    }

    @Test("a schema that cannot be an entity is an error with a reason")
    func entities() {
        let text = """
            openapi: 3.0.0
            paths: {}
            components: { schemas: {
              Order: { type: object, properties: { by: { type: string } } },
              Part: { type: object, properties: { id: { type: boolean } } },
              Kind: { type: string, enum: [a, b] },
              Name: { type: string },
              User: { type: object, properties: { id: { type: integer } } },
              user_group: { type: object, properties: { user_group_id: { type: string } } } } }
            """
        func message(_ name: String, _ change: (inout ImportOptions) -> Void = { _ in }) -> String?
        {
            let result = result(["a.yaml": text], "a.yaml") {
                $0.entities = [name]
                change(&$0)
            }
            return result.mistakes.first?.message
        }
        #expect(
            message("Order")
                == "'Order' cannot be an entity: it has no identity, a string or an integer "
                + "called id or OrderID"
        )
        #expect(message("Part")?.contains("neither a string nor an integer") == true)
        #expect(message("Kind")?.contains("it is not an object") == true)
        #expect(message("Name")?.contains("it is not declared") == true)
        #expect(message("User") == nil)
        #expect(message("User") { $0.renames = ["User": "Person"] } == nil)
        #expect(message("user_group") == nil && message("UserGroup") == nil)
        #expect(message("User") { $0.onlyEndpoints = true }?.contains("--endpoints-only") == true)
    }

    @Test("a JSON Schema that is not selected gives no findings")
    func unselected() {
        let text = #"""
            { "type": "object", "properties": { "a": { "minimum": 1 } },
              "$defs": { "B": { "enum": ["x", "y"] },
                         "C": { "type": "object", "properties": { "b": { "$ref": "#/$defs/D" } } },
                         "D": { "type": "object", "properties": { "d": { "maximum": 1 } } } } }
            """#
        #expect(jsonSchema(text, only: ["B"]).diagnostics.isEmpty)
        #expect(
            jsonSchema(text, only: ["C"]).diagnostics.map(\.message) == [
                "values are not checked against `maximum`"
            ]
        )
    }

    @Test("a name in use cannot be assigned")
    func clashes() {
        func messages(_ renames: [String: String]) -> [String] {
            result(["api.yaml": Self.document, "parts/user.yaml": Self.user]) {
                $0.renames = renames
                $0.includesUnused = true
            }.mistakes.map(\.message)
        }
        let message = "the name is taken"
        #expect(messages(["Post": "Author"]).contains { $0.contains(message) })
        #expect(messages(["Author": "Post"]).contains { $0.contains(message) })
        #expect(messages(["Post": "Set"]).contains { $0.contains(message) })
        #expect(messages(["Post": "Author", "Author": "Writer"]).isEmpty)
    }

    @Test("a schema in another file is selected by its name")
    func foreign() throws {
        let result = result { $0.only = ["User"] }
        #expect(try #require(result.schema).declarations.map(\.name) == ["User"])
    }

    // MARK: - Files

    @Test("a broken referenced file does not stop the import, unless it is strict")
    func brokenFile() throws {
        let files = ["api.yaml": Self.document, "parts/user.yaml": "User: {"]
        let result = result(files)
        #expect(try #require(result.schema).declarations.contains { $0.name == "ListOrders" })
        #expect(result.diagnostics.count == 2)
        #expect(result.diagnostics.allSatisfy { $0.severity == .warning })
        #expect(result.diagnostics.contains { $0.range.path == "parts/user.yaml" })
        #expect(
            result.diagnostics.contains {
                $0.message == "'parts/user.yaml' cannot be read as YAML or JSON"
                    && $0.range.path == "api.yaml"
            }
        )
        let strict = self.result(files) { $0.isStrict = true }
        #expect(strict.diagnostics.allSatisfy { $0.severity == .error })
    }

    @Test("a file outside of the documents' folders is reported once")
    func outside() {
        let text = """
            openapi: 3.0.0
            paths: {}
            components: { schemas: { A: { type: object, properties: {
              a: { $ref: "../../parts/user.yaml#/User" }, b: { $ref: "../../parts/user.yaml#/User" },
              c: { $ref: "../c.yaml#/User" }, d: { $ref: "/d.yaml#/User" } } } } }
            """
        let files = [
            "api/a.yaml": text, "../parts/user.yaml": Self.user, "c.yaml": Self.user,
            "/d.yaml": Self.user,
        ]
        let found = result(files, "api/a.yaml") { $0.includesUnused = true }.diagnostics
        #expect(found.map(\.rule) == ["outside-reference", "outside-reference"])
        #expect(found.first?.message.contains("'../parts/user.yaml'") == true)
    }

    @Test("the URL of a given file is followed, and others are not fetched")
    func identifiedFiles() throws {
        let order = """
            { "$id": "https://example.com/order", "type": "object", "properties": {
              "customer": { "$ref": "https://example.com/customer" },
              "address": { "$ref": "customer#address" },
              "absolute": { "$ref": "/absolute" },
              "other": { "$ref": "https://example.com/other" } } }
            """
        let customer = """
            { "$id": "https://example.com/customer", "type": "object",
              "properties": { "name": { "type": "string" } },
              "$defs": { "home": { "$anchor": "address", "type": "object",
                "properties": { "street": { "type": "string" } } } } }
            """
        let source = LoadedDocuments([
            SourceFile(path: "order.json", text: order),
            SourceFile(path: "people/customer.json", text: customer),
            // The path of a URL is not a local one.
            SourceFile(path: "/absolute", text: customer),
        ])
        func result(_ paths: [String]) -> ImportResult {
            JSONSchemaImporter().propose(paths, from: source)
        }
        let text = SchemaTextWriter().text(
            for: try #require(result(["order.json", "people/customer.json"]).schema)
        )
        let expected =
            #""customer?": Customer, "address?": Home, "absolute?": JSON, "other?": JSON"#
        #expect(text.contains(expected))
        #expect(
            result(["order.json", "people/customer.json"]).diagnostics.map(\.message)
                == [
                    "'/absolute' is https://example.com/absolute, which is on another host, and is not "
                        + "fetched",
                    "'https://example.com/other' is on another host, and is not fetched",
                ]
        )
        #expect(
            result(["order.json"]).diagnostics.map(\.message).contains(
                "'customer#address' is https://example.com/customer, which is on another host, "
                    + "and is not fetched"
            )
        )
    }

    @Test(
        "recursive compositions terminate",
        arguments: [
            ##"{"allOf":[{"$ref":"#"},{"$ref":"#"}]}"##,
            ##"{"oneOf":[{"$ref":"#"},{"$ref":"#"},{"type":"object","properties":{"a":{"type":"string"}}}]}"##,
            ##"{"$dynamicAnchor":"a","allOf":[{"$dynamicRef":"#a"},{"$ref":"#a"}],"oneOf":[{"$ref":"#a"},{"$ref":"#"}]}"##,
        ]
    )
    func endlessComposition(text: String) {
        let result = jsonSchema(text)
        #expect(result.diagnostics.contains { $0.rule == "reference-cycle" })
    }

    @Test("a recursive inline object has a name inside of itself")
    func endlessObject() throws {
        let result = jsonSchema(
            ##"{"title":"Node","properties":{"next":{"$ref":"#","properties":{"extra":{"type":"string"}}}}}"##
        )
        let text = SchemaTextWriter().text(for: try #require(result.schema))
        #expect(
            text.contains(
                "NodeNextValue:\n    properties: { \"next?\": NodeNextValue, \"extra?\": String }"
            )
        )
    }

    @Test("findings in the alternatives of a union are reported")
    func partsOfSeveralTypes() {
        func rules(_ schema: String) -> [String] {
            jsonSchema(#"{"type":"object","properties":{"a":\#(schema)}}"#).diagnostics.map(\.rule)
        }
        let item = #""items":{"type":"integer"}"#
        #expect(rules(#"{"type":["array","string"],\#(item)}"#) == ["simplified"])
        #expect(rules(#"{"type":["array","null"],\#(item)}"#).isEmpty)
        #expect(rules(#"{"type":["array","string"]}"#).isEmpty)
    }

    @Test("references may lead to definitions in components, and to anchors")
    func nestedDefinitions() throws {
        let text = """
            openapi: 3.1.0
            paths:
              /orders:
                get:
                  operationId: listOrders
                  responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Order" } } } } }
            components:
              schemas:
                Order:
                  type: object
                  properties:
                    line: { $ref: "#/components/schemas/Order/$defs/line" }
                    buyer: { $ref: "#buyer" }
                  $defs:
                    line: { type: object, properties: { count: { type: integer } } }
                    person: { $anchor: buyer, type: object, properties: { name: { type: string } } }
            """
        let result = result(["a.yaml": text], "a.yaml")
        let schema = SchemaTextWriter().text(for: try #require(result.schema))
        #expect(schema.contains(#"properties: { "line?": Line, "buyer?": Person }"#))
        #expect(result.diagnostics.isEmpty)
    }

    @Test("invalid documents are reported with a reason")
    func noDocument() {
        func message(_ text: String) -> String? {
            result(["a.yaml": text], "a.yaml").diagnostics.first?.message
        }
        #expect(message("openapi: 4.0.0")?.contains("3.0, 3.1 or 3.2") == true)
        #expect(message("openapi: 4.0.0")?.contains("found '4.0.0'") == true)
        #expect(message("swagger: \"1.2\"")?.contains("found '1.2'") == true)
        #expect(message("$schema: x")?.contains("JSON Schema") == true)
        #expect(jsonSchema("{}").diagnostics.first?.message.contains("no type") == true)
        #expect(
            jsonSchema(#"{ "openapi": "3.0.0" }"#).diagnostics.first?.hint?.contains("openapi")
                == true
        )
        let text = jsonSchema(#"{ "type": "string" }"#)
        #expect(text.diagnostics.map(\.rule) == ["left-out"] && text.schemas.imported == 0)
    }

    // MARK: - Names

    @Test("the names of operations do not depend on their order")
    func stableNames() throws {
        func names(_ paths: [String]) throws -> Set<String> {
            let items = paths.map { path in
                "  /api/v1/\(path)/: { get: { operationId: get_all_api_v1_\(path)__get, responses: {} } }"
            }
            let text = "openapi: 3.0.0\npaths:\n" + items.joined(separator: "\n")
            let schema = try #require(result(["a.yaml": text], "a.yaml").schema)
            return Set(schema.declarations.map(\.name))
        }
        #expect(try names(["users", "items"]) == ["GetAllUsers", "GetAllItems"])
        #expect(try names(["items", "users"]) == ["GetAllUsers", "GetAllItems"])
        #expect(try names(["users"]) == ["GetAll"])
    }
}
