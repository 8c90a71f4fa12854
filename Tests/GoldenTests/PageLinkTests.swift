import Foundation
import Testing

/// The links on pages have existing targets.
@Suite struct PageLinkTests {
    private static let root = DocumentationPageTests.root
    private static let folder = "Sources/RepositoryRuntime/Documentation.docc"

    /// The pages, by their paths in the package.
    static let pages: [String] = {
        let folders = ["", ".github/", "Schemas/", "Schemas/Services/", "Templates/", folder + "/"]
        return folders.flatMap { folder in
            let names = try? FileManager.default
                .contentsOfDirectory(atPath: root.appending(path: folder).path)
            return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
        }
    }()

    /// Returns the anchors of a page, as GitHub derives them from its headings.
    private func anchors(of page: URL) throws -> Set<String> {
        let headings = try MarkdownPage(page).lines.filter { $0.hasPrefix("#") }
        return Set(
            headings.map { line in
                let title = line.drop { $0 == "#" || $0 == " " }.lowercased()
                return String(title.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
                    .replacing(" ", with: "-")
            }
        )
    }

    @Test("each relative link points to a file, and each anchor to a heading", arguments: pages)
    func relativeLinks(path: String) throws {
        let page = Self.root.appending(path: path)
        let text = try MarkdownPage(page).lines.joined(separator: "\n")
        for link in text.matches(of: /\]\(([^)\s]+)\)/).map({ String($0.1) }) {
            guard !link.contains("://"), !link.hasPrefix("mailto:") else { continue }
            let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let target =
                parts[0].isEmpty
                ? page : page.deletingLastPathComponent().appending(path: String(parts[0]))
            #expect(FileManager.default.fileExists(atPath: target.path), "\(link)")
            guard parts.count == 2, target.pathExtension == "md" else { continue }
            // DocC writes the anchors of the documentation with capitals.
            let anchor = parts[1].lowercased()
            #expect(try anchors(of: target).contains(anchor), "\(link)")
        }
    }

    @Test(
        "each link between documentation pages points to a page and a heading",
        arguments: pages
    )
    func documentationLinks(path: String) throws {
        let text = try MarkdownPage(Self.root.appending(path: path)).lines.joined(separator: "\n")
        for link in text.matches(of: /<doc:([A-Za-z]+)(?:#([^>]+))?>/) {
            let page = Self.root.appending(path: "\(Self.folder)/\(link.1).md")
            try #require(FileManager.default.fileExists(atPath: page.path), "\(link.0)")
            guard let anchor = link.2 else { continue }
            #expect(try anchors(of: page).contains(anchor.lowercased()), "\(link.0)")
        }
    }

    @Test("the first page of the documentation lists all others, each once")
    func topics() throws {
        let first = Self.root.appending(path: "\(Self.folder)/RepositoryRuntime.md")
        let listed = try MarkdownPage(first).lines
            .compactMap { $0.wholeMatch(of: /- <doc:([A-Za-z]+)>/).map { "\($0.1).md" } }
        let others = DocumentationPageTests.pages.filter { $0 != "RepositoryRuntime.md" }
        #expect(listed.sorted() == others)
    }

    @Test("the front page links to every page of the documentation but its first")
    func frontPage() throws {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        let contributing = ".github/CONTRIBUTING.md"
        let more = try String(contentsOf: Self.root.appending(path: contributing), encoding: .utf8)
        for page in DocumentationPageTests.pages where page != "RepositoryRuntime.md" {
            #expect(text.contains("\(Self.folder)/\(page)") || more.contains("/\(page)"), "\(page)")
        }
        #expect(text.contains("(\(contributing))") && text.contains("(.github/SECURITY.md)"))
    }
}
