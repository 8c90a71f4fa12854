import Foundation
import Testing

/// Everyone can read the pictures of the story: in light and dark mode, and with a screen reader.
@Suite struct StoryPictureTests {
    private static let names: [String] = {
        let folder = DocumentationPageTests.folder.path
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return files.filter { $0.hasPrefix("story-") && $0.hasSuffix(".svg") }.sorted()
    }()

    @Test("the page shows each picture once, with a text for those who do not see it")
    func shown() throws {
        let page = DocumentationPageTests.folder.appending(path: "OfflineFirstStory.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        let images = text.matches(of: /!\[([^\]]+)\]\(([^)]+)\)/)
        #expect(images.map { String($0.2) }.sorted() == Self.names)
        #expect(images.allSatisfy { $0.1.count >= 40 })
        #expect(Self.names.count == 3)
    }

    @Test(
        "a picture has a title, a ground of its own, and colors for light and dark",
        arguments: names
    )
    func picture(name: String) throws {
        let file = DocumentationPageTests.folder.appending(path: name)
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains(#"role="img" aria-labelledby="title desc""#))
        #expect(text.contains("<title id=\"title\">") && text.contains("<desc id=\"desc\">"))
        #expect(text.contains(#"<rect class="box page" "#))
        let parts = text.components(separatedBy: "@media (prefers-color-scheme: dark)")
        try #require(parts.count == 2)
        // A class without its own color would be black on black.
        let dark = parts[1].components(separatedBy: "</style>")[0]
        for match in text.matches(of: /class="(?:box|(?:heading |code )?)\s?(\w+)" [xyw]/) {
            #expect(dark.contains(".\(match.1) {"), "\(match.1)")
        }
    }
}
