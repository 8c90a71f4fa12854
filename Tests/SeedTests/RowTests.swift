import Foundation
import Testing

/// Each feature of the systems that this project follows has a test, and vice versa.
@Suite struct RowTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()

    @Test("each row has a test with its title")
    func rows() throws {
        let list = try String(contentsOf: Self.folder.appending(path: "Rows.txt"), encoding: .utf8)
        let rows = list.split(separator: "\n").map(String.init)
        #expect(rows.count == Set(rows).count)
        let systems = Set(rows.compactMap { $0.split(separator: ":").first })
        #expect(systems.count == 4)
        #expect(Set(rows).subtracting(try Self.names()) == [])
        #expect(try Self.names().subtracting(rows) == [])
    }

    /// Returns the titles of the tests in the files of the systems.
    private static func names() throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        var names: Set<String> = []
        for file in files where file.lastPathComponent.hasSuffix("Seeds.swift") {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /@Test\(\s*"([^"]+)"/) {
                names.insert(String(match.output.1))
            }
        }
        return names
    }
}
