import Diagnostics
import Foundation
import SchemaImport
import SchemaLanguage
import TestSupport
import Testing

/// Imports into edited schemas, over random histories.
@Suite struct ImportAgainTests {
    /// The number of histories.
    private static let runs = UInt64(Repetitions.count("IMPORT_RUNS", quick: 10, thorough: 60))

    @Test("no edit is lost, over random histories", arguments: 0..<(runs / 10))
    func keepsEdits(block: UInt64) throws {
        for seed in (block * 10)..<(block * 10 + 10) {
            var random = SeededGenerator(state: seed)
            var document = RandomDocument(using: &random)
            var history = try ImportHistory(document.text)
            var person = PersonalEdit()
            for step in 0..<8 {
                for _ in 0..<random.number(in: 0...3) { person.edit(&history.text, using: &random) }
                if !random.once(in: 4) { document.change(using: &random) }
                let before = history.text
                let isCanonical = try SchemaFormatter(.schema).format(file(before)) == .canonical
                try history.importAgain(document.text)
                let place =
                    "seed \(seed), step \(step)\n--- before\n\(before)\n--- after\n\(history.text)"
                for marker in person.markers {
                    #expect(history.text.contains(marker), "'\(marker)' is lost: \(place)")
                }
                for (name, type) in person.types {
                    let isKept = history.text.split(separator: "\n").contains {
                        // In a flow mapping, the key of an optional property is quoted.
                        let line = $0.replacing("\"", with: "")
                        return (line.contains("\(name):") || line.contains("\(name)?:"))
                            && line.contains(type)
                    }
                    #expect(isKept, "the type of '\(name)' is lost: \(place)")
                }
                let mistakes = ImportHistory.mistakes(of: history.text)
                #expect(mistakes.isEmpty, "\(mistakes.joined())\(place)")
                if isCanonical {
                    let result = try SchemaFormatter(.schema).format(file(history.text))
                    #expect(result == .canonical, "\(place)\nCANON \(result)")
                }
                let (text, state) = (history.text, history.state.text)
                try history.importAgain(document.text)
                #expect(history.text == text, "a second import changes it: \(place)")
                #expect(history.state.text == state, "\(place)")
                #expect(history.findings.isEmpty, "\(history.findings) \(place)")
            }
        }
    }

    @Test("a change is listed with its values, without YAML quotes")
    func listing() throws {
        let texts = [("Int", "String"), ("{ String: [Double?] }", "[URL]")].map { type, other in
            """
            repogen: 1
            values:
              A:
                properties:
                  "true": \(type == "Int" ? type : "\"\(type)\"")
                  b?: "\(other)?"
            """
        }
        let mappings = try texts.map { try #require(try WrittenSchema(file($0 + "\n"))).mapping }
        #expect(
            DocumentChanges(from: mappings[0], to: mappings[1]).lines == [
                "A.true: Int → { String: [Double?] }",
                "A.b: String? (may be missing) → [URL]? (may be missing)",
            ]
        )
    }

    @Test("an unedited schema becomes the same as in a first import", arguments: 0..<10)
    func followsTheDocument(block: UInt64) throws {
        for seed in (block * 10)..<(block * 10 + 10) {
            var random = SeededGenerator(state: seed)
            var document = RandomDocument(using: &random)
            var history = try ImportHistory(document.text)
            for _ in 0..<6 {
                document.change(using: &random)
                try history.importAgain(document.text)
                let fresh = try ImportHistory.fresh(document.text)
                let mappings = try [history.text, fresh].map { text in
                    try #require(try WrittenSchema(file(text))).mapping
                }
                let changes = DocumentChanges(from: mappings[0], to: mappings[1]).lines
                let comments = [history.text, fresh].map { text in
                    text.split(separator: "\n").filter { $0.contains("#") }.sorted()
                }
                #expect(
                    changes.isEmpty && comments[0] == comments[1],
                    "seed \(seed): \(changes)\n\(history.text)\n--- fresh\n\(fresh)"
                )
                #expect(try SchemaFormatter(.schema).format(file(history.text)) == .canonical)
                #expect(history.findings.isEmpty, "seed \(seed): \(history.findings)")
            }
        }
    }

    private func file(_ text: String) -> SourceFile { SourceFile(path: "schema.yaml", text: text) }
}
