import Foundation
import RepositoryStrategy
import Testing

/// The output of `explain`, which matches the behavior of repositories.
@Suite struct ExplainTests {
    private static let transcript = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Goldens/Explain/transcript.txt")

    private func package() throws -> TemporaryPackage {
        try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": GenerateTests.schema,
        ])
    }

    @Test("the explanations match the recorded ones")
    func sayings() async throws {
        let package = try package()
        let expected = try String(contentsOf: Self.transcript, encoding: .utf8)
        var found = ""
        let commands = expected.split(separator: "\n").filter { $0.hasPrefix("$ repogen ") }
        #expect(!commands.isEmpty)
        for command in commands {
            let arguments = command.split(separator: " ").dropFirst(2).map(String.init)
            let run = try await CommandLineTool.run(arguments, in: package.root)
            #expect(run.status == 0, "\(command): \(run.errors)")
            found += "\(command)\n\(run.output)\n"
        }
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try Data(found.utf8).write(to: Self.transcript)
            Issue.record("recorded \(Self.transcript.lastPathComponent)")
        } else {
            #expect(found.split(separator: "\n\n") == expected.split(separator: "\n\n"))
            #expect(found == expected)
        }
    }

    @Test("schemas suffice, without an output")
    func schemasAlone() async throws {
        let package = try TemporaryPackage(["Schemas/a.yaml": GenerateTests.schema])
        // The operation may also follow the paths.
        for arguments in [
            ["Message.find", "--schemas", "Schemas"], ["--schemas", "Schemas", "Message.find"],
        ] {
            let run = try await CommandLineTool.run(["explain"] + arguments, in: package.root)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.output.hasPrefix("Message.find with the default strategy"))
        }
        let run = try await CommandLineTool.run("explain", "--schemas", "Schemas", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("Missing expected argument '<operation>'"))
    }

    @Test(
        "it notes which writes cannot be pending",
        arguments: [
            ("create", ["'secret' is sent but", "'made' is set by the server only"]),
            ("patch", ["'secret' is sent but"]), ("update", []), ("find", []),
        ]
    )
    func caveats(operation: String, notes: [String]) async throws {
        let schema = """
            repogen: 1
            apis: { Shop: { baseURL: "https://shop.example.com" } }
            entities:
              Note:
                id: Int
                properties:
                  secret: { type: String, writeOnly: true }
                  made: { type: Date, readOnly: true }
                  seen: { type: Date?, readOnly: true }
            repositories: { Notes: { entity: Note, path: notes, local: sqlite } }
            """
        let package = try TemporaryPackage(["Schemas/a.yaml": schema])
        let run = try await CommandLineTool.run(
            ["explain", "Note.\(operation)", "--schemas", "Schemas"],
            in: package.root
        )
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("note: ") }
        #expect(lines.count == notes.count, "\(run.output)\(run.errors)")
        for (line, note) in zip(lines, notes) { #expect(line.contains(note)) }
    }

    @Test("its output matches the page on strategies")
    func page() async throws {
        let text = try DocumentedPage(
            "Sources/RepositoryRuntime/Documentation.docc/Strategies.md"
        ).text
        let start = try #require(text.range(of: "```console\n$ repogen explain "))
        let end = try #require(text.range(of: "```", range: start.upperBound..<text.endIndex))
        let shown = "explain " + text[start.upperBound..<end.lowerBound]
        let (command, output) = try #require(shown.firstLine)
        let arguments = command.split(separator: " ").map(String.init)
        let package = try package()
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.output == output)
    }

    @Test(
        "its table has exactly the courses of the planner",
        arguments: RepositoryOperation.allCases
    )
    func table(operation: RepositoryOperation) async throws {
        let package = try package()
        let run = try await CommandLineTool.run(
            "explain",
            operation.rawValue,
            "--all",
            in: package.root
        )
        let plan = StrategyPlan(operation, by: Strategy.default[operation], knowing: .bothSides)
        let paths = StrategyBranch(plan).paths
        let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
        #expect(lines.count == paths.count)
        for (line, path) in zip(lines, paths) {
            #expect(line.hasSuffix("→ \(path.last)"))
            for leg in path.legs { #expect(line.contains("\(leg.step)")) }
        }
    }

    @Test("its help has a correct example, and lists all operations and outcomes")
    func help() async throws {
        let package = try package()
        let run = try await CommandLineTool.run("explain", "--help", in: package.root)
        for operation in RepositoryOperation.allCases {
            #expect(run.output.contains(operation.rawValue))
        }
        for name in ["ok", "not-found", "unreachable", "storage-error", "none"] {
            #expect(run.output.contains(name))
        }
        let example = "explain Message.update --remote 503 --local ok"
        let output = try await CommandLineTool.run(
            example.split(separator: " ").map(String.init),
            in: package.root
        ).output
        let shown = run.output.split(separator: "\n").map { $0.drop { $0 == " " } }
        let start = try #require(shown.firstIndex(of: "$ repogen \(example)"[...]))
        let lines = output.split(separator: "\n").map { $0.drop { $0 == " " } }
        #expect(Array(shown[(start + 1)...].prefix(lines.count)) == lines)
    }

    @Test("the strategy is that of the schema, shown by its name or that of the repository")
    func strategyOfTheSchema() async throws {
        let package = try package()
        func explained(_ repository: String, _ arguments: String...) async throws -> String {
            let schema =
                "\(GenerateTests.schema)\nrepositories:\n  Plain: { entity: Message, path: m }\n"
            try package.write("\(schema)  Messages: \(repository)\n", to: "Schemas/a.yaml")
            let run = try await CommandLineTool.run(["explain"] + arguments, in: package.root)
            #expect(run.status == 0, "\(run.errors)")
            return String(run.output.prefix { $0 != "\n" })
        }
        let named = "{ entity: Message, path: messages, local: sqlite, strategy: offlineFirst }"
        #expect(
            try await explained(named, "Message.update")
                == "Message.update with the offlineFirst strategy: local, else remote, synchronize"
        )
        #expect(
            try await explained(named, "Message.update", "--strategy", "remoteOnly")
                == "Message.update with the remoteOnly strategy: remote"
        )
        let own = """
            { entity: Message, path: messages, local: memory, strategy: { delete: localOnly } }
            """
        #expect(
            try await explained(own, "Message.delete")
                == "Message.delete with the strategy of Messages: local"
        )
        #expect(
            try await explained(own, "Message.find")
                == "Message.find with the strategy of Messages: remote, else local, synchronize"
        )
    }

    @Test(
        "the sides are those of the schema",
        arguments: [
            (["Message.create"], "refused: the rule names no available side"),
            (["Message.update"], "done: the server has applied it"),
            (["Message.update", "--remote", "503"], "failed with the server's error"),
            (["Message.patch", "--remote", "503"], "failed with the server's error"),
            (
                ["Message.delete", "--remote", "503"],
                "refused: the rule names no available side"
            ),
            (["Message.storeOrUpdate"], "refused: the rule names no available side"),
            // The result if there were a store.
            (
                ["Message.update", "--remote", "503", "--local", "ok"],
                "done: stored locally"
            ),
        ] as [([String], String)]
    )
    func sidesOfTheSchema(arguments: [String], end: String) async throws {
        let package = try package()
        let repository = "{ entity: Message, path: m, remote: [read, update] }"
        let schema = "\(GenerateTests.schema)\nrepositories:\n  Messages: \(repository)\n"
        try package.write(schema, to: "Schemas/a.yaml")
        let run = try await CommandLineTool.run(["explain"] + arguments, in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.split(separator: "\n").last?.hasPrefix(end) == true, "\(run.output)")
    }

    @Test(
        "unknown arguments are reported with a suggestion",
        arguments: [
            (["Mesage.update"], "no entity is named 'Mesage'", "did you mean 'Message'?"),
            (["Message.updates"], "no operation is named 'updates'", "did you mean 'update'?"),
            (["find-by-id"], "no operation is named 'find-by-id'", "did you mean 'findByID'?"),
            (["zzz"], "no operation is named 'zzz'", "the operations are find, findOne, findByID"),
            (
                ["find", "--remote", "notfound"], "'notfound' is not an outcome",
                "did you mean 'not-found'?"
            ),
            (["find", "--remote", "999"], "'999' is not an outcome", "one of ok, not-found"),
            (["find", "--remote", "timeout"], "'timeout' is not an outcome", "or a status code"),
            (["find", "--local", "404"], "'404' is not an outcome", "one of ok"),
            (["find", "--remote", "ambiguous"], "'ambiguous' is not a possible", "one of ok"),
            (
                ["find", "--target", "none"], "Please provide one of 'remote' and 'local'",
                "Usage: repogen explain"
            ),
        ] as [([String], String, String)]
    )
    func unknown(arguments: [String], message: String, hint: String) async throws {
        let package = try package()
        let run = try await CommandLineTool.run(["explain"] + arguments, in: package.root)
        #expect(run.status == 64)
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
        // On some systems, an empty text is contained in no other.
        #expect(hint.isEmpty || run.errors.contains(hint), "\(run.errors)")
    }

    @Test(
        "declarations without two sides are reported with a suggestion",
        arguments: [
            ("Feed", "'Feed' is a repository of endpoints", "name an entity, for example 'Note'"),
            (
                "Feed.newest", "'Feed' is a repository of endpoints",
                "name an entity, for example 'Note'"
            ),
            ("Newest", "'Newest' is an endpoint: it sends one request", "for example 'Note'"),
            ("Notes", "'Notes' is a repository", "write 'Note'"),
            ("Notes.update", "'Notes' is a repository", "write 'Note'"),
            ("Line", "'Line' is a value", "name an entity, for example 'Note'"),
            ("Newst", "no entity is named 'Newst'", "a schema must declare it"),
        ]
    )
    func others(subject: String, message: String, hint: String) async throws {
        let schema = """
            repogen: 1
            apis: { Shop: { baseURL: "https://shop.example.com" } }
            values: { Line: { properties: { text: String } } }
            entities: { Note: { id: Int } }
            endpoints: { Newest: { get: /newest, response: "[Note]" } }
            repositories:
              Feed: { operations: { newest: Newest } }
              Notes: { entity: Note, path: notes }
            """
        let package = try TemporaryPackage(["Schemas/a.yaml": schema])
        let run = try await CommandLineTool.run(
            ["explain", subject, "--schemas", "Schemas"],
            in: package.root
        )
        #expect(run.status == 64)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains(hint), "\(run.errors)")
    }

    @Test("a schema with an error is not explained")
    func mistake() async throws {
        let package = try package()
        try package.write("repogen: 1\nentities: { Message: 3 }\n", to: "Schemas/a.yaml")
        let run = try await CommandLineTool.run("explain", "Message.find", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("Schemas/a.yaml:2:"))
    }
}

extension String {
    /// The first line, and the remaining ones.
    fileprivate var firstLine: (line: Substring, rest: Substring)? {
        firstIndex(of: "\n").map { (self[..<$0], self[index(after: $0)...]) }
    }
}
