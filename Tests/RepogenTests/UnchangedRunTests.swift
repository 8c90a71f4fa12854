import Foundation
import Testing

@Suite struct UnchangedRunTests {
    /// Changes of a project between two runs.
    enum Event: String, CaseIterable {
        case nothing, schemaChanged, schemaAdded, schemaMoved, configurationChanged, templateChanged
        case fileEdited, fileRemoved, fileBecameLink, folderBecameLink, fileHasOtherLineEnds
        case generatedFileAdded, ownFileAdded, temporaryLeft
        case manifestEdited, manifestRemoved, attributesRemoved, attributesReplaced, depfileRemoved

        private static let output = "Sources/App/Generated"
        private static let file = output + "/Entities/Message.swift"

        /// Makes the change.
        func happen(to package: TemporaryPackage) throws {
            switch self {
            case .nothing: break
            case .schemaChanged:
                let schema = GenerateTests.schema.replacing("text: String", with: "text: String?")
                try package.write(schema, to: "Schemas/messages.yaml")
            case .schemaAdded:
                try package.write("repogen: 1\n", to: "Schemas/more.yaml")
            case .schemaMoved:
                try package.remove("Schemas/messages.yaml")
                try package.write(GenerateTests.schema, to: "Schemas/moved.yaml")
            case .configurationChanged:
                let text = try package.read("repogen.yaml")
                try package.write(text + "access: package\n", to: "repogen.yaml")
            case .templateChanged:
                let text = try package.read("Templates/Header.mustache")
                try package.write("// Ours.\n" + text, to: "Templates/Header.mustache")
            case .fileEdited: try package.write("// by hand\n", to: Self.file)
            case .fileRemoved: try package.remove(Self.file)
            case .fileBecameLink:
                try package.write(try package.read(Self.file), to: "elsewhere.swift")
                try package.remove(Self.file)
                try package.link(Self.file, to: package.root.path + "/elsewhere.swift")
            case .folderBecameLink:
                let folder = Self.output + "/Entities"
                try package.write(try package.read(Self.file), to: "elsewhere/Message.swift")
                try package.remove(folder)
                try package.link(folder, to: package.root.path + "/elsewhere")
            case .fileHasOtherLineEnds:
                let text = try package.read(Self.file)
                try package.write(text.replacing("\n", with: "\r\n"), to: Self.file)
            case .generatedFileAdded:
                let text = try package.read(Self.file)
                try package.write(text, to: Self.output + "/Entities/Old.swift")
            case .ownFileAdded:
                try package.write("struct Own {}\n", to: Self.output + "/Own.swift")
            case .temporaryLeft:
                try package.write("half", to: Self.file + ".999999999.repogen-temporary")
            case .manifestEdited:
                let text = try package.read(Self.output + "/.repogen.json")
                let edited = text.replacing("Message.swift", with: "Massage.swift")
                try package.write(edited, to: Self.output + "/.repogen.json")
            case .manifestRemoved: try package.remove(Self.output + "/.repogen.json")
            case .attributesRemoved: try package.remove(Self.output + "/.gitattributes")
            case .attributesReplaced:
                try package.write("* text\n", to: Self.output + "/.gitattributes")
            case .depfileRemoved: try package.remove("generated.d")
            }
        }
    }

    private func package() async throws -> TemporaryPackage {
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration
                + "templates: Templates\ndepfile: generated.d\n",
            "Schemas/messages.yaml": GenerateTests.schema,
        ])
        _ = try await CommandLineTool.run(
            "templates",
            "eject",
            "Header",
            "--to",
            "Templates",
            in: package.root
        )
        return package
    }

    private func generate(
        _ package: TemporaryPackage,
        _ arguments: String...,
        notes: String
    ) async throws -> CommandLineTool.Run {
        try await CommandLineTool.run(
            ["generate"] + arguments,
            in: package.root,
            environment: ["XDG_CACHE_HOME": package.root.appending(path: notes).path]
        )
    }

    @Test("a run that uses a note has the same result as one without", arguments: Event.allCases)
    func noteChangesNothing(event: Event) async throws {
        var outcomes: [[String: String]] = []
        for notes in [".notes", ".other-notes"] {
            let package = try await package()
            #expect(try await generate(package, notes: ".notes").status == 0)
            try event.happen(to: package)
            var outcome: [String: String] = [:]
            for arguments in [["--dry-run", "--verbose"], ["--verbose"], ["--verbose"]] {
                let run = try await CommandLineTool.run(
                    ["generate"] + arguments,
                    in: package.root,
                    environment: ["XDG_CACHE_HOME": package.root.appending(path: notes).path]
                )
                let told = "\(run.status)\n\(run.errors)\(run.output)"
                outcome["run \(outcome.count)"] = told.replacing(package.root.path, with: "")
                if notes == ".other-notes" {
                    try? FileManager.default.removeItem(
                        at: package.root.appending(path: ".other-notes")
                    )
                }
            }
            let files = try package.everything().filter { !$0.key.contains("notes") }
            outcomes.append(outcome.merging(files) { $1 })
        }
        #expect(outcomes[0] == outcomes[1])
    }

    /// The note is incorrect on purpose: only that shows that nothing was generated.
    @Test("with a valid note, nothing is generated; check and --force ignore it")
    func noteIsTrusted() async throws {
        let package = try await package()
        let folder = "Sources/App/Generated"
        #expect(try await generate(package, notes: "notes").status == 0)
        let file = folder + "/Entities/Message.swift"
        let (original, forged) = (try package.read(file), "// forged\n")
        func swap(_ old: String, _ new: String, in path: String) throws {
            let text = try package.read(path)
            #expect(text.contains(old))
            try package.write(text.replacing(old, with: new), to: path)
        }
        let before = hash(try package.read(folder + "/.repogen.json"))
        try package.write(forged, to: file)
        try swap(hash(original), hash(forged), in: folder + "/.repogen.json")
        let unnoted = try await generate(package, "--dry-run", notes: "other")
        #expect(unnoted.errors.contains("update"))

        let name = try #require(try package.everything(in: "notes").keys.first)
        try swap(before, hash(try package.read(folder + "/.repogen.json")), in: "notes/" + name)
        let run = try await generate(package, notes: "notes")
        #expect(run.status == 0)
        #expect(run.errors.contains("unchanged"))
        #expect(try package.read(file) == forged)

        let check = try await CommandLineTool.run(
            ["check"],
            in: package.root,
            environment: ["XDG_CACHE_HOME": package.root.appending(path: "notes").path]
        )
        #expect(check.status == 3)
        #expect(try await generate(package, "--force", notes: "notes").status == 0)
        #expect(try package.read(file) == original)
    }

    @Test("another program with the same size and date is detected")
    func programIsReplaced() async throws {
        let package = try await package()
        let tool = package.root.appending(path: "tool")
        // Another process copies: a child of this one would keep the file open for writing.
        func copy() async throws {
            let files = [CommandLineTool.binary.path, tool.path]
            let run = try await CommandLineTool.run(
                files,
                in: package.root,
                of: URL(filePath: "/bin/cp")
            )
            #expect(run.status == 0)
        }
        try await copy()
        let date = Date(timeIntervalSince1970: 1_000_000_000)
        let attributes: [FileAttributeKey: Any] = [
            .modificationDate: date, .posixPermissions: 0o755,
        ]
        try FileManager.default.setAttributes(attributes, ofItemAtPath: tool.path)
        let environment = ["XDG_CACHE_HOME": package.root.appending(path: "notes").path]
        func generate() async throws {
            let run = try await CommandLineTool.run(
                ["generate"],
                in: package.root,
                of: tool,
                environment: environment
            )
            #expect(run.status == 0, "\(run.errors)")
        }
        try await generate()
        let note = try #require(try package.everything(in: "notes").first)
        try await generate()
        #expect(try package.read("notes/" + note.key) == note.value)

        // In the same file, like `cp -p`.
        try await copy()
        try FileManager.default.setAttributes(attributes, ofItemAtPath: tool.path)
        try await generate()
        #expect(try package.read("notes/" + note.key) != note.value)
    }

    @Test("--verbose lists every file, and every run counts all")
    func everyFileIsNamed() async throws {
        let package = try await package()
        var runs: [Int] = []
        for notes in ["notes", "notes", "other"] {
            let run = try await generate(package, "--verbose", notes: notes)
            let verb = runs.isEmpty ? "created" : "unchanged"
            let lines = run.errors.split(separator: "\n")
            for file in try package.everything(in: "Sources/App/Generated").keys {
                #expect(lines.contains("\(verb) Sources/App/Generated/\(file)"), "\(file)")
            }
            let counted = lines.last?.split(separator: " ").compactMap { Int($0) }.first
            #expect(counted == lines.count - 1, "\(run.errors)")
            runs.append(lines.count)
        }
        #expect(Set(runs).count == 1)
    }

    @Test("a run with findings reports them again")
    func findingsAreRepeated() async throws {
        let package = try await package()
        #expect(try await generate(package, notes: "notes").status == 0)
        try Event.generatedFileAdded.happen(to: package)
        let first = try await generate(package, notes: "notes")
        #expect(first.errors.contains("Old.swift"))
        let second = try await generate(package, notes: "notes")
        #expect(second.errors == first.errors)
    }

    @Test("options count by their effect, and a note is for one output")
    func optionsAndOutputs() async throws {
        let package = try await package()
        #expect(try await generate(package, notes: "notes").status == 0)
        #expect(try await generate(package, "--access", "package", notes: "notes").status == 0)
        let file = "Sources/App/Generated/Entities/Message.swift"
        #expect(try package.read(file).contains("package nonisolated struct Message"))
        #expect(try await generate(package, "--output", "Other", notes: "notes").status == 0)
        #expect(package.exists("Other/Entities/Message.swift"))
        #expect(try package.everything(in: "notes").count == 2)
        #expect(try await generate(package, notes: "notes").status == 0)
        #expect(try package.read(file).contains("public nonisolated struct Message"))
    }

    @Test("an output that is no longer imported is generated again")
    func noLongerImported() async throws {
        let own = "  - { schemas: Shared, output: Sources/Shared/Generated, module: Shared }\n"
        let other = "  - { schemas: App, output: Sources/App/Generated, imports: [Shared] }\n"
        let package = try TemporaryPackage([
            "repogen.yaml": "outputs:\n\(own)\(other)",
            "Shared/shared.yaml": """
            repogen: 1
            entities:
              Thing: { id: String, properties: { size: Int } }
              Other: { id: String, properties: { thing: Thing } }
            repositories:
              Others: { entity: Other, path: others }
            """,
            "App/app.yaml": """
            repogen: 1
            endpoints:
              GetThing: { get: /thing, response: Thing }
            """,
        ])
        #expect(try await generate(package, notes: "notes").status == 0)
        try package.write("outputs:\n\(own)", to: "repogen.yaml")
        let run = try await generate(package, notes: "notes")
        #expect(run.errors.contains("updated"), "\(run.errors)")
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test(
        "without a place for notes, every run generates",
        arguments: ["/dev/null/notes", "relative"]
    )
    func noPlaceForNotes(place: String) async throws {
        let package = try await package()
        for _ in 1...2 {
            let run = try await CommandLineTool.run(
                ["generate"],
                in: package.root,
                environment: ["XDG_CACHE_HOME": place, "HOME": "/dev/null"]
            )
            #expect(run.status == 0)
            #expect(!run.errors.contains("error"))
        }
        #expect(!package.exists("relative"))
    }

    /// Returns the digits of the 64-bit FNV-1a hash of a text.
    private func hash(_ text: String) -> String {
        let hash = text.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
