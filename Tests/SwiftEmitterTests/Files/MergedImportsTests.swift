import Testing

@testable import SwiftEmitter

@Suite struct MergedImportsTests {
    private func foundation(_ level: String) -> [String] {
        [
            "#if canImport(FoundationEssentials)", "\(level) import FoundationEssentials", "#else",
            "\(level) import Foundation", "#endif",
        ]
    }

    private func header(_ lines: [String] = [], behindAliases: [String] = []) -> FileHeader {
        FileHeader(
            schemaPath: "",
            imports: Block(lines),
            importsBehindAliases: Block(behindAliases)
        )
    }

    @Test("each module is imported once, by name, with the required access level")
    func merging() {
        var imports = MergedImports()
        imports.add(header(["internal import RepositoryRuntime", ""] + foundation("internal")))
        imports.add(header(["package import MoneyKit"] + foundation("package")))
        imports.add(header(["package import RepositoryRuntime"]))
        imports.add(header(["internal import RepositoryRuntime"]))
        imports.add(header())
        #expect(
            imports.block.lines == [
                "package import MoneyKit", "package import RepositoryRuntime", "",
            ] + foundation("package")
        )
    }

    @Test("an alias raises the access level of an existing import to its own")
    func aliases() {
        var imports = MergedImports()
        imports.add(header(behindAliases: foundation("public")))
        #expect(imports.block.isEmpty)
        imports.add(header(foundation("internal")))
        #expect(imports.block.lines == foundation("public"))
    }

    @Test("no imports result in none")
    func nothing() {
        #expect(MergedImports().block.isEmpty)
    }
}
