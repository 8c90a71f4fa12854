import Testing

@testable import SwiftEmitter

@Suite struct MergedImportsTests {
    private func foundation(_ level: String) -> [String] {
        [
            "#if canImport(FoundationEssentials)", "\(level) import FoundationEssentials", "#else",
            "\(level) import Foundation", "#endif",
        ]
    }

    @Test("each module is imported once, by name, as visible as it has to be")
    func merging() {
        var imports = MergedImports()
        imports.add(Block(["internal import RepositoryRuntime", ""] + foundation("internal")))
        imports.add(Block(["package import MoneyKit"] + foundation("package")))
        imports.add(Block(["package import RepositoryRuntime"]))
        imports.add(Block(["internal import RepositoryRuntime"]))
        imports.add(Block())
        #expect(
            imports.block.lines == [
                "package import MoneyKit", "package import RepositoryRuntime", "",
            ] + foundation("package")
        )
    }

    @Test("no imports are none")
    func nothing() {
        #expect(MergedImports().block.isEmpty)
    }
}
