import Foundation
import Testing

/// The page on templates matches the tool.
@Suite struct TemplateDocumentationTests {
    private static let page = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Templates/README.md")

    private static let headline = "## Names"

    @Test("its vocabulary matches the tool's output")
    func vocabulary() async throws {
        let package = try TemporaryPackage([:])
        let run = try await CommandLineTool.run("templates", "vocabulary", in: package.root)
        #expect(run.status == 0)
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: Self.headline)).upperBound
        let fence = try #require(text.range(of: "```text\n", range: start..<text.endIndex))
        let found = text[fence.upperBound...]
        let expected = run.output + "```\n"
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try Data((text[..<fence.upperBound] + expected).utf8).write(to: Self.page)
            Issue.record("recorded \(Self.page.lastPathComponent)")
        } else {
            #expect(found == expected)
        }
    }

    @Test("its example of an error is correct")
    func mistake() async throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let start = try #require(text.range(of: "```text\n")).upperBound
        let end = try #require(text.range(of: "```", range: start..<text.endIndex)).lowerBound
        let package = try TemporaryPackage([
            "repogen.yaml": GenerateTests.configuration, "Schemas/a.yaml": GenerateTests.schema,
        ])
        _ = try await CommandLineTool.run("templates", "eject", "Entity", in: package.root)
        let template = try package.read("Templates/Entity.mustache")
        try package.write(
            template.replacing("struct {{name}}: ", with: "struct {{nmae}}: "),
            to: "Templates/Entity.mustache"
        )
        let run = try await CommandLineTool.run(
            "generate",
            "--templates",
            "Templates",
            in: package.root
        )
        #expect(run.status == 1)
        #expect(run.errors == text[start..<end])
    }
}
