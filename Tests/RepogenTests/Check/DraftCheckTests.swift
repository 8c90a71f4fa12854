import Foundation
import Testing

/// How `check` reports changes of the draft, the patch and the fields of an entity, in text and
/// JSON.
@Suite struct DraftCheckTests {
    /// A change in the JSON output.
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

    /// Creates a package generated from one schema, which then changes to another.
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
        "a change of an entity's format also changes its draft and its patch",
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

    @Test("independent changes are shown, and the others are summarized")
    func echoes() async throws {
        let package = try await package(from: "a: String, b: Int", to: "a: String?, b: String")
        let run = try await CommandLineTool.run("check", in: package.root)
        let effect = "breaking for callers, and changes requests or responses\n"
        #expect(
            run.errors.contains(
                "  Message.Patch.a: Change<String> → NullableChange<String>, \(effect)"
            ),
            "\(run.errors)"
        )
        #expect(!run.errors.contains("Message.Patch.b: "), "\(run.errors)")
        #expect(
            run.errors.contains(
                "  the same change in Message.Draft, Message.Fields, Message.Patch "
                    + "(`--format json` lists all)\n"
            ),
            "\(run.errors)"
        )
    }

    @Test("without dependent changes, there is no summary")
    func nothingFollows() async throws {
        let package = try await package(from: "a: Int?", to: "a: { type: Int?, listed: false }")
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(!run.errors.contains("the same change in"), "\(run.errors)")
    }
}
