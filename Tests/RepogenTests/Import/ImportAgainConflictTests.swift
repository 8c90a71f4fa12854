import Foundation
import Testing

/// Edits of an imported schema that do not suit a new version of the document.
@Suite struct ImportAgainConflictTests {
    private func importing(_ document: String, in package: TemporaryPackage) async throws {
        try package.write(document, to: "pets.yaml")
        let arguments = ["import", "openapi", "pets.yaml", "--output", "Schemas/pets.yaml"]
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("what the document no longer has is marked, not what is new above it")
    func goneBelowNew() async throws {
        func document(_ name: String, at path: String) -> String {
            """
            openapi: 3.0.3
            info: { title: Pets, version: "1" }
            paths:
              /a: { get: { operationId: alpha, responses: { "204": { description: Done. } } } }
              \(path): { get: { operationId: \(name), responses: { "204": { description: Done. } } } }

            """
        }
        let package = try TemporaryPackage([:])
        try await importing(document("beta", at: "/b"), in: package)
        let edited = try package.read("Schemas/pets.yaml")
            .replacing("    get: /b\n", with: "    get: /b\n    timeout: 3 s\n")
        try package.write(edited, to: "Schemas/pets.yaml")
        try await importing(document("betaTwo", at: "/c"), in: package)
        let merged = try package.read("Schemas/pets.yaml")
        #expect(merged.contains("  # No longer in the document.\n  Beta:\n"), "\(merged)")
        #expect(merged.contains("  BetaTwo:\n    get: /c\n"), "\(merged)")
    }

    @Test(
        "constraints that may not suit the type in the schema are a conflict",
        arguments: [("UUID", "minLength: 36"), ("Day", "pattern: a"), ("URL", "maxLength: 9")]
    )
    func constraints(type: String, constraint: String) async throws {
        func document(_ more: String) -> String {
            ImportAgainCommandTests.document("integer", ", owner: { type: string\(more) }")
        }
        let package = try TemporaryPackage([:])
        try await importing(document(""), in: package)
        let edited = try package.read("Schemas/pets.yaml")
            .replacing(#""owner?": String"#, with: #""owner?": \#(type)"#)
        try package.write(edited, to: "Schemas/pets.yaml")
        try await importing(document(", \(constraint)"), in: package)
        let merged = try package.read("Schemas/pets.yaml")
        #expect(merged.contains("# In the document: owner?: "), "\(merged)")
        let arguments = ["validate", "--schemas", "Schemas"]
        let valid = try await CommandLineTool.run(arguments, in: package.root)
        #expect(valid.status == 0, "\(valid.errors)\n\(merged)")
    }

    /// Imports a document, edits the schema, and imports a changed document.
    ///
    /// - Returns: The merged schema, and the run.
    private func merging(
        _ properties: String,
        _ edit: (written: String, own: String),
        _ changed: String,
        in package: TemporaryPackage
    ) async throws -> (schema: String, run: CommandLineTool.Run) {
        func document(_ properties: String) -> String {
            ImportAgainCommandTests.document("integer", ", " + properties)
        }
        try await importing(document(properties), in: package)
        let imported = try package.read("Schemas/pets.yaml")
        #expect(imported.contains(edit.written), "\(imported)")
        try package.write(imported.replacing(edit.written, with: edit.own), to: "Schemas/pets.yaml")
        try package.write(document(changed), to: "pets.yaml")
        let arguments = ["import", "openapi", "pets.yaml", "--output", "Schemas/pets.yaml"]
        let run = try await CommandLineTool.run(arguments, in: package.root)
        return (try package.read("Schemas/pets.yaml"), run)
    }

    @Test("edits that a change of the document would make invalid are kept, with a comment")
    func contradictions() async throws {
        let edits: [(String, (written: String, own: String), String, String)] = [
            (
                "price: { type: number }",
                (#""price?": Double"#, #""price?": { type: Double, minimum: 0 }"#),
                "price: { type: string }", "In the document: price?: String"
            ),
            (
                "price: { type: number }",
                (#""price?": Double"#, #""cost?": { type: Double, key: price }"#),
                "amount: { type: number }", "No longer in the document."
            ),
            (
                "state: { type: string, enum: [draft, live] }",
                ("[draft, live]", "{ draft: { value: draft, doc: Ours. }, live: live }"),
                "state: { type: string, enum: [DRAFT, live] }", "Ours."
            ),
        ]
        for (properties, edit, changed, expected) in edits {
            let package = try TemporaryPackage([:])
            let (schema, run) = try await merging(properties, edit, changed, in: package)
            #expect(run.status == 0, "\(run.errors)")
            #expect(schema.contains(expected), "\(schema)")
            let arguments = ["validate", "--schemas", "Schemas"]
            let valid = try await CommandLineTool.run(arguments, in: package.root)
            #expect(valid.status == 0, "\(valid.errors)\n\(schema)")
        }
    }

    @Test("a property that the document declares after the schema is not added twice")
    func declaredLater() async throws {
        let package = try TemporaryPackage([:])
        let (schema, run) = try await merging(
            "owner: { type: string }",
            (#""owner?": String"#, #""owner?": String, "place?": { type: Int, key: rank }"#),
            "owner: { type: string }, rank: { type: integer }",
            in: package
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(schema.contains("place?"), "\(schema)")
        #expect(!schema.contains("rank?"), "\(schema)")
    }

    @Test("errors that only the merged schema has are reported")
    func invalid() async throws {
        let package = try TemporaryPackage([:])
        let (schema, run) = try await merging(
            "state: { type: string, enum: [draft, live] }",
            (#""state?": PetState"#, #""state?": PetState, first: PetState = draft"#),
            "state: { type: string, enum: [live, gone] }",
            in: package
        )
        #expect(run.status == 1, "\(schema)")
        #expect(run.errors.contains("[invalid-default]"), "\(run.errors)")
        #expect(run.errors.contains("the merged schema has errors"), "\(run.errors)")
    }
}
