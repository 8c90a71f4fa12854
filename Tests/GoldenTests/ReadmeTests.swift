import Foundation
import Testing

/// The README is short, and its code works.
@Suite struct ReadmeTests {
    private static let file = DocumentationPageTests.root.appending(path: "README.md")

    private let page: MarkdownPage

    init() throws {
        page = try MarkdownPage(Self.file)
    }

    @Test("the README has at most 200 lines")
    func length() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
    }

    @Test("the README starts with one sentence, a short schema, its Swift, and two commands")
    func beginning() throws {
        let sentences = page.lines.drop { $0.isEmpty || $0.hasPrefix("#") }.prefix { !$0.isEmpty }
        #expect(sentences.joined().matches(of: /\.( |$)/).count == 1)
        try #require(page.blocks.count > 3)
        let (schema, use, commands) = (page.blocks[0], page.blocks[1], page.blocks[2])
        #expect(page.schemas.first?.text == schema.text)
        #expect(page.programs.first?.text == use.text)
        for block in [schema, use] {
            #expect(block.text.count { $0 == "\n" } <= 26)
            let lines = block.text.split(separator: "\n")
            // Both are in one row of a table, which should not need scrolling.
            #expect(lines.allSatisfy { $0.count <= 49 })
        }
        #expect(commands.text.contains("make demo ") && commands.text.contains("make test "))
    }

    @Test("each block is a whole schema or program, commands, or the dependency")
    func blocks() {
        #expect(page.schemas.count == 1)
        #expect(page.programs.count == 2)
        // The commands: `DocumentedCommandTests`, `TutorialTests`; the dependency: `GettingStartedTests`.
        #expect(page.others.map(\.language) == ["sh", "swift", "sh", "sh"])
    }

    @Test("the schema of the README has no mistakes, and its generated code compiles")
    func schemas() async throws {
        for schema in page.schemas {
            let problems = try await MarkdownPage.problems(ofSchema: schema)
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test("the Swift of the README compiles with the generated code")
    func programs() async throws {
        for program in page.programs {
            #expect(program.schema != nil)
            let problems = try await MarkdownPage.problems(of: program)
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test("the README compares four alternatives, with a cell for each of them in every row")
    func comparison() throws {
        let rows = page.lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.map { line in
            line.dropFirst(2).dropLast(2).split(separator: " | ", omittingEmptySubsequences: false)
        }
        let header = try #require(rows.first)
        for name in [
            "swift-openapi-generator", "CreateAPI", "openapi-generator", "`Codable` by hand",
        ] {
            #expect(header.contains { $0.contains(name) }, "\(name)")
        }
        #expect(rows.count > 10)
        for row in rows { #expect(row.count == header.count, "\(row)") }
    }
}
