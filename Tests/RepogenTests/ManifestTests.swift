import Foundation
import Testing

/// What the manifest protects: the work of people.
@Suite struct ManifestTests {
    private static let folder = "Sources/App/Generated"
    private static let message = folder + "/Entities/Message.swift"
    private static let manifest = folder + "/.repogen.json"

    /// A package in which `generate` ran once.
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

    @Test("the manifest lists every file, sorted, one a line")
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

    @Test("an edited file stops everything, at its line, until it is forced")
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
        #expect(check.errors.contains("\(Self.message): differs, because somebody edited it"))

        let forced = try await CommandLineTool.run("generate", "--force", in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try package.read(Self.message) != edited)
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("the place of an edit is the line that was edited")
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

    @Test("a file in which a merge was not finished is known by the marks")
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
        #expect(run.errors.contains("hint: a merge was not finished:"))
        #expect(!run.errors.contains("an extension in a file of your own"))
        let forced = try await CommandLineTool.run("generate", "--force", in: package.root)
        #expect(forced.status == 0, "\(forced.errors)")
        #expect(try package.read(Self.message) == text)
    }

    @Test("where the schema changed too, no line is said to be edited that may not be")
    func placeOfEditUnknown() async throws {
        let package = try await generated()
        try package.write(package.read(Self.message) + "x\n", to: Self.message)
        try changeSchema(of: package)
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("\(Self.message):1:1: error: this generated file was edited"))
        #expect(!run.errors.contains("\n  "), "\(run.errors)")
        #expect(!run.errors.contains("public var"), "\(run.errors)")
        #expect(run.errors.contains("`repogen check` shows every line"), "\(run.errors)")
    }

    @Test("a stale file that was edited is kept, and told of each time; one that was not goes")
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

    @Test("a copy with the header of Repogen is not removed, as nobody generated it")
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
        "without a manifest, or with a broken one, nothing that is there is touched",
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

    @Test("without a manifest, a file that differs stays until it is forced")
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
        #expect(run.errors.contains(".repogen.json, which would tell, is missing"))
        #expect(run.errors.contains("[unlisted-file]"))
        for (text, words) in [
            ("garbage", "cannot be read"), ("{\n  \"version\": 9\n}\n", "is of version 9, which"),
        ] {
            try package.write(text, to: Self.manifest)
            let run = try await CommandLineTool.run("generate", in: package.root)
            #expect(run.errors.contains("which would tell, \(words)"), "\(run.errors)")
        }
        #expect(try package.read(Self.message) == edited)
        #expect(try await CommandLineTool.run("generate", "--force", in: package.root).status == 0)
        #expect(try package.read(Self.message) != edited)
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("after a merge with conflicts the lines of both sides count")
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

    @Test("a manifest cannot reach out of the folder")
    func hostileManifest() async throws {
        let package = try await generated(["victim.swift": "// Generated by Repogen\n"])
        let text = try package.read(Self.manifest)
        // FNV-1a of the victim's bytes does not matter: the path is never looked at.
        let hostile = text.replacing(
            "\"files\": {",
            with: "\"files\": {\n    \"../../../victim.swift\": \"0123456789abcdef\","
        )
        try package.write(hostile, to: Self.manifest)
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(package.exists("victim.swift"))
        #expect(try package.read(Self.manifest) == text)
    }

    @Test("git is told what is generated, unless a user tells it something else")
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
        // Also where nobody remembers that the file was ours.
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
