import Foundation

/// The page that says what every key of the language means.
struct ReferencePage {
    /// What it says of one key.
    struct Section: Sendable {
        /// The form that the key belongs to, by its name in the vocabulary.
        let form: String
        let key: String
        /// What the key means: the first paragraph.
        let sentence: String
        /// All text but the examples.
        let text: String
        /// The blocks of code: the languages with the texts.
        let blocks: [(language: String, text: String)]

        /// The example: a schema, or a configuration.
        var example: String? { blocks.first { $0.language == "yaml" }?.text }
    }

    /// The page in the package.
    static let file = GoldenCase.goldens.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Schemas/README.md")

    /// The sentences about forms, by their names.
    private(set) var forms: [String: String] = [:]
    private(set) var sections: [Section] = []

    /// Reads the page.
    init() throws {
        let text = try String(contentsOf: Self.file, encoding: .utf8)
        // Headings of forms end in the name: "## An API `api`".
        for part in text.components(separatedBy: "\n## ").dropFirst() {
            let keys = part.components(separatedBy: "\n### ")
            guard let head = keys.first?.split(separator: "\n", maxSplits: 1),
                let form = head.first?.split(separator: "`").last, head.count == 2
            else { continue }
            forms[String(form)] = Self.paragraphs(String(head[1])).first
            sections += keys.dropFirst().map { Self.section($0, of: String(form)) }
        }
    }

    private static func section(_ text: String, of form: String) -> Section {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        let key = lines.popFirst()?.filter { $0 != "`" } ?? ""
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
        let paragraphs = paragraphs(prose.joined(separator: "\n"))
        return Section(
            form: form,
            key: key,
            sentence: paragraphs.first ?? "",
            text: paragraphs.joined(separator: "\n"),
            blocks: blocks
        )
    }

    /// The paragraphs of a text, each on one line.
    private static func paragraphs(_ text: String) -> [String] {
        text.components(separatedBy: "\n\n").map {
            $0.split(separator: "\n").joined(separator: " ")
        }.filter { !$0.isEmpty }
    }
}
