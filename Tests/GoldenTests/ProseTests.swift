import Foundation
import Testing

/// Texts for people do not contain the phrases that the page of terms bans.
@Suite struct ProseTests {
    private static let root = DocumentationPageTests.root
    private static let terms = "Sources/RepositoryRuntime/Documentation.docc/Terms.md"

    /// The head of the table of banned phrases, the last table of its page.
    private static let head = "| write | not |"

    /// The banned phrases: the second column of the table, where commas separate them.
    private static func banned() throws -> [String] {
        let page = try String(contentsOf: root.appending(path: terms), encoding: .utf8)
        let range = try #require(page.range(of: head))
        return page[range.upperBound...].split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .flatMap { row in
                row.split(separator: "|").dropFirst().first?.split(separator: ",") ?? []
            }
            .map { $0.trimmingCharacters(in: .whitespaces) }
    }

    /// Matches each phrase as whole words, also across the lines of a comment or a literal.
    private static func expression(for phrases: [String]) throws -> NSRegularExpression {
        let patterns = phrases.map { phrase in
            phrase.split(separator: " ")
                .map { NSRegularExpression.escapedPattern(for: String($0)) }
                .joined(separator: #"[\s/\\"+]+"#)
        }
        return try NSRegularExpression(
            pattern: #"(?<![\w-])(?:\#(patterns.joined(separator: "|")))(?![\w-])"#,
            options: .caseInsensitive
        )
    }

    /// The paths of the files of a folder of the package that are not generated.
    private static func files(in folder: String) throws -> [String] {
        let path = root.appending(path: folder).path
        return try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
            .filter { $0.hasSuffix(".swift") || $0.hasSuffix(".mustache") }
            .filter { !$0.contains("Generated/") && !$0.contains(".build/") }
            .filter { !$0.hasPrefix("Goldens/") }
            .map { "\(folder)/\($0)" }
    }

    /// Reports each match in parts of a file as `path:line: phrase`.
    private static func findings(
        of expression: NSRegularExpression,
        in text: String,
        parts: [NSRange],
        path: String
    ) -> [String] {
        parts.flatMap { expression.matches(in: text, range: $0) }.compactMap { match in
            guard let range = Range(match.range, in: text) else { return nil }
            let line = text[..<range.lowerBound].count { $0 == "\n" } + 1
            return "\(path):\(line): \(text[range].replacing("\n", with: " "))"
        }
    }

    @Test("pages, sources, templates and titles of tests have no banned phrase")
    func phrases() throws {
        let phrases = try Self.banned()
        #expect(phrases.count >= 25)
        let expression = try Self.expression(for: phrases)
        var found: [String] = []
        for path in try PageLinkTests.pages + Self.files(in: "Sources")
            + Self.files(in: "Templates")
        {
            let file = Self.root.appending(path: path)
            var text = try String(contentsOf: file, encoding: .utf8)
            if path == Self.terms, let head = text.range(of: Self.head) {
                text = String(text[..<head.lowerBound])
            }
            let whole = NSRange(text.startIndex..., in: text)
            found += Self.findings(of: expression, in: text, parts: [whole], path: path)
        }
        let title = try NSRegularExpression(
            pattern: #"@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)""#
        )
        for path in try Self.files(in: "Tests") {
            let file = Self.root.appending(path: path)
            let text = try String(contentsOf: file, encoding: .utf8)
            let whole = NSRange(text.startIndex..., in: text)
            let titles = title.matches(in: text, range: whole).map { $0.range(at: 1) }
            found += Self.findings(of: expression, in: text, parts: titles, path: path)
        }
        let report = found.joined(separator: "\n")
        #expect(found.isEmpty, "\(report)")
    }
}
