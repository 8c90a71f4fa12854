import Foundation
import Testing

/// The page for contributors lists the modules as they are: their names, and the imports of each.
@Suite struct HouseTests {
    /// A module as the page lists it.
    private struct Module {
        let name: String
        let foundations: Set<String>
    }

    /// The modules in the order of the page.
    private static func listed() throws -> [Module] {
        let page = try MarkdownPage(
            DocumentationPageTests.folder.appending(path: "Contributing.md")
        )
        let list = try #require(page.blocks.first { $0.language == "text" })
        return list.text.split(separator: "\n").map { line in
            let foundations = line.split(separator: "; on ").dropFirst().first ?? ""
            return Module(
                name: String(line.prefix { $0 != " " }),
                foundations: Set(foundations.split(separator: ", ").map(String.init))
            )
        }
    }

    @Test("the page lists every module of the sources, and no other")
    func names() throws {
        let sources = DocumentationPageTests.root.appending(path: "Sources")
        let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
            .filter { !$0.hasPrefix(".") && $0 != "Examples" && $0 != "CLibYAML" }
        #expect(try Self.listed().map(\.name).sorted() == (folders + ["Templates"]).sorted())
    }

    @Test("a module imports only the modules that the page names, which are listed before it")
    func imports() throws {
        let modules = try Self.listed()
        let own = Set(modules.map(\.name)).union(["CLibYAML"])
        let statement = /^(?:@\w+ )*(?:public |package |internal )?import (\w+)/
            .anchorsMatchLineEndings()
        var before: Set = ["CLibYAML"]
        for module in modules {
            #expect(module.foundations.isSubset(of: before), "\(module.name) is on a later one")
            before.insert(module.name)
            let path = module.name == "Templates" ? "Templates" : "Sources/\(module.name)"
            let folder = DocumentationPageTests.root.appending(path: path)
            var imported: Set<String> = []
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            where file.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                imported.formUnion(text.matches(of: statement).map { String($0.1) })
            }
            #expect(imported.intersection(own) == module.foundations, "\(module.name)")
        }
    }

    @Test("no type of the runtime has more than 600 lines in all its extensions")
    func types() throws {
        // A namespace of types.
        let exceptions: Set = ["RepositoryNetworking.Conventions"]
        let declaration =
            /^(?:@?[\w()]+ )*(?:struct|class|enum|actor|extension|protocol) \[?([\w.]+)/
        var lineCounts: [String: Int] = [:]
        let sources = DocumentationPageTests.root.appending(path: "Sources")
        for module in try Self.listed().map(\.name) where module.hasPrefix("Repository") {
            let folder = sources.appending(path: module)
            for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            where file.hasSuffix(".swift") {
                let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                var name: String?
                for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                    if name == nil, !line.hasSuffix("}"), !line.contains("import "),
                        let match = line.firstMatch(of: declaration)
                    {
                        name = "\(module).\(match.1)"
                    }
                    guard let type = name else { continue }
                    lineCounts[type, default: 0] += 1
                    if line.hasPrefix("}") { name = nil }
                }
            }
        }
        #expect(lineCounts.count > 300)
        let large = lineCounts.filter { $0.value > 600 }
        #expect(Set(large.keys) == exceptions, "\(large)")
    }

    @Test("the picture has a box for each module, and supports light and dark mode")
    func picture() throws {
        let file = DocumentationPageTests.folder.appending(path: "house.svg")
        let text = try String(contentsOf: file, encoding: .utf8)
        let names = text.matches(of: /<text class="name \w+"[^>]*>(\w+)<\/text>/).map {
            String($0.1)
        }
        #expect(try names.sorted() == Self.listed().map(\.name).sorted())
        #expect(text.contains("@media (prefers-color-scheme: dark)"))
        let page = DocumentationPageTests.folder.appending(path: "Contributing.md")
        #expect(try String(contentsOf: page, encoding: .utf8).contains("](house.svg)"))
    }
}
