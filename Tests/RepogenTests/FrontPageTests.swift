import Foundation
import Testing

/// The front page shows its own schema, and pictures of it.
@Suite struct FrontPageTests {
    private static let folder = "Sources/RepositoryRuntime/Documentation.docc"
    private static let schema = "Schemas/Chat/chat.yaml"

    private let page: DocumentedPage

    init() throws {
        page = try DocumentedPage("README.md")
    }

    @Test("its schema is the example Chat, in canonical form")
    func schema() async throws {
        let file = DocumentedPage.root.appending(path: Self.schema)
        let example = try String(contentsOf: file, encoding: .utf8)
        #expect(page.texts("yaml").first == example)
        let run = try await CommandLineTool.run(
            ["format", "--check", Self.schema],
            in: DocumentedPage.root
        )
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test(
        "its pictures are drawn from its schema, and adapt to light and dark mode",
        arguments: ["front-model.svg": "", "front-write.svg": "--kind write --of Messages"]
    )
    func pictures(name: String, arguments: String) async throws {
        let words = arguments.split(separator: " ").map(String.init)
        let run = try await CommandLineTool.run(
            ["diagram", "--schemas", Self.schema, "--link-base", "../../.."] + words,
            in: DocumentedPage.root
        )
        #expect(run.status == 0, "\(run.errors)")
        let file = DocumentedPage.root.appending(path: "\(Self.folder)/\(name)")
        if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
            try Data(run.output.utf8).write(to: file)
            Issue.record("recorded \(name)")
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == run.output, "\(name)")
        #expect(run.output.contains("@media (prefers-color-scheme: dark)"))
        // It has its own background, so it is readable on a page in the other mode.
        #expect(run.output.contains(#"<rect class="box page" "#))
        let image = page.text.firstMatch(
            of: try Regex("!\\[[^\\]]{40,}\\]\\(\(Self.folder)/\(name)\\)")
        )
        #expect(image != nil, "\(name) is shown, with a text for those who do not see it")
    }

    @Test("it has no other pictures")
    func otherPictures() throws {
        let shown = page.text.matches(of: /!\[[^\]]*\]\([^)]*\/([^\/)]+)\)/).map { String($0.1) }
        #expect(shown == ["front-model.svg", "front-write.svg"])
        let files = try FileManager.default.contentsOfDirectory(
            atPath: DocumentedPage.root.appending(path: Self.folder).path
        )
        #expect(files.filter { $0.hasPrefix("front-") }.sorted() == shown)
    }
}
