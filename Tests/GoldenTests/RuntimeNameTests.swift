import Foundation
import TestSupport
import Testing

@testable import SwiftEmitter

/// The names of the runtime do not clash with those of modules that users import with it.
@Suite struct RuntimeNameTests {
    private let layers = [
        "RepositoryValues/", "RepositoryNetworking/", "RepositoryLocal/", "RepositoryStrategy/",
    ]

    @Test("the emitter knows all public names")
    func known() throws {
        #expect(try publicNames() == RuntimeNames.all)
    }

    @Test("no public name hides a type of Foundation")
    func foundation() async throws {
        let names = try publicNames()
        #expect(names.contains("Entity"))
        #expect(names.contains("Criteria"))
        let lines = names.sorted().map { "typealias Use\($0) = \($0)\n" }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "repogen-names-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        let text = "import Foundation\nimport RepositoryRuntime\n" + lines.joined()
        try Data(text.utf8).write(to: file)
        #expect(try await SwiftCompiler.typecheck([file], mode: .plain) == "")
    }

    private func publicNames() throws -> Set<String> {
        let package = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()
        let sources = package.appending(path: "Sources")
        var names: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
        where path.hasSuffix(".swift") && layers.contains(where: path.hasPrefix) {
            let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
            let declaration =
                /^public (?:\w+ )*(?:struct|enum|class|actor|protocol|typealias) (\w+)/
            let found = text.matches(of: declaration.anchorsMatchLineEndings())
            names.formUnion(found.map { String($0.1) })
        }
        return names
    }
}
