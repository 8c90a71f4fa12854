import Foundation
import Testing

/// The stored inputs: seeds of the fuzzers, and former failures.
@Suite struct SeedTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Seeds")

    @Test("every stored input satisfies the laws of its target", arguments: FuzzTarget.allCases)
    func replay(target: FuzzTarget) throws {
        let folder = Self.folder.appending(path: target.rawValue)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(!names.isEmpty)
        for name in names {
            let bytes = Array(try Data(contentsOf: folder.appending(path: name)))
            #expect(throws: Never.self, "\(target.rawValue)/\(name)") { try target.run(bytes) }
        }
    }
}
