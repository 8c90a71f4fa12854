import Foundation
import Testing

/// The table of what real services demand is whole, and the tests that it names are there.
@Suite struct RequirementTests {
    private let rows: [[String]]
    private let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init() throws {
        let page = root.appending(path: "Schemas/Services/README.md")
        rows = try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.wholeMatch(of: /\| [ABC][0-9]+ \|.*/) != nil }
            .map { row in row.split(separator: " | ").map(String.init) }
    }

    @Test("it has each of the 43 demands once")
    func demands() {
        let wanted =
            (1...15).map { "A\($0)" } + (1...14).map { "B\($0)" } + (1...14).map { "C\($0)" }
        #expect(
            rows.compactMap { $0.first?.trimmingCharacters(in: .init(charactersIn: "| ")) }
                == wanted
        )
    }

    @Test("each names tests that are there")
    func tests() {
        for row in rows {
            let named = (row.last ?? "").matches(of: /`([A-Za-z]+\/[A-Za-z\/]+)`/).map(\.1)
            #expect(!named.isEmpty, "\(row)")
            for name in named {
                let file = root.appending(path: "Tests/\(name).swift")
                #expect(FileManager.default.fileExists(atPath: file.path), "\(name)")
            }
        }
    }
}
