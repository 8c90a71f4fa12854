import Foundation
import Testing

/// The page on upgrades shows what `repogen diff` reports about its two schemas.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct UpgradingPageTests {
    @Test("the difference between the two schemas of the page is reported as it says")
    func difference() async throws {
        let folder = "Sources/RepositoryRuntime/Documentation.docc"
        let page = try DocumentedPage("\(folder)/Upgrading.md")
        let schemas = page.texts("yaml")
        try #require(schemas.count == 2)
        let repository = try await GitPackage(
            ["repogen.yaml": "output: Sources/App/Generated\n", "Schemas/todos.yaml": schemas[0]],
            generates: false
        )
        try await repository.git("tag", "v1.0")
        try repository.package.write(schemas[1], to: "Schemas/todos.yaml")
        let call = try #require(page.calls.first { $0 == ["diff", "--base", "v1.0"] })
        let run = try await CommandLineTool.run(call, in: repository.root)
        #expect(run.status == 3)
        let shown = try #require(page.texts("text").first)
        // The page marks omitted lines with an ellipsis.
        for line in shown.split(separator: "\n") where line != "…" {
            #expect(run.errors.contains("\(line)\n"), "\(run.errors)")
        }
        #expect(shown.contains("\nstored data:\n"))
    }
}
