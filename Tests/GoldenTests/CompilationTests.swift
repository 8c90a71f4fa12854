import Foundation
import TestSupport
import Testing

/// Everything generated compiles without a warning, however the user's module is set up.
@Suite struct CompilationTests {
    @Test(
        "a golden compiles",
        arguments: GoldenCase.all("Good"),
        SwiftCompiler.Mode.allCases
    )
    func compiles(golden: GoldenCase, mode: SwiftCompiler.Mode) async throws {
        let folder = golden.folder.appending(path: "Expected")
        let files = try golden.files(in: folder) { $0.pathExtension == "swift" }
            .keys.sorted().map { folder.appending(path: $0) }
        #expect(!files.isEmpty)
        let messages = try await SwiftCompiler.typecheck(
            files,
            mode: mode,
            beside: try golden.modules
        )
        #expect(messages.isEmpty, "\(messages)")
    }
}
