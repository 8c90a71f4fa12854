import Foundation
import Testing

/// The mutations of the synchronizer for `Scripts/mutants` still apply.
@Suite struct MutationTests {
    /// A patch in `Tests/Mutations`: a sentence, and a diff of one file.
    private struct Mutation {
        let sentence: String
        let file: String
        /// The lines that each hunk expects in the file, in order.
        let parts: [[String]]

        init(_ text: String) throws {
            let lines = text.components(separatedBy: "\n")
            sentence = lines[0]
            let file = try #require(lines.first { $0.hasPrefix("--- a/") })
            self.file = String(file.dropFirst("--- a/".count))
            parts = lines.dropFirst(3).split { $0.hasPrefix("@@ ") }.map { part in
                part.filter { $0.hasPrefix(" ") || $0.hasPrefix("-") }
                    .map { String($0.dropFirst()) }
            }
        }
    }

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    static let names: [String] = {
        let folder = root.appending(path: "Tests/Mutations").path
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder)
        return (names ?? []).filter { $0.hasSuffix(".patch") }.sorted()
    }()

    @Test("there are mutations")
    func count() {
        #expect(Self.names.count >= 25)
    }

    @Test("each mutation has a description, and applies to the sources", arguments: names)
    func application(name: String) throws {
        let mutation = try Mutation(try Self.text("Tests/Mutations/\(name)"))
        #expect(mutation.sentence.hasSuffix("."))
        #expect(mutation.file.hasPrefix("Sources/RepositoryLocal/Synchronization/"))
        #expect(!mutation.parts.isEmpty)
        var rest = try Self.text(mutation.file).components(separatedBy: "\n")[...]
        for part in mutation.parts {
            let found = rest.firstRange(of: part)
            try #require(found != nil, "\(mutation.file) has other lines")
            rest = rest[(found?.upperBound ?? rest.endIndex)...]
        }
    }
}
