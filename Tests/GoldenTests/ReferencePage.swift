import Foundation

/// The page that explains every key of the schema language.
struct ReferencePage {
    /// A section of the page: of one form, or of the keys that several forms share.
    struct Section: Sendable {
        /// The anchor of the heading, as GitHub derives it.
        let anchor: String
        /// The name of the form in the vocabulary; nil if the section is not about a form.
        let form: String?
        /// The first paragraph.
        let sentence: String
        /// The rows of the table of keys.
        let rows: [Row]
        /// The blocks of code: their languages and texts.
        let blocks: [(language: String, text: String)]

        /// The examples: schemas, or configurations.
        var examples: [String] { blocks.filter { $0.language == "yaml" }.map(\.text) }

        /// Returns the rows with a key.
        func rows(of key: String) -> [Row] {
            rows.filter { $0.keys.contains(key) }
        }
    }

    /// A row of a table of keys.
    struct Row: Sendable {
        /// The keys; several can share a row.
        let keys: [String]
        let value: String
        let defaultValue: String
        let meaning: String

        /// The anchor of the section that explains the keys; nil if the row does so itself.
        var reference: String? {
            guard value.isEmpty, defaultValue.isEmpty else { return nil }
            return meaning.prefixMatch(of: /See \[[^\]]+\]\(#([^)\s]+)\)\./).map { String($0.1) }
        }
    }

    /// The page in the package.
    static let file = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Schemas/README.md")

    /// The first row of each table of keys.
    private static let tableHead = "| key | value | default | meaning |"

    /// The number of lines.
    let lineCount: Int
    /// The sections, in their order.
    let sections: [Section]

    /// Reads the page.
    init() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        lineCount = text.split(separator: "\n", omittingEmptySubsequences: false).count - 1
        sections = text.components(separatedBy: "\n## ").dropFirst().map { part in
            // A heading of a higher level ends the section.
            Self.section(part.components(separatedBy: "\n# ")[0])
        }
    }

    private static func section(_ text: String) -> Section {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let title = lines.popFirst() ?? ""
        var prose: [Substring] = []
        var blocks: [(language: String, text: String)] = []
        while let line = lines.popFirst() {
            guard line.hasPrefix("```") else {
                prose.append(line)
                continue
            }
            let code = lines.prefix { !$0.hasPrefix("```") }
            lines = lines.dropFirst(code.count + 1)
            blocks.append((String(line.dropFirst(3)), code.map { $0 + "\n" }.joined()))
        }
        let rows = prose.drop { $0 != tableHead }.dropFirst(2).prefix { $0.hasPrefix("|") }
        let paragraph = prose.drop(while: \.isEmpty).prefix { !$0.isEmpty }
        return Section(
            anchor: anchor(of: title),
            form: title.firstMatch(of: /`([A-Za-z]+)`$/).map { String($0.1) },
            sentence: paragraph.joined(separator: " "),
            rows: rows.compactMap(row),
            blocks: blocks
        )
    }

    private static func anchor(of title: Substring) -> String {
        title.lowercased().filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) }
            .replacing(" ", with: "-")
    }

    /// Returns the row of a table; `\|` in a cell is a bar.
    private static func row(_ line: Substring) -> Row? {
        let cells = line.replacing("\\|", with: "\u{0}")
            .split(separator: "|", omittingEmptySubsequences: false)
            .map { $0.replacing("\u{0}", with: "|").trimmingCharacters(in: .whitespaces) }
        // Nothing precedes the first bar, and nothing follows the last.
        guard cells.count == 6 else { return nil }
        return Row(
            keys: cells[1].matches(of: /`([A-Za-z]+)`/).map { String($0.1) },
            value: cells[2],
            defaultValue: cells[3],
            meaning: cells[4]
        )
    }
}
