import Foundation
import Testing

/// The code on the pages about the runtime works: schemas have no errors, and Swift compiles.
@Suite struct DocumentationPageTests {
    /// The root folder of this package.
    static let root = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()

    static let folder = root.appending(path: "Sources/RepositoryRuntime/Documentation.docc")

    static let pages: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".md") }.sorted()
    }()

    /// The number of blocks on each page that are neither a schema nor a program, if there are any.
    private static let others = [
        // The configuration and the error: `SnippetTests`; the commands: `DocumentedCommandTests`.
        "CommandLine.md": 3,
        // The dependency without URLSession: `URLSessionTraitTests`.
        "ConfiguringNetworking.md": 1,
        // The modules: `HouseTests`.
        "Contributing.md": 1,
        // The output, and the configuration: `StatsTests`, `BudgetTests`.
        "CostOfCode.md": 3,
        // The commands: `DiagramTests`.
        "Diagrams.md": 3,
        // The generated code: `SnippetTests`.
        "GeneratedCode.md": 1,
        // The manifest and the commands: `GettingStartedTests`, `TutorialTests`.
        "GettingStarted.md": 4,
        // The configuration: `SnippetTests`.
        "Hummingbird.md": 1,
        // The commands: `DocumentedCommandTests`.
        "ImportingDocuments.md": 3,
        "InferringSchemas.md": 1,
        // The commands, and the workflow: `InstallTests`.
        "InYourBuild.md": 5,
        // The tree of folders: `LayerTests`.
        "Layers.md": 1,
        // The commands and their output: `MergingPageTests`.
        "MergingBranches.md": 7,
        // The commands: `TutorialTests`.
        "OfflineFirstStory.md": 2,
        // The configuration, and the handler: `SnippetTests`.
        "OnAServer.md": 2,
        // The template and its output: `OwnTemplateTests`.
        "OwnParts.md": 3,
        // The commands: `DocsTests`.
        "SchemaSite.md": 2,
        // The output of `repogen explain`: `ExplainTests`.
        "Strategies.md": 1,
        // The states of a write, and the signature of the core.
        "Synchronization.md": 2,
        // The commands: `DocumentedCommandTests`; the output: `UpgradingPageTests`.
        "Upgrading.md": 5,
    ]

    @Test(
        "each code block of the pages is a whole schema or program, or is tested elsewhere"
    )
    func blocks() throws {
        #expect(Self.pages.count >= 30)
        for name in Self.pages {
            let page = try MarkdownPage(Self.folder.appending(path: name))
            #expect(page.others.count == Self.others[name] ?? 0, "\(name): \(page.others)")
        }
    }

    @Test(
        "the schemas of a page have no mistakes, and their generated code compiles",
        arguments: pages
    )
    func schemas(_ name: String) async throws {
        for schema in try MarkdownPage(Self.folder.appending(path: name)).schemas {
            let problems = try await MarkdownPage.problems(ofSchema: schema)
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test("the Swift of a page compiles against the examples", arguments: pages)
    func programs(_ name: String) async throws {
        for program in try MarkdownPage(Self.folder.appending(path: name)).programs {
            let problems = try await MarkdownPage.problems(of: program)
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test("the parts on the page are exactly those that tests use")
    func ownParts() throws {
        let tests = GoldenCase.goldens.deletingLastPathComponent()
        var parts: Set<String> = []
        for target in try FileManager.default.contentsOfDirectory(atPath: tests.path) {
            let folder = tests.appending(path: "\(target)/OwnParts")
            let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
            for file in files where !file.hasSuffix("Tests.swift") {
                let file = folder.appending(path: file)
                parts.insert(try String(contentsOf: file, encoding: .utf8))
            }
        }
        let page = try MarkdownPage(Self.folder.appending(path: "OwnParts.md"))
        // The program that checks a part is a function.
        let shown = Set(page.programs.map(\.text).filter { !$0.contains("\nfunc check") })
        #expect(parts.count == 4)
        #expect(shown == parts)
    }
}
