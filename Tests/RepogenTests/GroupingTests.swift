import Foundation
import Testing

/// `grouping: schema`, through the command line.
@Suite struct GroupingTests {
    private static let schemas = [
        "Schemas/messages.yaml": """
        repogen: 1
        entities:
          Message: { id: String, properties: { author: User, sent: Date } }
        repositories:
          MessageRepository: { entity: Message, path: messages }
        """,
        "Schemas/people/users.yaml": """
        repogen: 1
        entities:
          User: { id: Int, properties: { name: String } }
          Team: { id: Int, properties: { name: String } }
        """,
    ]

    private func package(_ configuration: String) throws -> TemporaryPackage {
        try TemporaryPackage(Self.schemas.merging(["repogen.yaml": configuration]) { $1 })
    }

    @Test("changing the grouping deletes exactly the files of the old one")
    func switching() async throws {
        let package = try package("output: Out\n")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let declarations = try package.contents(of: "Out")
        try package.write("// mine\n", to: "Out/Entities/Mine.swift")

        try package.write("output: Out\ngrouping: schema\n", to: "repogen.yaml")
        #expect(try await CommandLineTool.run("check", in: package.root).status == 3)
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(
            try Set(package.contents(of: "Out").keys)
                == [
                    "Entities/Mine.swift", "Message+RuntimeVersion.swift", "messages.swift",
                    "users.swift",
                ]
        )
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)

        let back = try await CommandLineTool.run(
            ["generate", "--grouping", "declaration"],
            in: package.root
        )
        #expect(back.status == 0, "\(back.errors)")
        try package.remove("Out/Entities/Mine.swift")
        #expect(try package.contents(of: "Out") == declarations)
    }

    @Test("an edited file is kept when the grouping changes")
    func edited() async throws {
        let package = try package("output: Out\ngrouping: schema\n")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        try package.write(package.read("Out/users.swift") + "// mine\n", to: "Out/users.swift")
        let run = try await CommandLineTool.run(
            ["generate", "--grouping", "declaration"],
            in: package.root
        )
        #expect(run.status == 0)
        #expect(run.errors.contains("Out/users.swift:1:1: warning:"))
        #expect(package.exists("Out/users.swift") && !package.exists("Out/messages.swift"))
    }

    @Test("--only writes the whole files with a declaration")
    func only() async throws {
        let package = try package("output: Out\ngrouping: schema\n")
        let run = try await CommandLineTool.run("generate", "--only", "Team", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try Array(package.contents(of: "Out").keys) == ["users.swift"])
        #expect(
            try package.read("Out/users.swift").contains("struct User: ValueObject, Identifiable")
        )
        let unknown = try await CommandLineTool.run("generate", "--only", "Taem", in: package.root)
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("did you mean 'Team'?"))
    }

    @Test(
        "--only rejects a folder with another grouping, and writes nothing",
        arguments: [("schema", "declaration"), ("declaration", "schema")]
    )
    func onlyOfOtherGrouping(before: String, after: String) async throws {
        let package = try package("output: Out\ngrouping: \(before)\n")
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        let everything = try package.everything()
        for more in [[], ["--dry-run"], ["--force"], ["--depfile", "team.d"]] {
            let run = try await CommandLineTool.run(
                ["generate", "--only", "Team", "--grouping", after] + more,
                in: package.root
            )
            #expect(run.status == 64)
            #expect(run.errors.contains("was generated with another grouping"), "\(run.errors)")
            #expect(run.errors.contains("run `repogen generate` without `--only` first"))
            #expect(try package.everything() == everything)
        }
        let whole = try await CommandLineTool.run("generate", "--grouping", after, in: package.root)
        #expect(whole.status == 0, "\(whole.errors)")
        let run = try await CommandLineTool.run(
            ["generate", "--only", "Team", "--grouping", after],
            in: package.root
        )
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test("an unknown grouping is an error")
    func unknown() async throws {
        let package = try package("output: Out\ngrouping: schemas\n")
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("repogen.yaml:2:11: error: expected declaration or schema"))
    }
}
