import Foundation
import Testing

/// The table of the demands of real services is complete, and the tests that it names exist.
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

    @Test("the page lists each of the 44 demands once")
    func demands() {
        let wanted =
            (1...15).map { "A\($0)" } + (1...15).map { "B\($0)" } + (1...14).map { "C\($0)" }
        #expect(
            rows.compactMap { $0.first?.trimmingCharacters(in: .init(charactersIn: "| ")) }
                == wanted
        )
    }

    @Test("each demand names existing tests, by their files and titles")
    func tests() throws {
        for row in rows {
            let named = (row.last ?? "").matches(of: /`([A-Za-z]+\/[A-Za-z+\/]+)`(?: \(([^)]*)\))?/)
            #expect(!named.isEmpty, "\(row)")
            for (_, name, details) in named.map(\.output) {
                let file = root.appending(path: "Tests/\(name).swift")
                let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
                #expect(text.contains("@Test"), "\(name)")
                for title in (details ?? "").matches(of: /"([^"]+)"/).map(\.1) {
                    #expect(text.contains("@Test(\"\(title)\""), "\(name): \(title)")
                }
                for fixture in (details ?? "").matches(of: /`([^`]+)`/).map(\.1) {
                    #expect(isFixture(fixture, of: name), "\(name): \(fixture)")
                }
            }
        }
    }

    @Test("each demand on the runtime names a test by its title that shows the pitfall")
    func traps() {
        for row in rows where row.first?.hasPrefix("| C") ?? false {
            let number = row[0].drop { $0 == "|" || $0 == " " }
            #expect(row.last?.contains("(\"\(number): ") ?? false, "\(row)")
        }
    }

    /// Returns whether a test that runs over directories has a case of a name.
    private func isFixture(_ fixture: Substring, of test: Substring) -> Bool {
        let folder = test.hasSuffix("BadSchemaTests") ? "Bad" : "Good"
        let file = root.appending(path: "Tests/Goldens/\(folder)/\(fixture)")
        return FileManager.default.fileExists(atPath: file.path)
    }
}
