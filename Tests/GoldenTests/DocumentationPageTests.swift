import Foundation
import Testing

/// What the pages about the runtime show works: schemas have no mistakes, and Swift compiles.
@Suite struct DocumentationPageTests {
    private static let folder = GoldenCase.goldens.deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources/RepositoryRuntime/Documentation.docc")

    static let pages: [String] = {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(".md") }.sorted()
    }()

    @Test("there are pages, and each whole block of them is a schema or a program")
    func blocks() throws {
        #expect(Self.pages.count >= 8)
        for page in Self.pages {
            let page = try MarkdownPage(Self.folder.appending(path: page))
            #expect(page.blocks.count == page.schemas.count + page.programs.count)
        }
    }

    @Test("the schemas of a page have no mistakes, and what they become compiles", arguments: pages)
    func schemas(_ name: String) async throws {
        for schema in try MarkdownPage(Self.folder.appending(path: name)).schemas {
            let problems = try await MarkdownPage.problems(ofSchema: schema)
            #expect(problems.isEmpty, "\(problems)")
        }
    }

    @Test("the Swift of a page compiles against the examples", arguments: pages)
    func programs(_ name: String) async throws {
        for program in try MarkdownPage(Self.folder.appending(path: name)).programs {
            let problems = try await MarkdownPage.problems(ofProgram: program)
            #expect(problems.isEmpty, "\(problems)")
        }
    }
}
