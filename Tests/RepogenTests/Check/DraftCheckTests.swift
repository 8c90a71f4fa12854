import Foundation
import Testing

/// What `check` says of the draft, the patch and the fields of an entity, and as JSON of all of them.
@Suite struct DraftCheckTests {
    /// A change as JSON says it.
    private struct Change: Decodable {
        let declaration: String
        let summary: String
        let breaks: String?
        let wire: Bool
    }

    private struct Difference: Decodable {
        let changes: [Change]
    }

    private struct Found: Decodable {
        let differences: [Difference]
    }

    /// A package that was generated from one schema, and has another one now.
    private func package(from old: String, to new: String) async throws -> TemporaryPackage {
        let schema = { (properties: String) in
            """
            repogen: 1
            entities:
              Message: { id: String, properties: { \(properties) } }
              User: { id: String, properties: { n: Int } }
              Person: { id: String, properties: { n: Int } }
            scalars: { Money: { swift: Decimal } }

            """
        }
        let package = try TemporaryPackage([
            "repogen.yaml": "outputs:\n  - { schemas: Schemas, output: Out }\n",
            "Schemas/a.yaml": schema(old),
        ])
        let generated = try await CommandLineTool.run("generate", in: package.root)
        try #require(generated.status == 0, "\(generated.errors)")
        try package.write(schema(new), to: "Schemas/a.yaml")
        return package
    }

    @Test(
        "what changes of the entity on the wire changes of its draft and its patch",
        arguments: [
            ("a: User", "a: User.ID", true),
            ("a: User", "a: Person", false),
            ("a: User.ID", "a: Person.ID", false),
            ("a: Money", "a: Decimal", false),
            ("a: Int", "a: String", true),
            ("a: '[User]'", "a: '[Person]'", false),
            ("a: '[Int]'", "a: '[String]'", true),
        ]
    )
    func agreement(old: String, new: String, isOverTheWire: Bool) async throws {
        let package = try await package(from: old, to: new)
        let run = try await CommandLineTool.run("check", "--format", "json", in: package.root)
        let found = try JSONDecoder().decode(Found.self, from: Data(run.output.utf8))
        let changes = found.differences.flatMap(\.changes)
        for type in ["Message", "Message.Draft", "Message.Patch"] {
            let change = changes.first { $0.declaration == "\(type).a" }
            #expect(change?.breaks == "callers", "\(type)")
            #expect(change?.wire == isOverTheWire, "\(type)")
        }
    }

    @Test("what does not follow from the entity is shown, and of what follows is said so")
    func echoes() async throws {
        let package = try await package(from: "a: String, b: Int", to: "a: String?, b: String")
        let run = try await CommandLineTool.run("check", in: package.root)
        let effect = "breaking for callers, and changes what goes over the wire\n"
        #expect(
            run.errors.contains(
                "  Message.Patch.a: Change<String> → NullableChange<String>, \(effect)"
            ),
            "\(run.errors)"
        )
        #expect(!run.errors.contains("Message.Patch.b: "), "\(run.errors)")
        #expect(
            run.errors.contains(
                "  the same follows for Message.Draft, Message.Fields, Message.Patch "
                    + "(`--format json` names each)\n"
            ),
            "\(run.errors)"
        )
    }

    @Test("where nothing follows, nothing is said of it")
    func nothingFollows() async throws {
        let package = try await package(from: "a: Int?", to: "a: { type: Int?, listed: false }")
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(!run.errors.contains("the same follows"), "\(run.errors)")
    }
}
