import Diagnostics
import Testing
import YAMLTree

@testable import SchemaLanguage

/// Types of one output in the schemas of another output.
@Suite struct ImportTests {
    // MARK: - What repogen.yaml says

    private func parse(
        _ text: String
    ) throws -> (configuration: ProjectConfiguration?, messages: [String]) {
        let file = SourceFile(path: "repogen.yaml", text: text)
        var diagnostics: [Diagnostic] = []
        let configuration = ConfigurationParser()
            .parse(try YAMLReader().read(file), of: file, diagnostics: &diagnostics)
        return (configuration, diagnostics.map { "\($0.message) | \($0.hint ?? "")" })
    }

    @Test("a module is the declared one, or that of the folder in Sources")
    func modules() throws {
        let (configuration, messages) = try parse(
            """
            outputs:
              - { output: Sources/App/Generated, imports: Shared }
              - { output: Model/Generated, module: Shared, imports: [my_base] }
              - { output: Packages/Base/Sources/my-base }
              - { output: Other/Generated }
            """
        )
        #expect(messages == [])
        let found = try #require(configuration)
        #expect(found.outputs.map(\.moduleName) == ["App", "Shared", "my_base", nil])
        let imports = found.imports(of: 0)
        #expect(imports.map(\.module) == ["my_base", "Shared"])
        #expect(imports.map(\.isNamed) == [false, true])
        #expect(found.imports(of: 2).isEmpty)
    }

    @Test(
        "an output that cannot be imported is reported at its name",
        arguments: [
            (
                "- { output: Sources/A/G, imports: [Sharde] }\n- { output: Sources/Shared/G }",
                "no output has the module 'Sharde' | did you mean 'Shared'?"
            ),
            (
                "- { output: A, imports: [Shared] }\n- { output: B }",
                "no output has the module 'Shared' | list several outputs under `outputs:`, and give "
                    + "each its `module:`"
            ),
            (
                "- { output: Sources/A/G, imports: [B] }\n- { output: Sources/B/G, access: package }",
                "'B' cannot be imported: its generated code is package | write `access: public` "
                    + "there"
            ),
            (
                "- { output: Sources/A/G, imports: [A] }",
                "an output already sees its own types | drop it"
            ),
            (
                "- { output: A, imports: [B] }\n- { output: b, module: B }\n- { output: c, module: B }",
                "several outputs have the module 'B' | combine them, or give each a `module:` of its own"
            ),
            (
                "- { output: Sources/A/G, imports: [B, B] }\n- { output: Sources/B/G }",
                "'B' is listed twice | "
            ),
            (
                "- { output: A, imports: [my-module] }\n- { output: Sources/B/G }",
                "expected the name of a module, found 'my-module' | write it as in an `import`: "
                    + "letters, digits and '_'"
            ),
        ]
    )
    func mistakes(outputs: String, message: String) throws {
        let (configuration, messages) = try parse("outputs:\n" + outputs)
        #expect(configuration == nil)
        #expect(messages == [message])
    }

    @Test("modules that import one another are reported, each at its own import")
    func cycle() throws {
        let (configuration, messages) = try parse(
            """
            outputs:
              - { output: Sources/A/G, imports: [B] }
              - { output: Sources/B/G, imports: [C] }
              - { output: Sources/C/G, imports: [A] }
              - { output: Sources/D/G, imports: [A] }
            """
        )
        #expect(configuration == nil)
        #expect(messages.count == 3)
        #expect(messages[0].hasPrefix("modules cannot import one another: A → B → C → A | move"))
    }

    // MARK: - What schemas say

    private static let base = """
        repogen: 1
        values:
          Place: { properties: { city: String } }
        """
    private static let shared = """
        repogen: 1
        apis:
          Service: { baseURL: https://example.com, keys: snake_case }
        mixins:
          Named: { properties: { firstName: String } }
        enums:
          Color: { cases: [red, blue] }
        entities:
          User: { id: Int, include: [Named], properties: { homeTown: Place } }
        endpoints:
          Get: { get: /user, response: User }
        """

    private func compile(_ text: String) -> (schema: CheckedSchema?, messages: [String]) {
        func files(_ path: String, _ text: String) -> [SourceFile] {
            [SourceFile(path: path, text: text)]
        }
        let (schema, diagnostics) = SchemaCompiler().compile(
            files("app.yaml", "repogen: 1\n" + text),
            importing: [
                .init(module: "Base", isNamed: false, files: files("base.yaml", Self.base)),
                .init(module: "Shared", isNamed: true, files: files("shared.yaml", Self.shared)),
            ]
        )
        #expect(diagnostics.allSatisfy { $0.range.path == "app.yaml" })
        return (schema, diagnostics.map { "\($0.rule): \($0.message)" })
    }

    @Test("imported types are found and unchanged, but not generated")
    func types() throws {
        let (schema, messages) = compile(
            """
            apis: { Own: { baseURL: https://example.org } }
            values:
              Card: { properties: { firstOwner: User, friend?: User.ID, color: Color = red } }
            repositories:
              UserRepository: { entity: User, path: users }
            """
        )
        #expect(messages == [])
        let own = try #require(schema).own
        #expect(own.values.map(\.head.name) == ["Card"])
        #expect(own.entities.isEmpty && own.apis.map(\.head.name) == ["Own"])
        #expect(own.values[0].properties.map(\.key) == ["firstOwner", "friend", "color"])
        let user = try #require(schema?.entities.first)
        #expect(user.head.module == "Shared" && user.head.api == "Service")
        // Each output has its own API, and its own keys.
        #expect(user.properties.map(\.key) == ["home_town", "first_name"])
        #expect(own.repositories.map(\.head.api) == ["Service"])
        #expect(schema?.endpoints.isEmpty == true)
    }

    @Test(
        "a declaration that is not imported is reported at its name",
        arguments: [
            (
                "values: { Card: { properties: { place: Place } } }",
                "unknown-type: 'Place' is declared in the output of Base, which is not imported"
            ),
            (
                "endpoints: { Go: { get: /go, api: Service } }",
                "unknown-api: 'Service' is an API of the output of Shared, and only types can be "
                    + "imported"
            ),
            (
                "values: { Card: { include: [Named], properties: {} } }",
                "unknown-mixin: 'Named' is a mixin of the output of Shared, and only types can be "
                    + "imported"
            ),
            (
                "repositories: { Users: { operations: { get: Get } } }",
                "unknown-endpoint: unknown endpoint 'Get'"
            ),
            (
                "values: { User: { properties: { name: String } } }",
                "duplicate-declaration: 'User' is declared twice"
            ),
            ("values: { Card: { properties: { user: Usr } } }", "unknown-type: unknown type 'Usr'"),
        ]
    )
    func unknown(text: String, message: String) {
        let (schema, messages) = compile(text)
        #expect(schema == nil)
        #expect(messages == [message])
    }

    @Test(
        "two imported outputs cannot declare the same type",
        arguments: [
            ("values: { Place: { properties: {} } }", true, ["'Place' is declared twice"]),
            ("enums: { Place: { cases: [a] } }", true, ["'Place' is declared twice"]),
            ("values: { Place: { properties: {} } }", false, []),
            // Their files are in different folders, and a schema cannot use an API of either.
            ("values: { PLACE: { properties: {} } }", true, []),
            ("apis: { Service: { baseURL: https://example.com } }", true, []),
            ("mixins: { Named: { properties: {} } }", true, []),
            // Both outputs have this file.
            (nil, true, ["'Place' is declared twice"]),
        ] as [(String?, Bool, [String])]
    )
    func ambiguous(text: String?, isNamed: Bool, messages: [String]) {
        let first = SourceFile(
            path: "first.yaml",
            text: """
                repogen: 1
                apis: { Service: { baseURL: https://example.org } }
                mixins: { Named: { properties: {} } }
                values: { Place: { properties: {} } }
                """
        )
        let second = text.map { SourceFile(path: "second.yaml", text: "repogen: 1\n" + $0) }
        let (schema, diagnostics) = SchemaCompiler().compile(
            [SourceFile(path: "app.yaml", text: "repogen: 1\nenums: { Color: { cases: [red] } }")],
            importing: [
                .init(module: "First", isNamed: true, files: [first]),
                .init(module: "Second", isNamed: isNamed, files: [second ?? first]),
            ]
        )
        #expect((schema == nil) == !messages.isEmpty)
        #expect(diagnostics.map(\.message) == messages)
        #expect(diagnostics.allSatisfy { $0.range.path == (second ?? first).path })
    }
}
