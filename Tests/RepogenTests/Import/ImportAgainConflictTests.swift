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
        func document(_ name: String) -> String {
            """
            openapi: 3.0.3
            info: { title: Pets, version: "1" }
            paths:
              /a: { get: { operationId: alpha, responses: { "204": { description: Done. } } } }
              /b: { get: { operationId: \(name), responses: { "204": { description: Done. } } } }

            """
        }
        let package = try TemporaryPackage([:])
        try await importing(document("beta"), in: package)
        let edited = try package.read("Schemas/pets.yaml")
            .replacing("    get: /b\n", with: "    get: /b\n    timeout: 3 s\n")
        try package.write(edited, to: "Schemas/pets.yaml")
        try await importing(document("betaTwo"), in: package)
        let merged = try package.read("Schemas/pets.yaml")
        #expect(merged.contains("  # No longer in the document.\n  Beta:\n"), "\(merged)")
        #expect(merged.contains("  BetaTwo:\n    get: /b\n"), "\(merged)")
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
}
