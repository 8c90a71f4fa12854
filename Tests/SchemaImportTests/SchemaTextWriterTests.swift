import Diagnostics
import SchemaImport
import SchemaLanguage
import Testing

/// A proposed schema, written.
@Suite struct SchemaTextWriterTests {
    @Test("a schema is written in short forms, is canonical, and has the proposed meaning")
    func writes() throws {
        var email = ProposedProperty("email", isOptional: true, .optional(.string))
        email.key = "e-mail"
        email.remark = "null in 3 of 150"
        var place = ProposedProperty("place", .inline)
        place.properties = [ProposedProperty("city", .string)]
        var likes = ProposedProperty("likes", .name("Int"))
        likes.defaultValue = .literal("0")
        let user = ProposedStructure(
            identity: ProposedIdentity(type: "Int"),
            properties: [
                ProposedProperty("name", .string), email, likes,
                ProposedProperty("tags", .array(.string)), place,
            ]
        )
        var endpoint = ProposedEndpoint(method: "get", path: "/users/{id}")
        endpoint.pathParameters = [ProposedProperty("id", .name("User.ID"))]
        endpoint.response = .json(.name("User"))
        endpoint.errors = [.init(status: "404", type: .json)]
        var api = ProposedAPI(name: "Shop")
        api.servers = [.init(environment: "production", url: "https://shop.example.com")]
        let schema = ProposedSchema(
            header: ["A shop."],
            apis: [api],
            declarations: [
                ProposedDeclaration("GetUser", doc: "One line.\nAnother.", .endpoint(endpoint)),
                ProposedDeclaration("User", comments: ["because of an id"], .entity(user)),
                ProposedDeclaration(
                    "Mood",
                    .enumeration(
                        ProposedEnumeration(cases: [
                            .init(name: "good", value: .text("good")),
                            .init(name: "null", value: .text("null")),
                        ])
                    )
                ),
            ]
        )
        let text = SchemaTextWriter().text(for: schema)
        #expect(
            text == """
                # A shop.
                repogen: 1
                apis:
                  Shop:
                    baseURL: https://shop.example.com

                enums:
                  Mood: { cases: [good, "null"] }

                entities:
                  # because of an id
                  User:
                    id: Int
                    properties:
                      name: String
                      email?: { type: "String?", key: e-mail }  # null in 3 of 150
                      likes: Int = 0
                      tags: "[String]"
                      place: { properties: { city: String } }

                endpoints:
                  GetUser:
                    doc: |
                      One line.
                      Another.
                    get: /users/{id}
                    path: { id: User.ID }
                    response: User
                    errors: { 404: JSON }

                """
        )
        let file = SourceFile(path: "schema.yaml", text: text)
        #expect(try SchemaFormatter(.schema).format(file) == .canonical)
        let (schemaOfText, diagnostics) = SchemaCompiler().compile([file])
        #expect(diagnostics.isEmpty)
        #expect(schemaOfText != nil)
        #expect(!SchemaTextWriter(showsEvidence: false).text(for: schema).contains("because"))
    }

    @Test("documentation is wrapped; other texts are data, and unchanged")
    func data() throws {
        let key = "a\r\nb " + String(repeating: "c", count: 200)
        var property = ProposedProperty("value", .string)
        property.key = key
        property.doc = String(repeating: "word ", count: 40)
        let structure = ProposedStructure(properties: [property])
        let schema = ProposedSchema(declarations: [ProposedDeclaration("Kept", .value(structure))])
        let text = SchemaTextWriter().text(for: schema)
        let file = SourceFile(path: "schema.yaml", text: text)
        let (checked, _) = SchemaCompiler().compile([file])
        #expect(checked?.values.first?.properties.first?.key == key, "\(text)")
        #expect(text.split(separator: "\n").filter { $0.hasSuffix("word") }.count > 1, "\(text)")
    }
}
