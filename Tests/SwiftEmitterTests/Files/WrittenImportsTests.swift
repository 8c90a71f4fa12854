import Testing

@testable import SwiftEmitter

@Suite struct WrittenImportsTests {
    @Test("an import has an access level if it needs one")
    func levels() {
        let imports = [
            "internal import AKit", "package import BKit", "package import CKit", "",
            "#if canImport(DKit)", "package import DKit", "#else", "public import Foundation",
            "#endif",
        ]
        #expect(
            WrittenImports.lines(of: imports) == [
                "import AKit", "#if hasFeature(InternalImportsByDefault)", "package import BKit",
                "package import CKit", "#else", "import BKit", "import CKit", "#endif", "",
                "#if canImport(DKit)", "#if hasFeature(InternalImportsByDefault)",
                "package import DKit", "#else", "import DKit", "#endif", "#else",
                "public import Foundation", "#endif",
            ]
        )
    }

    @Test("no imports result in none")
    func nothing() {
        #expect(WrittenImports.lines(of: []).isEmpty)
    }
}
