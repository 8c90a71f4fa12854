import Foundation
import Testing

/// The command `import` for a schema that was imported before.
@Suite struct ImportAgainCommandTests {
    /// Returns a document with a listing of pets, and the type of their age.
    static func document(_ type: String, _ more: String = "") -> String {
        """
        openapi: 3.0.3
        info: { title: Pets, version: "1" }
        paths:
          /pets:
            get:
              operationId: listPets
              responses:
                "200":
                  description: All.
                  content:
                    application/json: { schema: { $ref: "#/components/schemas/Pet" } }
        components:
          schemas:
            Pet: { properties: { name: { type: string }, age: { type: \(type) }\(more) } }

        """
    }

    private func run(_ arguments: String..., in package: TemporaryPackage) async throws
        -> CommandLineTool.Run
    {
        let all = ["import", "openapi"] + arguments + ["--output", "Schemas/pets.yaml"]
        return try await CommandLineTool.run(all, in: package.root)
    }

    /// Expects that a merged schema is valid, and that another import leaves it unchanged.
    private func expectSettled(_ merged: String, in package: TemporaryPackage) async throws {
        let arguments = ["validate", "--schemas", "Schemas"]
        let valid = try await CommandLineTool.run(arguments, in: package.root)
        #expect(valid.status == 0, "\(valid.errors)\n\(merged)")
        #expect(try await run(in: package).status == 0)
        #expect(try package.read("Schemas/pets.yaml") == merged)
    }

    @Test("a new document is merged into an edited schema, and --check detects it before")
    func merges() async throws {
        let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
        #expect(try await run("pets.yaml", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        #expect(imported.contains(#"properties: { "name?": String, "age?": Int }"#))
        #expect(try await run("--check", in: package).status == 0)

        let edited = imported.replacing(#""age?": Int"#, with: #""age?": Int8"#)
            .replacing("  Pet:\n", with: "  # Ours.\n  Pet:\n")
        try package.write(edited, to: "Schemas/pets.yaml")
        let document = Self.document("number", ", owner: { type: string }")
        try package.write(document, to: "pets.yaml")
        let check = try await run("--check", in: package)
        #expect(check.status == 3, "\(check.errors)")
        #expect(check.errors.contains("Pet.owner is new"))
        #expect(check.errors.contains("no change breaks callers of the generated code"))
        #expect(try package.read("Schemas/pets.yaml") == edited)

        let merge = try await run(in: package)
        #expect(merge.status == 0, "\(merge.errors)")
        #expect(merge.errors.contains("[import-conflict]"))
        let merged = try package.read("Schemas/pets.yaml")
        #expect(merged.contains("  # Ours.\n  Pet:\n"))
        #expect(merged.contains("# In the document: age?: Double\n      age?: Int8\n"))
        #expect(merged.contains("owner?: String"))

        #expect(try await run(in: package).status == 0)
        #expect(try package.read("Schemas/pets.yaml") == merged)
        #expect(try await run("--check", in: package).status == 0)
    }

    @Test(
        "braces over several lines stay valid, and give way to the comments of conflicts",
        arguments: [
            "\n    properties: {\n      \"name?\": String,\n      \"age?\": Int8\n    }\n",
            "\n    properties: {\n      \"name?\": String,\n      \"age?\": Int8,\n    }\n",
            "\n    properties: { \"name?\": String, \"age?\": Int8 }\n",
        ]
    )
    func braces(edit: String) async throws {
        for (document, hasConflict) in [
            (Self.document("integer", ", owner: { type: string }"), false),
            (Self.document("number"), true),
        ] {
            let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
            #expect(try await run("pets.yaml", in: package).status == 0)
            let imported = try package.read("Schemas/pets.yaml")
            let written = "\n    properties: { \"name?\": String, \"age?\": Int }\n"
            #expect(imported.contains(written))
            let edited = imported.replacing(written, with: edit)
            try package.write(edited, to: "Schemas/pets.yaml")
            try package.write(document, to: "pets.yaml")
            let merge = try await run(in: package)
            #expect(merge.status == 0, "\(merge.errors)")
            #expect(merge.errors.contains("[import-conflict]") == hasConflict)
            let merged = try package.read("Schemas/pets.yaml")
            #expect(merged.contains("Int8"))
            #expect(merged.contains(hasConflict ? "# In the document: age?: Double" : "owner?"))
            try await expectSettled(merged, in: package)
        }
    }

    @Test("a declaration of one's own, or of another kind than edited, is a conflict")
    func otherDeclarations() async throws {
        let own = "  Note:\n    properties: { mine: String }\n"
        let another = Self.document("integer", ", note: { $ref: '#/components/schemas/Note' }")
        let enumeration = Self.document("integer")
            .replacing(/Pet: \{.*\}\n/, with: "Pet: { type: string, enum: [cat, dog] }\n")
        for (document, kept) in [
            (another + "    Note: { properties: { z: { type: integer } } }\n", "mine: String"),
            (enumeration, #""age?": Int8"#),
        ] {
            let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
            #expect(try await run("pets.yaml", in: package).status == 0)
            let imported = try package.read("Schemas/pets.yaml")
            let edited = imported.replacing(#""age?": Int"#, with: #""age?": Int8"#)
                .replacing("values:\n", with: "values:\n" + own)
            try package.write(edited, to: "Schemas/pets.yaml")
            try package.write(document, to: "pets.yaml")
            let merge = try await run(in: package)
            #expect(merge.status == 0, "\(merge.errors)")
            #expect(merge.errors.contains("[import-conflict]"), "\(merge.errors)")
            let merged = try package.read("Schemas/pets.yaml")
            #expect(merged.contains(kept) && merged.contains("# In the document:"), "\(merged)")
            #expect(!merged.contains("z?: Int"))
            try await expectSettled(merged, in: package)
        }
    }

    @Test("a renamed API is followed, by the schema or by the document")
    func renamedAPIs() async throws {
        let secured = Self.document("integer").replacing(
            "components:\n",
            with: """
                  /owners:
                    get:
                      operationId: listOwners
                      security: [{ key: [] }]
                      responses: { "204": { description: Nothing. } }
                components:
                  securitySchemes: { key: { type: apiKey, in: header, name: X-Key } }

                """
        )
        for (edit, document) in [
            ("  Pets:\n    headers: { X-Client: App }\n", "title: Market"),
            ("  Store:\n    headers: { X-Client: App }\n", "title: Pets"),
        ] {
            let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
            #expect(try await run("pets.yaml", in: package).status == 0)
            let imported = try package.read("Schemas/pets.yaml")
            #expect(imported.contains("  Pets: {}\n"), "\(imported)")
            try package.write(
                imported.replacing("  Pets: {}\n", with: edit),
                to: "Schemas/pets.yaml"
            )
            let changed = secured.replacing("title: Pets", with: document)
            try package.write(changed, to: "pets.yaml")
            let merge = try await run(in: package)
            #expect(merge.status == 0, "\(merge.errors)")
            let merged = try package.read("Schemas/pets.yaml")
            #expect(merged.contains("X-Client: App") && merged.contains("ListOwners"), "\(merged)")
            #expect(!merged.contains("No longer in the document"), "\(merged)")
            try await expectSettled(merged, in: package)
        }
    }

    @Test("an inline object with edits conflicts with a component in its place")
    func movedObject() async throws {
        let inline = Self.document(
            "integer",
            ", size: { type: object, properties: { w: { type: number } } }"
        )
        let moved =
            Self.document("integer", ", size: { $ref: '#/components/schemas/Size' }")
            + "    Size: { type: object, properties: { w: { type: number } } }\n"
        let package = try TemporaryPackage(["pets.yaml": inline])
        #expect(try await run("pets.yaml", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        let edited = imported.replacing(
            #""w?": Double"#,
            with: #""w?": { type: Double, doc: Width. }"#
        )
        #expect(edited != imported)
        try package.write(edited, to: "Schemas/pets.yaml")
        try package.write(moved, to: "pets.yaml")
        let merge = try await run(in: package)
        #expect(merge.status == 0 && merge.errors.contains("[import-conflict]"), "\(merge.errors)")
        let merged = try package.read("Schemas/pets.yaml")
        #expect(merged.contains("Width."), "\(merged)")
        try await expectSettled(merged, in: package)
    }

    @Test("an entity that the document makes a value is kept while the schema refers to it")
    func entityBecomesValue() async throws {
        let reference = "{ $ref: \"#/components/schemas/Pet\" }"
        let read = """
              /pets/{id}:
                get:
                  operationId: getPet
                  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
                  responses:
                    "200":
                      description: One.
                      content: { application/json: { schema: \(reference) } }
            components:

            """
        let entity = Self.document("integer", ", id: { type: integer }")
            .replacing("properties: {", with: "required: [id], properties: {")
            .replacing(reference, with: "{ type: array, items: \(reference) }")
            .replacing("components:\n", with: read)
        let value = Self.document("integer", ", owner: { type: string }")
        let package = try TemporaryPackage(["pets.yaml": entity])
        #expect(try await run("pets.yaml", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        #expect(imported.contains("entities:\n"), "\(imported)")
        let toy = "entities:\n  Toy:\n    id: Int\n    properties: { pet: Pet.ID }\n"
        try package.write(
            imported.replacing("entities:\n", with: toy),
            to: "Schemas/pets.yaml"
        )
        try package.write(value, to: "pets.yaml")
        let merge = try await run(in: package)
        #expect(merge.status == 0, "\(merge.errors)")
        #expect(merge.errors.contains("because 'Toy' refers to it"), "\(merge.errors)")
        let merged = try package.read("Schemas/pets.yaml")
        #expect(merged.contains("# In the document:") && merged.contains("owner"), "\(merged)")
        try await expectSettled(merged, in: package)
    }

    @Test("--check without an earlier import, and a state with conflicts, are errors")
    func wrongStates() async throws {
        let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
        let first = try await run("pets.yaml", "--check", in: package)
        #expect(first.status == 1)
        #expect(first.errors.contains("to compare with"))
        #expect(try await run("pets.yaml", in: package).status == 0)
        let conflict = "<<<<<<< ours\nfrom: openapi\n=======\nfrom: jsonschema\n>>>>>>> theirs\n"
        try package.write(conflict, to: "Schemas/pets.yaml.imported")
        let second = try await run("pets.yaml", in: package)
        #expect(second.status == 1)
        #expect(second.errors.contains("has merge conflicts"))
    }

    @Test("an import without changes keeps each byte, even with mixed line endings")
    func untouched() async throws {
        let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
        #expect(try await run("pets.yaml", in: package).status == 0)
        let mixed =
            "\u{FEFF}"
            + (try package.read("Schemas/pets.yaml"))
            .replacing("values:\n", with: "values:\r\n") + "\n\n  \n"
        try package.write(mixed, to: "Schemas/pets.yaml")
        let again = try await run(in: package)
        #expect(again.status == 0, "\(again.errors)")
        let bytes = try Data(contentsOf: package.root.appending(path: "Schemas/pets.yaml"))
        #expect(bytes == Data(mixed.utf8))
    }

    @Test("--check reports errors in the configuration")
    func brokenConfiguration() async throws {
        let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
        #expect(try await run("pets.yaml", in: package).status == 0)
        try package.write("outputs: 7\n", to: "repogen.yaml")
        try package.write(Self.document("number"), to: "pets.yaml")
        let check = try await run("--check", in: package)
        #expect(check.status == 1)
        #expect(check.errors.contains("repogen.yaml:1:"))
        #expect(!check.errors.contains("no change breaks callers of the generated code"))
    }

    @Test("a missing schema whose state exists is reported")
    func removed() async throws {
        let package = try TemporaryPackage(["pets.yaml": Self.document("integer")])
        #expect(try await run("pets.yaml", in: package).status == 0)
        try package.remove("Schemas/pets.yaml")
        for arguments in [["--check"], []] {
            let all = ["import", "openapi", "--output", "Schemas/pets.yaml"] + arguments
            let again = try await CommandLineTool.run(all, in: package.root)
            #expect(again.status == 1, "\(again.errors)")
            #expect(again.errors.contains("error: 'Schemas/pets.yaml' does not exist, only its"))
            #expect(again.errors.contains("hint: restore it"))
        }
        #expect(try await run("pets.yaml", in: package).status == 0)
    }

    @Test("a declaration renamed with its properties follows the document")
    func renamed() async throws {
        let package = try TemporaryPackage([
            "pets.yaml": Self.document("integer", ", born_at: { type: string }")
        ])
        #expect(try await run("pets.yaml", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        let edited = imported.replacing("Pet:", with: "Animal:").replacing(
            "[Pet]",
            with: "[Animal]"
        )
        .replacing(#""age?": Int"#, with: #""years?": { type: Int, key: age }"#)
        .replacing(#""bornAt?": String"#, with: #""birth?": { type: String, key: born_at }"#)
        #expect(edited.contains("years?") && edited.contains("birth?"), "\(edited)")
        try package.write(edited, to: "Schemas/pets.yaml")
        let more = ", born_at: { type: string }, owner: { type: string }"
        try package.write(Self.document("integer", more), to: "pets.yaml")
        let merge = try await run(in: package)
        #expect(merge.status == 0 && !merge.errors.contains("removed"), "\(merge.errors)")
        let merged = try package.read("Schemas/pets.yaml")
        for text in ["  Animal:\n", "years?", "birth?", "owner?"] {
            #expect(merged.contains(text), "\(merged)")
        }
        #expect(!merged.contains("Pet:"), "\(merged)")
    }
}
