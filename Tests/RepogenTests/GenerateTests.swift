import Foundation
import Testing

@Suite struct GenerateTests {
    static let schema = """
        repogen: 1
        entities:
          Message:
            id: String
            properties:
              text: String
              likes: Int = 0
        """

    static let configuration = "output: Sources/App/Generated\n"

    private func package(_ more: [String: String] = [:]) throws -> TemporaryPackage {
        let files = ["repogen.yaml": Self.configuration, "Schemas/messages.yaml": Self.schema]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    @Test("after generate, check passes, and a second run changes nothing")
    func generateAndCheck() async throws {
        let package = try package()
        let first = try await CommandLineTool.run("generate", in: package.root)
        #expect(first.status == 0, "\(first.errors)")
        #expect(first.output.isEmpty)
        #expect(
            try package.read("Sources/App/Generated/Entities/Message.swift").contains(
                "struct Message"
            )
        )

        let dates = try package.modificationDates(of: "Sources/App/Generated")
        let second = try await CommandLineTool.run("generate", in: package.root)
        #expect(second.status == 0)
        #expect(try package.modificationDates(of: "Sources/App/Generated") == dates)
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("check exits with 3 and writes nothing, whatever was edited")
    func checkFindsDifferences() async throws {
        let package = try package()
        #expect(try await CommandLineTool.run("check", in: package.root).status == 3)
        #expect(!package.exists("Sources"))
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)

        let file = "Sources/App/Generated/Entities/Message.swift"
        let generated = try package.read(file)
        try package.write(generated + "// by hand\n", to: file)
        let edited = try await CommandLineTool.run("check", in: package.root)
        #expect(edited.status == 3)
        #expect(edited.errors.contains("\(file): differs"))
        #expect(edited.errors.contains("// by hand"))
        #expect(try package.read(file) == generated + "// by hand\n")

        try package.write(generated, to: file)
        try package.write(
            Self.schema.replacing("text: String", with: "text: String?"),
            to: "Schemas/messages.yaml"
        )
        #expect(try await CommandLineTool.run("check", in: package.root).status == 3)
        #expect(try package.read(file) == generated)
    }

    @Test("the output does not depend on the working directory")
    func workingDirectory() async throws {
        let package = try package(["elsewhere/deep/file.txt": ""])
        let folder = "Sources/App/Generated"
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let expected = try package.contents(of: folder)
        #expect(!expected.isEmpty)
        let below = package.root.appending(path: "elsewhere/deep")
        #expect(try await CommandLineTool.run("check", in: below).status == 0)
        let configuration = package.root.appending(path: "repogen.yaml").path
        let outside = FileManager.default.temporaryDirectory
        #expect(
            try await CommandLineTool.run("check", "--config", configuration, in: outside).status
                == 0
        )

        let schemas = package.root.appending(path: "Schemas").path
        let other = package.root.appending(path: "Other").path
        let options = try await CommandLineTool.run(
            "generate",
            "--schemas",
            schemas,
            "--output",
            other,
            in: outside
        )
        #expect(options.status == 0, "\(options.errors)")
        #expect(try package.contents(of: "Other") == expected)
    }

    @Test("only leftovers of an earlier schema are deleted")
    func staleFiles() async throws {
        let package = try package([
            "Sources/App/Generated/Mine.swift": "let mine = 1\n",
            "Sources/App/Generated/Entities/Notes.txt": "mine\n",
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        try package.write(
            Self.schema.replacing("Message", with: "Letter"),
            to: "Schemas/messages.yaml"
        )
        let run = try await CommandLineTool.run("generate", "--verbose", in: package.root)
        #expect(run.status == 0)
        #expect(run.errors.contains("removed Sources/App/Generated/Entities/Message.swift"))
        #expect(!package.exists("Sources/App/Generated/Entities/Message.swift"))
        #expect(package.exists("Sources/App/Generated/Entities/Letter.swift"))
        #expect(try package.read("Sources/App/Generated/Mine.swift") == "let mine = 1\n")
        #expect(package.exists("Sources/App/Generated/Entities/Notes.txt"))
    }

    @Test("a handwritten file is never overwritten")
    func obstacle() async throws {
        let file = "Sources/App/Generated/Entities/Message.swift"
        let package = try package([file: "struct Message {}\n"])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("Entities/Message.swift"))
        #expect(try package.read(file) == "struct Message {}\n")
        #expect(try package.contents(of: "Sources/App/Generated").count == 1)
    }

    @Test("a temporary file of a killed run is deleted")
    func leftovers() async throws {
        let leftover = "Sources/App/Generated/Entities/Message.swift.repogen-temporary"
        let package = try package([leftover: "half"])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(!package.exists(leftover))
    }

    // The trap: the other run can then not rename it.
    @Test("a temporary file of another run that is not finished stays")
    func otherRun() async throws {
        let id = ProcessInfo.processInfo.processIdentifier
        let file = "Sources/App/Generated/Entities/Message.swift.\(id).repogen-temporary"
        let package = try package([file: "half"])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(package.exists(file))
    }

    @Test("an error is shown with its position on standard error, and nothing is written")
    func mistake() async throws {
        let package = try package([
            "Schemas/messages.yaml": Self.schema.replacing("likes: Int", with: "likes: Itn")
        ])
        for command in ["generate", "check", "validate"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 1)
            #expect(run.output.isEmpty)
            #expect(run.errors.contains("Schemas/messages.yaml:7:14: error: unknown type 'Itn'"))
            #expect(run.errors.contains("did you mean 'Int'?"))
        }
        #expect(!package.exists("Sources"))
        let below = package.root.appending(path: "Schemas")
        #expect(
            try await CommandLineTool.run("validate", in: below).errors.contains(
                "messages.yaml:7:14"
            )
        )
    }

    @Test("errors of several outputs and of the configuration are all reported")
    func severalOutputs() async throws {
        let package = try package([
            "repogen.yaml": """
            outputs:
              - { schemas: Schemas, output: One }
              - { schemas: [More], output: Two, access: internal }
            """,
            "More/more.yaml": "repogen: 2\n",
        ])
        let wrong = try await CommandLineTool.run("generate", in: package.root)
        #expect(wrong.status == 1)
        #expect(wrong.errors.contains("More/more.yaml:1:10"))
        #expect(!package.exists("One"))

        try package.write("repogen: 1\nvalues: { Place: {} }\n", to: "More/more.yaml")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(
            try package.read("One/Entities/Message.swift").contains("public nonisolated struct")
        )
        #expect(try !package.read("Two/Values/Place.swift").contains("public"))

        try package.write("outputs:\n  - { output: One, acess: public }\n", to: "repogen.yaml")
        let configuration = try await CommandLineTool.run("generate", in: package.root)
        #expect(configuration.status == 1)
        #expect(configuration.errors.contains("repogen.yaml:2:20: error: unknown key 'acess'"))
    }

    @Test("an I/O error exits with 74 and names the file")
    func disk() async throws {
        let package = try package(["Sources": "a file where a folder should be\n"])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 74)
        #expect(run.errors.contains("/Sources' is a file"))
        #expect(try package.read("Sources") == "a file where a folder should be\n")
    }

    @Test(
        "invalid arguments exit with 64 and a reason",
        arguments: [
            (["generate", "--nonsense"], "--nonsense"),
            (["generate", "--only", "Mesage"], "did you mean 'Message'?"),
            (["generate", "--only", "Message", "--file-lists", "."], "--file-lists"),
            (["generate", "--diagnostics", "xml"], "xml"),
            (["check", "--format", "json", "--diagnostics", "json"], "--format"),
            (["generate", "--config", "missing.yaml"], "missing.yaml"),
            (["generate", "--quiet", "--verbose"], "--verbose"),
            (["generate", "--access", "open"], "open"),
            (["generatee"], "generatee"),
        ]
    )
    func arguments(arguments: [String], word: String) async throws {
        let package = try package()
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains(word))
    }

    @Test("a folder without a configuration gives a hint")
    func noConfiguration() async throws {
        let package = try TemporaryPackage(["empty.txt": ""])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("repogen.yaml"))
        #expect(run.errors.contains("hint:"))
    }

    @Test(
        "a missing or empty schema folder is reported",
        arguments: [[:], ["Schemas/a.txt": "no schema\n"]]
    )
    func noSchemas(more: [String: String]) async throws {
        let files = ["repogen.yaml": Self.configuration]
        let package = try TemporaryPackage(files.merging(more) { $1 })
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("Schemas"))
    }

    @Test(
        "help is instructive",
        arguments: [["--help"], ["generate", "--help"], ["check", "--help"]]
    )
    func help(arguments: [String]) async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 0)
        #expect(run.output.contains("USAGE"))
    }
}
