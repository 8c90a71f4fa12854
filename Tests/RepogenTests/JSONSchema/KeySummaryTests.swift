import Foundation
import Testing

/// All keys fit on two printed pages, and a plain service needs few of them.
@Suite struct KeySummaryTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let page = root.appending(path: "Schemas/Keys.md")

    @Test("the page of all keys matches the tool's output")
    func page() async throws {
        let package = try TemporaryPackage([:])
        var text = """
            # All keys on two pages

            `repogen schema --keys` prints the keys of schemas, and `repogen schema --keys --of configuration` those of
            `repogen.yaml`, each with its values. A star marks a required key, and a bar separates keys of which exactly one is
            required. `[…]` means: or an array of these. `{name: type}` is a mapping whose keys you choose, and the name of a kind,
            such as `property`, refers to its line. [README.md](README.md) explains each key.


            """
        for language in ["schema", "configuration"] {
            let run = try await CommandLineTool.run(
                "schema",
                "--keys",
                "--of",
                language,
                in: package.root
            )
            #expect(run.status == 0)
            text += "```text\n" + run.output + "```\n"
        }
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try Data(text.utf8).write(to: Self.page)
            Issue.record("recorded \(Self.page.lastPathComponent)")
        } else {
            #expect(try String(contentsOf: Self.page, encoding: .utf8) == text)
        }
    }

    @Test("it fits on two printed pages")
    func length() throws {
        let lines = try String(contentsOf: Self.page, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        // An A4 page in a fixed-width font of nine points.
        #expect(lines.count <= 2 * 72)
        #expect(lines.allSatisfy { $0.count <= 120 })
    }

    @Test("the first schema of the documentation has fewer than 15 lines")
    func beginners() throws {
        let page = Self.root
            .appending(path: "Sources/RepositoryRuntime/Documentation.docc/GettingStarted.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let start = try #require(text.range(of: "```yaml\n")).upperBound
        let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
        let schema = text[start..<end]
        #expect(schema.split(separator: "\n").count < 15)
        #expect(schema.contains("remote: [create, read, update, patch, delete]"))
    }
}
