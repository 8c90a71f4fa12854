import Foundation
import Testing

/// The options of `generate`.
@Suite struct GenerateOptionTests {
    private static let folder = "Sources/App/Generated"
    private static let schema = """
        repogen: 1
        apis:
          Service: { baseURL: "https://example.com" }
        enums:
          Visibility: { cases: [everyone, nobody] }
        entities:
          Message: { id: String, properties: { text: String } }
          User: { id: Int, properties: { name: String } }
        endpoints:
          ListMessages: { get: /messages, response: [Message] }
        repositories:
          MessageRepository: { entity: Message, path: messages }
        """

    private func package(_ more: [String: String] = [:]) throws -> TemporaryPackage {
        let files = [
            "repogen.yaml": GenerateTests.configuration, "Schemas/schema.yaml": Self.schema,
        ]
        return try TemporaryPackage(files.merging(more) { $1 })
    }

    @Test("--only writes only the named files")
    func only() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            ["generate", "--only", "Message", "ListMessages", "MessageRepository"],
            in: package.root
        )
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try Set(package.contents(of: Self.folder).keys) == [
                "Entities/Message.swift", "Endpoints/ListMessages.swift",
                "Repositories/MessageRepository.swift", "Mocks/MessageRepositoryMock.swift",
            ]
        )
    }

    @Test("the hint for names with commas separates them")
    func onlyWithComma() async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            ["generate", "--only", "Message,ListMessages"],
            in: package.root
        )
        #expect(run.status == 64)
        #expect(run.errors.contains("no schema declares 'Message,ListMessages'"))
        #expect(
            run.errors.contains("hint: separate names by spaces: `--only Message ListMessages`"),
            "\(run.errors)"
        )
    }

    @Test("--only changes and deletes no other files")
    func onlyLeavesOthers() async throws {
        let package = try package()
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let before = try package.contents(of: Self.folder)
        let schema = Self.schema
            .replacing("text: String", with: "text: Int")
            .replacing("name: String", with: "name: Int")
            .replacing("Visibility", with: "Audience")
        try package.write(schema, to: "Schemas/schema.yaml")
        let run = try await CommandLineTool.run("generate", "--only", "Message", in: package.root)
        #expect(run.status == 0)
        let after = try package.contents(of: Self.folder)
        let changed = before.keys.filter { before[$0] != after[$0] }
        #expect(changed == ["Entities/Message.swift"])
        #expect(after.keys.count == before.keys.count)

        // Files written by name are recorded like others: none looks edited.
        let rest = try await CommandLineTool.run("generate", in: package.root)
        #expect(rest.status == 0, "\(rest.errors)")
        #expect(!package.exists(Self.folder + "/Enums/Visibility.swift"))
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("a dry run reports everything and writes nothing")
    func dryRun() async throws {
        let package = try package()
        let before = try package.everything()
        let run = try await CommandLineTool.run(
            ["generate", "--dry-run", "--depfile", "a.d", "--file-lists", "Lists"],
            in: package.root
        )
        #expect(run.status == 0)
        #expect(run.errors.contains("would create \(Self.folder)/Entities/Message.swift"))
        #expect(run.errors.contains("would be created"))
        #expect(try package.everything() == before)
        #expect(!package.exists("Sources"))
    }

    @Test("JSON diagnostics are always one array on standard output")
    func diagnostics() async throws {
        let package = try package()
        for command in ["generate", "check", "validate"] {
            let run = try await CommandLineTool.run(
                command,
                "--diagnostics",
                "json",
                in: package.root
            )
            #expect(run.output == "[]\n", "\(command)")
        }
        try package.write(Self.schema + "\n  Bad: 1\n", to: "Schemas/schema.yaml")
        for command in ["generate", "check", "validate"] {
            let run = try await CommandLineTool.run(
                command,
                "--diagnostics",
                "json",
                in: package.root
            )
            #expect(run.status == 1)
            #expect(run.errors.isEmpty)
            let found = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            let first = try #require((found as? [[String: Any]])?.first)
            #expect(first["path"] as? String == "Schemas/schema.yaml")
            #expect(first["line"] as? Int == 13)
        }
    }

    @Test(
        "errors that stop a run are among the JSON diagnostics",
        arguments: ["generate", "check", "validate"]
    )
    func failureAsJSON(command: String) async throws {
        func finding(_ package: TemporaryPackage, status: Int32) async throws -> [String: Any] {
            let run = try await CommandLineTool.run(
                command,
                "--diagnostics",
                "json",
                in: package.root
            )
            #expect(run.status == status)
            let found = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
            return try #require((found as? [[String: Any]])?.first, "\(run.output)")
        }
        let package = try package(["repogen.yaml": "output: A\nschemas: Shemas\n"])
        let folder = try await finding(package, status: 1)
        #expect(folder["path"] as? String == "repogen.yaml")
        #expect(folder["line"] as? Int == 2)
        #expect(folder["column"] as? Int == 10)
        #expect(folder["message"] as? String == "no schema folder or file at 'Shemas'")
        #expect(folder["hint"] as? String == "did you mean 'Schemas'?")

        try package.write("output: A\n", to: "repogen.yaml")
        try package.link("Schemas/more.yaml", to: "nowhere")
        let link = try await finding(package, status: 1)
        #expect((link["message"] as? String)?.contains("a broken symbolic link") == true)

        try package.remove("repogen.yaml")
        let configuration = try await finding(package, status: 64)
        #expect(configuration["rule"] as? String == "invalid-arguments")
        #expect((configuration["hint"] as? String)?.contains("repogen init") == true)
    }

    @Test("an edited file is also a JSON diagnostic")
    func editedAsJSON() async throws {
        let package = try package()
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let file = Self.folder + "/Entities/User.swift"
        try package.write(package.read(file) + "// by hand\n", to: file)
        let run = try await CommandLineTool.run(
            "generate",
            "--diagnostics",
            "json",
            in: package.root
        )
        #expect(run.status == 1)
        #expect(run.output.contains("\"rule\":\"edited-file\""))
        #expect(run.output.contains("\"path\":\"\(file)\""))
    }

    @Test("options override the configuration")
    func overriding() async throws {
        let package = try package([
            "repogen.yaml": "output: One\naccess: internal\ndepfile: one.d\nfileLists: One.lists\n",
            "Other/other.yaml": "repogen: 1\nvalues: { Place: {} }\n",
        ])
        let plain = try await CommandLineTool.run("generate", in: package.root)
        #expect(plain.status == 0, "\(plain.errors)")
        #expect(try !package.read("One/Entities/Message.swift").contains("public"))
        #expect(package.exists("one.d"))
        #expect(package.exists("One.lists/repogen-input.xcfilelist"))

        let overriding = try await CommandLineTool.run(
            [
                "generate", "--schemas", "Other", "--access", "public", "--depfile", "two.d",
                "--file-lists", "Two.lists",
            ],
            in: package.root
        )
        #expect(overriding.status == 0, "\(overriding.errors)")
        #expect(try package.read("One/Values/Place.swift").contains("public"))
        #expect(!package.exists("One/Entities/Message.swift"))
        #expect(try package.read("two.d").contains("Other/other.yaml"))
        #expect(package.exists("Two.lists/repogen-output.xcfilelist"))
    }

    @Test("--schemas and --output need no configuration")
    func withoutConfiguration() async throws {
        let package = try TemporaryPackage(["a/schema.yaml": Self.schema])
        let run = try await CommandLineTool.run(
            ["generate", "--schemas", "a", "--output", "b"],
            in: package.root
        )
        #expect(run.status == 0)
        #expect(package.exists("b/Entities/Message.swift"))
    }

    @Test(
        "validating schemas needs no output, whatever the configuration contains",
        arguments: [
            nil, "output: Out\n",
            "outputs:\n  - { schemas: b, output: One }\n  - { schemas: b, output: Two }\n",
        ]
    )
    func validateSchemas(configuration: String?) async throws {
        let package = try TemporaryPackage(["a/schema.yaml": Self.schema])
        if let configuration { try package.write(configuration, to: "repogen.yaml") }
        for schemas in ["a", "a/schema.yaml"] {
            let run = try await CommandLineTool.run(
                "validate",
                "--schemas",
                schemas,
                in: package.root
            )
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.errors.contains(": 2 entities, 1 enum"), "\(run.errors)\(run.output)")
        }
        try package.write("repogen: 1\nvalues: { A: { properties: { a: Itn } } }\n", to: "a/b.yaml")
        let run = try await CommandLineTool.run("validate", "--schemas", "a", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("a/b.yaml:2:33: error: unknown type 'Itn'"), "\(run.errors)")
    }

    @Test("an error in the configuration is shown with its line")
    func configuration() async throws {
        let package = try package(["repogen.yaml": "output: One\ndepfiel: a.d\n"])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("repogen.yaml:2:1: error: unknown key 'depfiel'"))
        #expect(run.errors.contains("depfiel: a.d\n"))
        #expect(run.errors.contains("did you mean 'depfile'?"))
    }

    @Test("Xcode gets absolute paths, as it opens no others")
    func xcode() async throws {
        let package = try package(["Schemas/schema.yaml": "repogen: 2\n"])
        let run = try await CommandLineTool.run(
            ["generate"],
            in: package.root,
            environment: ["XCODE_VERSION_ACTUAL": "2600"]
        )
        #expect(run.errors.hasPrefix("\(package.root.path)/Schemas/schema.yaml:1:10: error:"))
    }
}
