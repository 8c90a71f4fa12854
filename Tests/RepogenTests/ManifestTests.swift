import Foundation
import Testing

/// The manifest protects hand-written changes.
@Suite struct ManifestTests {
    private static let folder = "Sources/App/Generated"
    private static let message = folder + "/Entities/Message.swift"
    private static let manifest = folder + "/.repogen.json"

    /// Creates a package after a run of `generate`.
    private func generated(_ more: [String: String] = [:]) async throws -> TemporaryPackage {
        let files = [
            "repogen.yaml": GenerateTests.configuration,
            "Schemas/messages.yaml": GenerateTests.schema,
        ]
        let package = try TemporaryPackage(files.merging(more) { $1 })
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        return package
    }

    private func changeSchema(of package: TemporaryPackage) throws {
        let schema = GenerateTests.schema.replacing("text: String", with: "text: String?")
        try package.write(schema, to: "Schemas/messages.yaml")
    }

    private func edit(_ path: String, in package: TemporaryPackage) throws -> String {
        let edited = try package.read(path) + "// by hand\n"
        try package.write(edited, to: path)
        return edited
    }

    @Test("the manifest lists every file, sorted, one per line")
    func contents() async throws {
        let package = try await generated()
        let text = try package.read(Self.manifest)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let files = try #require(object?["files"] as? [String: String])
        let present = try package.everything(in: Self.folder).keys.filter { $0 != ".repogen.json" }
        #expect(Set(files.keys) == Set(present))
        #expect(files.values.allSatisfy { $0.count == 16 })
        let lines = text.split(separator: "\n").filter { $0.hasPrefix("    ") }
        #expect(lines.count == files.count)
        #expect(lines == lines.sorted())
        #expect(text.contains("\"version\": 1"))
    }

    @Test("an edited file stops the run, with its line, except with --force")
    func edited() async throws {
        let package = try await generated()
        let edited = try edit(Self.message, in: package)
        try changeSchema(of: package)
        let before = try package.everything()
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("\(Self.message):"))
        #expect(run.errors.contains("[edited-file]"))
        #expect(run.errors.contains("--force"))
        #expect(try package.everything() == before)

        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 3)
        #expect(check.errors.contains("\(Self.message): differs because it was edited by hand"))

        let forced = try await CommandLineTool.run("generate", "--force", in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try package.read(Self.message) != edited)
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("the position of an edit is the edited line")
    func placeOfEdit() async throws {
        let package = try await generated()
        let text = try package.read(Self.message)
        let line = try #require(
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .firstIndex { $0.contains("var likes: Int") }
        )
        try package.write(
            text.replacing("var likes: Int", with: "var likes: Int8", maxReplacements: 1),
            to: Self.message
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.errors.contains("\(Self.message):\(line + 1):1: error:"), "\(run.errors)")
        #expect(run.errors.contains("var likes: Int8"))
    }

    @Test("a file with an unfinished merge is recognized by its conflict markers")
    func unfinishedMerge() async throws {
        let package = try await generated()
        let text = try package.read(Self.message)
        let line = try #require(
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .firstIndex { $0.contains("var likes: Int") }
        )
        let marked = """
            <<<<<<< HEAD
                public var likes: Int
            =======
                public var likes: Int8
            >>>>>>> theirs
            """
        try package.write(
            text.replacing("    public var likes: Int", with: marked, maxReplacements: 1),
            to: Self.message
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("\(Self.message):\(line + 1):1: error:"), "\(run.errors)")
        #expect(run.errors.contains("hint: the merge is unfinished:"))
        #expect(!run.errors.contains("an extension in a file of your own"))
        let forced = try await CommandLineTool.run("generate", "--force", in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try package.read(Self.message) == text)
    }

    @Test("if the schema changed, too, no line is reported that may not be edited")
    func placeOfEditUnknown() async throws {
        let package = try await generated()
        try package.write(package.read(Self.message) + "x\n", to: Self.message)
        try changeSchema(of: package)
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("\(Self.message):1:1: error: this generated file was edited"))
        #expect(!run.errors.contains("\n  "), "\(run.errors)")
        #expect(!run.errors.contains("public var"), "\(run.errors)")
        #expect(run.errors.contains("`repogen check` shows all lines"), "\(run.errors)")
    }

    @Test("an edited leftover file is kept and always reported; an unedited one is deleted")
    func editedStale() async throws {
        let package = try await generated()
        let edited = try edit(Self.message, in: package)
        try package.write(
            GenerateTests.schema.replacing("Message", with: "Letter"),
            to: "Schemas/messages.yaml"
        )
        for arguments in [["generate"], ["generate", "--force"], ["generate"]] {
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == 0)
            #expect(run.errors.contains("\(Self.message):1:1: warning:"))
            #expect(try package.read(Self.message) == edited)
        }
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("a copy with the header of Repogen is not deleted, as it was not generated")
    func copyOfGenerated() async throws {
        let package = try await generated()
        let copy = Self.folder + "/Mine.swift"
        try package.write(package.read(Self.message), to: copy)
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("\(copy):1:1: warning:"))
        #expect(package.exists(copy))
    }

    @Test(
        "without a valid manifest, existing files are not touched",
        arguments: ["", "{", "[1, 2]", "null", "{\"version\": 2, \"files\": {}}\n", "\u{FEFF}\0"]
    )
    func lostManifest(text: String) async throws {
        let package = try await generated([Self.folder + "/Mine.swift": "let mine = 1\n"])
        try package.write(text, to: Self.manifest)
        try package.write(
            GenerateTests.schema.replacing("Message", with: "Letter"),
            to: "Schemas/messages.yaml"
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.contains("\(Self.message):1:1: warning:"))
        #expect(package.exists(Self.message))
        try package.remove(Self.message)
        #expect(package.exists(Self.folder + "/Entities/Letter.swift"))
        #expect(try package.read(Self.folder + "/Mine.swift") == "let mine = 1\n")
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
        try package.remove(Self.manifest)
        #expect(try await CommandLineTool.run("check", in: package.root).status == 3)
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(try package.read(Self.manifest).contains("Letter.swift"))
    }

    @Test("without a manifest, a file that differs is kept, except with --force")
    func editedWithoutManifest() async throws {
        let package = try await generated()
        let edited = try edit(Self.message, in: package)
        try package.remove(Self.manifest)
        let check = try await CommandLineTool.run("check", in: package.root)
        #expect(check.status == 3)
        #expect(check.errors.contains("\(Self.message): differs, and may have been edited"))
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("\(Self.message):1:1: error:"), "\(run.errors)")
        #expect(run.errors.contains(".repogen.json is missing"))
        #expect(run.errors.contains("[unlisted-file]"))
        for (text, words) in [
            ("garbage", "cannot be read"), ("{\n  \"version\": 9\n}\n", "is of version 9, which"),
        ] {
            try package.write(text, to: Self.manifest)
            let run = try await CommandLineTool.run("generate", in: package.root)
            #expect(run.errors.contains(".repogen.json \(words)"), "\(run.errors)")
        }
        #expect(try package.read(Self.message) == edited)
        #expect(try await CommandLineTool.run("generate", "--force", in: package.root).status == 0)
        #expect(try package.read(Self.message) != edited)
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("after a merge with conflicts, the lines of both sides count")
    func conflict() async throws {
        let package = try await generated()
        let ours = try package.read(Self.manifest)
        let edited = try edit(Self.message, in: package)
        try package.write(
            "<<<<<<< ours\n" + ours + "=======\n"
                + ours.replacing(/"[0-9a-f]{16}"/, with: "\"0123456789abcdef\"")
                + ">>>>>>> theirs\n",
            to: Self.manifest
        )
        try changeSchema(of: package)
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("[edited-file]"))
        #expect(try package.read(Self.message) == edited)
        #expect(try await CommandLineTool.run("generate", "--force", in: package.root).status == 0)
        #expect(try !package.read(Self.manifest).contains("<<<"))
    }

    @Test("a manifest cannot refer to files outside of the folder")
    func hostileManifest() async throws {
        let package = try await generated(["victim.swift": "// Generated by Repogen\n"])
        let text = try package.read(Self.manifest)
        // The FNV-1a hash of the victim does not matter: the path is never used.
        let hostile = text.replacing(
            "\"files\": {",
            with: "\"files\": {\n    \"../../../victim.swift\": \"0123456789abcdef\","
        )
        try package.write(hostile, to: Self.manifest)
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(package.exists("victim.swift"))
        #expect(try package.read(Self.manifest) == text)
    }

    @Test("Git attributes mark generated files, unless the user sets others")
    func attributes() async throws {
        let path = Self.folder + "/.gitattributes"
        let package = try await generated()
        #expect(try package.read(path).contains("linguist-generated=true"))
        let edited = try edit(path, in: package)
        for command in ["check", "generate", "check", "generate"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 0, "\(run.errors)")
            #expect(!run.errors.contains("updated"))
            #expect(try package.read(path) == edited)
        }
        #expect(try await CommandLineTool.run("generate", "--force", in: package.root).status == 0)
        #expect(try package.read(path).contains("linguist-generated=true"))
        try package.write(edited, to: path)
        // Even if no manifest lists the file.
        try package.remove(Self.manifest)
        for command in ["generate", "check", "generate", "check"] {
            #expect(try await CommandLineTool.run(command, in: package.root).status == 0)
            #expect(try package.read(path) == edited)
        }
        try package.remove(path)
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(package.exists(path))

        let own = try await generated([path: "* -text\n"])
        #expect(try own.read(path) == "* -text\n")
        #expect(try await CommandLineTool.run("check", in: own.root).status == 0)
    }
}
