import Diagnostics
import Foundation
import Testing

/// The document of the FastAPI application in the tests, for which there is a hand-written schema.
@Suite struct FastAPIComparisonTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let page = package.appending(path: "Schemas/Services/fastapi-import.md")

    private let comparison: FastAPIComparison

    init() throws {
        func file(_ path: String) throws -> SourceFile {
            SourceFile(
                path: path,
                bytes: Array(try Data(contentsOf: Self.package.appending(path: path)))
            )
        }
        comparison = try FastAPIComparison(
            byHand: try file("Schemas/Services/fastapi.yaml"),
            imported: try file("Tests/Goldens/Import/fastapi/schema.yaml")
        )
    }

    @Test("the import declares each operation of the hand-written schema that the document has")
    func operations() {
        let (byHand, imported) = comparison.operations
        // The document lacks the routes mounted next to the application.
        let documented = byHand.filter { !$0.contains("/compressed/") }
        #expect(Set(documented).subtracting(imported) == [])
        #expect(Set(imported).subtracting(byHand) == [])
    }

    @Test("the page lists each difference with its reason")
    func differences() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let first = try #require(lines.firstIndex { $0.hasPrefix("|---") }) + 1
        let rows = lines[first...].prefix { $0.hasPrefix("|") }
        let reasons = Dictionary(
            rows.map(Self.cells).filter { $0.count == 5 }.map {
                ($0.dropLast().joined(separator: "|"), $0[4])
            },
            uniquingKeysWith: { first, _ in first }
        )
        let found = comparison.valueDifferences + comparison.operationDifferences
        let wanted = found.map { difference in
            let cells = difference.cells.map { $0.replacing("|", with: "\\|") }
            let reason = reasons[cells.joined(separator: "|")] ?? ""
            return "| " + (cells + [reason]).joined(separator: " | ") + " |"
        }
        if ImportCase.isRecording {
            let new = lines[..<first] + wanted[...] + lines[(first + rows.count)...]
            try Data(new.joined(separator: "\n").utf8).write(to: Self.page)
            Issue.record("recorded \(Self.page.lastPathComponent)")
            return
        }
        #expect(wanted == Array(rows))
        #expect(reasons.values.allSatisfy { !$0.isEmpty }, "a difference has no reason")
    }

    private static func cells(of row: String) -> [String] {
        row.split(separator: " | ", omittingEmptySubsequences: false).map { cell in
            cell.trimmingCharacters(in: CharacterSet(charactersIn: "| "))
        }
    }
}
