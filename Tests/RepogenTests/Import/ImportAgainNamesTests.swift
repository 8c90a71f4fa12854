import Foundation
import Testing

/// The command `import` for declarations that have moved, or got another name, since the last
/// import.
@Suite struct ImportAgainNamesTests {
    private static func document(_ width: String, _ more: String = "") -> String {
        let pet = ", size: { $ref: '#/components/schemas/Size' }"
        return ImportAgainCommandTests.document("integer", pet)
            + "    Size: { properties: { width: { type: \(width) } } }\n" + more
    }

    private func run(_ arguments: String..., in package: TemporaryPackage) async throws
        -> CommandLineTool.Run
    {
        let all = ["import", "openapi"] + arguments + ["--output", "Schemas/pets.yaml"]
        return try await CommandLineTool.run(all, in: package.root)
    }

    private func expectValid(_ package: TemporaryPackage) async throws {
        let valid = try await CommandLineTool.run(["validate"], in: package.root)
        let text = try package.read("Schemas/pets.yaml")
        #expect(valid.status == 0, "\(valid.errors)\n\(text)")
    }

    private static func package() throws -> TemporaryPackage {
        try TemporaryPackage([
            "repogen.yaml": "schemas: Schemas\noutput: Generated\n",
            "pets.yaml": document("integer"),
        ])
    }

    @Test("a declaration that was moved to another schema of the project stays there")
    func moved() async throws {
        let package = try Self.package()
        #expect(try await run("pets.yaml", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        let moved = "\n  Size:\n    properties: { \"width?\": Int }"
        #expect(imported.contains(moved), "\(imported)")
        try package.write(imported.replacing(moved, with: ""), to: "Schemas/pets.yaml")
        try package.write("repogen: 1\n\nvalues:" + moved + "\n", to: "Schemas/sizes.yaml")
        try await expectValid(package)

        // Its user changes, it changes itself, and a new declaration has the name of another one.
        let pets = try package.read("Schemas/pets.yaml")
        let first = Self.document("integer").replacing("name: {", with: "born: {")
        try package.write(first, to: "pets.yaml")
        let again = try await run(in: package)
        #expect(again.status == 0 && !again.errors.contains("'Size'"), "\(again.errors)")
        #expect(try package.read("Schemas/pets.yaml") == pets.replacing("name", with: "born"))
        try await expectValid(package)

        try package.write(Self.document("number", Self.color), to: "pets.yaml")
        let sizes = try package.read("Schemas/sizes.yaml")
        let more = sizes + "\n  Color:\n    properties: { red: Int }\n"
        try package.write(more, to: "Schemas/sizes.yaml")
        let third = try await run("--all", in: package)
        #expect(third.status == 0, "\(third.errors)")
        for name in ["Size", "Color"] {
            let message =
                "'\(name)' is declared in 'Schemas/sizes.yaml', and is not added; the document has"
            #expect(third.errors.contains(message), "\(third.errors)")
        }
        try await expectValid(package)
        let last = try await run(in: package)
        #expect(!last.errors.contains("import-conflict"), "\(last.errors)")
    }

    private static let color = "    Color: { properties: { red: { type: number } } }\n"

    @Test("--rename keeps the edits of what it renames")
    func renamed() async throws {
        let package = try Self.package()
        #expect(try await run("pets.yaml", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        let edited = imported.replacing(#""width?": Int"#, with: #""width?": Int8"#)
        #expect(edited != imported)
        try package.write(edited, to: "Schemas/pets.yaml")
        let again = try await run(
            "--rename",
            "Size=Extent",
            "--rename",
            "listPets=AllPets",
            in: package
        )
        #expect(again.status == 0 && !again.errors.contains("import-conflict"), "\(again.errors)")
        let renamed = try package.read("Schemas/pets.yaml")
        #expect(renamed.contains("  Extent:") && renamed.contains("  AllPets:"), "\(renamed)")
        #expect(renamed.contains(#""width?": Int8"#) && !renamed.contains(": Size"), "\(renamed)")
        #expect(!renamed.contains("  Size:") && !renamed.contains("ListPets"), "\(renamed)")
        try await expectValid(package)

        // The original name is restored, with the edit.
        let back = try await run("--rename", "Size=Size", in: package)
        #expect(back.status == 0 && !back.errors.contains("import-conflict"), "\(back.errors)")
        let restored = try package.read("Schemas/pets.yaml")
        #expect(restored.contains("  Size:"), "\(restored)")
        #expect(restored.contains(#""width?": Int8"#), "\(restored)")
        try await expectValid(package)
    }

    @Test("--rename follows the document's names, and never takes the name of another declaration")
    func twins() async throws {
        let package = try Self.package()
        let more = "    Extent: { properties: { width: { type: integer } } }\n"
        // The names of the properties are keys of the language elsewhere.
        let extent = "{ $ref: '#/components/schemas/Extent' }"
        let user = "    Box: { properties: { path: \(extent), default: \(extent) } }\n"
        try package.write(Self.document("integer", more + user), to: "pets.yaml")
        #expect(try await run("pets.yaml", "--all", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        let edited = imported.replacing("  Size:\n", with: "  # Ours.\n  Size:\n")
            .replacing("values:\n", with: "values:\n  Taken:\n    properties: { b: Int }\n")
        try package.write(edited, to: "Schemas/pets.yaml")
        try await expectValid(package)

        let both = try await run("--rename", "Size=S", "--rename", "Extent=E", in: package)
        #expect(both.status == 0 && !both.errors.contains("import-conflict"), "\(both.errors)")
        let renamed = try package.read("Schemas/pets.yaml")
        #expect(renamed.contains("  # Ours.\n  S:\n") && renamed.contains("  E:\n"), "\(renamed)")
        #expect(renamed.contains(#""path?": E, "default?": E"#), "\(renamed)")
        try await expectValid(package)

        // Someone has written a declaration of this name.
        let taken = try await run("--rename", "Size=Taken", in: package)
        #expect(taken.status == 0, "\(taken.errors)")
        #expect(taken.errors.contains("import-conflict"), "\(taken.errors)")
        #expect(try package.read("Schemas/pets.yaml").contains("properties: { b: Int }"))
    }

    @Test("a declaration renamed because another schema has its name follows the document")
    func renamedForAnother() async throws {
        let package = try Self.package()
        try package.write(
            "repogen: 1\n\nvalues:\n  Size:\n    properties: { inches: Double }\n",
            to: "Schemas/sizes.yaml"
        )
        #expect(try await run("pets.yaml", in: package).status == 0)
        let edited = try package.read("Schemas/pets.yaml").replacing("Size", with: "PetSize")
        try package.write(edited, to: "Schemas/pets.yaml")
        try await expectValid(package)
        try package.write(Self.document("number"), to: "pets.yaml")
        let again = try await run(in: package)
        #expect(again.status == 0 && !again.errors.contains("import-conflict"), "\(again.errors)")
        let merged = try package.read("Schemas/pets.yaml")
        #expect(merged.contains("  PetSize:\n    properties: { \"width?\": Double }"), "\(merged)")
        try await expectValid(package)

        // It stays renamed in another schema, too.
        let moved = "  PetSize:\n    properties: { \"width?\": Double }\n"
        #expect(merged.contains(moved))
        try package.write(merged.replacing(moved, with: ""), to: "Schemas/pets.yaml")
        try package.write("repogen: 1\n\nvalues:\n" + moved, to: "Schemas/moved.yaml")
        let more = Self.document("number").replacing("name: {", with: "born: {")
        try package.write(more, to: "pets.yaml")
        let last = try await run(in: package)
        #expect(last.status == 0 && !last.errors.contains("import-conflict"), "\(last.errors)")
        try await expectValid(package)
    }

    @Test("an edited endpoint keeps its name when the document renames its operation")
    func renamedOperation() async throws {
        let package = try Self.package()
        #expect(try await run("pets.yaml", in: package).status == 0)
        let imported = try package.read("Schemas/pets.yaml")
        let edited = imported.replacing("response: Pet", with: "response: Pet\n    timeout: 3 s")
        #expect(edited != imported)
        try package.write(edited, to: "Schemas/pets.yaml")
        for (name, width) in [("allPets", "integer"), ("allPets", "number"), ("petList", "number")]
        {
            let renamed = Self.document(width).replacing("listPets", with: name)
            try package.write(renamed, to: "pets.yaml")
            let again = try await run(in: package)
            #expect(again.status == 0 && !again.errors.contains("import-conflict"))
            let type = width == "integer" ? "Int" : "Double"
            let expected = edited.replacing(#""width?": Int"#, with: #""width?": \#(type)"#)
            #expect(try package.read("Schemas/pets.yaml") == expected)
            try await expectValid(package)
        }

        // Without edits, it follows the document.
        let other = try Self.package()
        #expect(try await run("pets.yaml", in: other).status == 0)
        try other.write(Self.document("integer").replacing("list", with: "all"), to: "pets.yaml")
        #expect(try await run(in: other).status == 0)
        let followed = imported.replacing("ListPets", with: "AllPets")
        #expect(try other.read("Schemas/pets.yaml") == followed)
    }
}
