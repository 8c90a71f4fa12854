import Foundation
import Testing

/// The pages that compare features name existing tests.
@Suite struct FeatureComparisonTests {
    private struct Row {
        let columns: [String]
        let cells: [String]

        var isShown: Bool { columns.last == "Shown by" }
    }

    /// The pages, each with its minimum number of rows.
    private static let pages = ["FeatureComparison": 150, "OfflineComparison": 100]
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func rows(of name: String) throws -> [Row] {
        let page = DocumentationPageTests.folder.appending(path: "\(name).md")
        var rows: [Row] = []
        var columns: [String]?
        let lines = try String(contentsOf: page, encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
        for line in lines {
            guard line.hasPrefix("| ") || line.hasPrefix("|-") else {
                columns = nil
                continue
            }
            let cells = line.dropFirst(2).dropLast(2)
                .split(separator: " | ", omittingEmptySubsequences: false).map(String.init)
            if let columns {
                if line.hasPrefix("| ") { rows.append(Row(columns: columns, cells: cells)) }
            } else {
                columns = cells
            }
        }
        return rows
    }

    @Test("each row has a cell for each column, and no feature is listed twice", arguments: pages)
    func cells(page: String, least: Int) throws {
        let rows = try Self.rows(of: page)
        #expect(rows.count > least)
        for row in rows {
            #expect(row.cells.count == row.columns.count, "\(row.cells)")
            #expect(row.cells.allSatisfy { !$0.isEmpty }, "\(row.cells)")
        }
        let features = rows.compactMap(\.cells.first)
        #expect(Set(features).count == features.count)
    }

    @Test("each row names existing tests and golden schemas", arguments: pages.keys)
    func tests(page: String) throws {
        let tests = try Self.namesOfTests()
        #expect(tests.count > 1_000)
        for row in try Self.rows(of: page) where row.isShown {
            let named = (row.cells.last ?? "").matches(of: /`(\w+Tests\.\w+)`(?: \(`([^`]+)`\))?/)
            #expect(!named.isEmpty, "\(row.cells)")
            for (_, name, golden) in named.map(\.output) {
                #expect(tests.contains(String(name)), "\(name)")
                guard let golden else { continue }
                let schema = GoldenCase.goldens.appending(path: "Good/\(golden)/schema.yaml")
                #expect(FileManager.default.fileExists(atPath: schema.path), "\(golden)")
            }
        }
    }

    /// All tests, as `Suite.function`.
    private static func namesOfTests() throws -> Set<String> {
        let folder = root.appending(path: "Tests")
        var names: Set<String> = []
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        where path.hasSuffix(".swift") && !path.hasPrefix("Goldens/") {
            let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            var suite: Substring?
            var isTest = false
            for line in text.split(separator: "\n") {
                if !line.hasPrefix(" "),
                    let match = line.firstMatch(of: /(?:struct|class|actor|extension) (\w+)/)
                {
                    suite = match.1
                }
                if line.contains("@Test") { isTest = true }
                guard isTest, let suite, let match = line.firstMatch(of: /func (\w+)/) else {
                    continue
                }
                names.insert("\(suite).\(match.1)")
                isTest = false
            }
        }
        return names
    }
}
