import Diagnostics
import YAMLTree

/// Reads texts for tests.
enum Reading {
    /// Returns the root of a text.
    static func root(
        of text: String,
        path: String = "a.yaml",
        limits: YAMLReader.Limits = .init()
    ) throws(YAMLSyntaxError) -> YAMLNode? {
        try YAMLReader(limits: limits).read(SourceFile(path: path, text: text))
    }

    /// Returns the diagnostics of a file; empty if it is valid.
    static func mistakes(
        in file: SourceFile,
        limits: YAMLReader.Limits = .init()
    ) -> [Diagnostic] {
        do throws(YAMLSyntaxError) {
            _ = try YAMLReader(limits: limits).read(file)
            return []
        } catch {
            return error.diagnostics
        }
    }

    /// Returns the diagnostics of a text; empty if it is valid.
    static func mistakes(
        in text: String,
        path: String = "a.yaml",
        limits: YAMLReader.Limits = .init()
    ) -> [Diagnostic] {
        mistakes(in: SourceFile(path: path, text: text), limits: limits)
    }

    /// Returns the diagnostics of a text, one a line: `line:column-column rule: message`, then the
    /// notes.
    static func summary(
        of text: String,
        path: String = "a.yaml",
        limits: YAMLReader.Limits = .init()
    ) -> [String] {
        mistakes(in: text, path: path, limits: limits).flatMap { mistake in
            ["\(place(mistake.range)) \(mistake.rule): \(mistake.message)"]
                + mistake.notes.map { "\(place($0.range)) note: \($0.message)" }
                + [mistake.hint.map { "hint: \($0)" }].compactMap { $0 }
        }
    }

    /// Returns a range as text: `1:2-4` within a line, `1:2-3:4` over several lines, `1:2` if it is
    /// empty.
    static func place(_ range: SourceRange) -> String {
        let start = "\(range.start.line):\(range.start.column)"
        if range.start == range.end {
            return start
        }
        return range.start.line == range.end.line
            ? "\(start)-\(range.end.column)"
            : "\(start)-\(range.end.line):\(range.end.column)"
    }
}
