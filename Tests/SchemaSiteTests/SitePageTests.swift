import Diagnostics
import Foundation
import SchemaDiagram
import SchemaLanguage
import SchemaSite
import Testing

/// The pages of sites: complete, linked, and readable with any tool.
@Suite struct SitePageTests {
    /// A tag of a page.
    private struct Tag {
        let name: String
        let isEnd: Bool
        let attributes: [String: String]
    }

    private static let void: Set = ["meta", "link", "img", "input"]
    private static let known: Set = [
        "html", "head", "meta", "title", "link", "body", "a", "header", "form", "label", "input",
        "ul", "li", "ol", "nav", "main", "h1", "h2", "h3", "p", "div", "table", "caption", "thead",
        "tbody", "tr", "th", "td", "code", "pre", "section", "figure", "img", "script", "span",
    ]

    /// The site of each folder, which several tests read.
    private static let sites = SiteSources.folders.map { folder in
        (folder: folder, files: Result { try build(folder) })
    }

    private func files(_ folder: String) throws -> [String: String] {
        try #require(Self.sites.first { $0.folder == folder }).files.get()
    }

    private static func build(_ folder: String) throws -> [String: String] {
        let source = try SiteSources.source(of: folder)
        let site = SchemaSite(
            of: [source],
            title: "A <site>",
            links: SchemaLinks(base: "https://x.test")
        )
        let files = site.files
        // Also on a case-insensitive file system.
        #expect(Set(files.map { $0.path.lowercased() }).count == files.count)
        return Dictionary(files.map { ($0.path, $0.contents) }) { first, _ in first }
    }

    private func tags(of page: String) -> [Tag] {
        // A regular expression is compiled each time it is evaluated.
        let attribute = /([a-z-]+)(?:="([^"]*)")?/
        return page.matches(of: /<(\/?)([a-z0-9]+)((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*>/).map {
            match in
            var attributes: [String: String] = [:]
            for one in match.3.matches(of: attribute) {
                attributes[String(one.1)] = one.2.map(String.init) ?? ""
            }
            return Tag(name: String(match.2), isEnd: !match.1.isEmpty, attributes: attributes)
        }
    }

    @Test("each page is complete, for readers and tools", arguments: SiteSources.folders)
    func pages(folder: String) throws {
        let files = try files(folder)
        let pages = files.filter { $0.key.hasSuffix(".html") }
        #expect(pages.count > 4)
        for (path, page) in pages {
            let tags = tags(of: page)
            // No other text looks like a tag.
            let brackets = page.replacing("<!DOCTYPE html>", with: "").count { $0 == "<" }
            #expect(brackets == tags.count, "\(path)")
            #expect(Set(tags.map(\.name)).isSubset(of: Self.known), "\(path)")
            var open: [String] = []
            for tag in tags where !Self.void.contains(tag.name) {
                if !tag.isEnd {
                    open.append(tag.name)
                } else {
                    #expect(open.popLast() == tag.name, "\(path)")
                }
            }
            #expect(open.isEmpty, "\(path)")
            let ids = tags.compactMap { $0.attributes["id"] }
            #expect(Set(ids).count == ids.count, "\(path)")
            let starts = tags.filter { !$0.isEnd }
            let levels = starts.compactMap { tag in
                tag.name.hasPrefix("h") ? Int(tag.name.dropFirst()) : nil
            }
            #expect(levels.first == 1 && levels.count { $0 == 1 } == 1, "\(path)")
            for (upper, lower) in zip(levels, levels.dropFirst()) { #expect(lower <= upper + 1) }
            for image in starts where image.name == "img" {
                #expect(image.attributes["alt"]?.isEmpty == false, "\(path)")
            }
            #expect(starts.first { $0.name == "html" }?.attributes["lang"] == "en")
            #expect(page.contains("<label for=\"query\">") && ids.contains("query"))
        }
    }

    @Test(
        "each link leads to a file of the site, or to a line of a schema",
        arguments: SiteSources.folders
    )
    func links(folder: String) throws {
        let files = try files(folder)
        let schemas = try SiteSources.files(in: folder)
        let lines = Dictionary(
            uniqueKeysWithValues: schemas.map {
                ($0.path, $0.bytes.count { $0 == UInt8(ascii: "\n") })
            }
        )
        for (path, page) in files where path.hasSuffix(".html") {
            let isBelow = path.contains("/")
            for tag in tags(of: page) {
                guard let address = tag.attributes["href"] ?? tag.attributes["src"] else {
                    continue
                }
                if let line = address.wholeMatch(of: /https:\/\/x\.test\/([^#]+)#L(\d+)/) {
                    let number = try #require(Int(line.2))
                    #expect(1...(lines[String(line.1)] ?? 0) ~= number, "\(address)")
                    continue
                }
                let parts = address.split(
                    separator: "#",
                    maxSplits: 1,
                    omittingEmptySubsequences: false
                )
                var target = parts[0].isEmpty ? path : String(parts[0])
                if isBelow, !parts[0].isEmpty {
                    #expect(target.hasPrefix("../"), "\(path): \(address)")
                    target.removeFirst(3)
                }
                let file = try #require(files[target], "\(path): \(address)")
                if parts.count > 1 { #expect(file.contains("id=\"\(parts[1])\""), "\(address)") }
            }
        }
    }

    @Test("a distinct identity type is shown with its raw type")
    func identities() throws {
        let files = try files("Tests/Goldens/Diagram/identities")
        let page = { (name: String) in files.first { $0.key.hasSuffix("/\(name).html") }?.value }
        let user = try #require(page("User"))
        #expect(user.contains("<td><code>Int as User.ID</code></td>"))
        let post = try #require(page("Post"))
        #expect(post.contains("<code>UUID as Post.ID</code>") && post.contains("User.ID</a>"))
        let country = try #require(page("Country"))
        #expect(country.contains("<code>String</code>") && !country.contains("Country.ID"))
    }

    @Test("each declaration has a page, and the search finds it", arguments: SiteSources.folders)
    func search(folder: String) throws {
        let files = try files(folder)
        let script = try #require(files["search-index.js"])
        let start = try #require(script.range(of: "window.searchIndex = "))
        let json = script[start.upperBound...].dropLast(2)
        let entries = try #require(
            try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: String]]
        )
        let schema = try SiteSources.source(of: folder).schema
        let names =
            schema.entities.map(\.head.name) + schema.values.map(\.head.name)
            + schema.unions.map(\.head.name) + schema.enumerations.map(\.head.name)
            + schema.scalars.map(\.head.name) + schema.endpoints.map(\.head.name)
            + schema.repositories.map(\.head.name) + schema.apis.map(\.head.name)
        #expect(entries.compactMap { $0["name"] }.sorted() == names.sorted())
        let paths = Set(entries.compactMap { $0["path"] })
        let pages = Set(files.keys.filter { $0.hasSuffix(".html") && $0 != "index.html" })
        #expect(paths == pages)
    }

    @Test("the same schemas give the same site", arguments: ["Schemas/Shop"])
    func determinism(folder: String) throws {
        let first = try files(folder)
        #expect(try Self.build(folder) == first)
    }

    @Test("outputs with types of the same name have a page for each")
    func sameNames() throws {
        let sources = try ["Schemas/Messages", "Schemas/Notes"].map(SiteSources.source)
        let twice = try SiteSources.source(of: "Schemas/Messages")
        let site = SchemaSite(of: sources + [twice], title: "All", links: nil).files
        let parts = sources.map { SchemaSite(of: [$0], title: "One", links: nil).files.count }
        // The first page, its picture, the style sheet and both scripts exist once.
        #expect(site.count == parts.reduce(0, +) - 5)
    }
}
