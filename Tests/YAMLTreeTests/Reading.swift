import Diagnostics
import YAMLTree

/// Reads texts the way tests want it.
enum Reading {
    /// The root of a text.
    static func root(
        of text: String,
        path: String = "a.yaml",
        limits: YAMLReader.Limits = .init()
    ) throws(YAMLSyntaxError) -> YAMLNode? {
        try YAMLReader(limits: limits).read(SourceFile(path: path, text: text))
    }

    /// What is wrong with a file; nothing where it can be read.
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

    /// What is wrong with a text; nothing where it can be read.
    static func mistakes(
        in text: String,
        path: String = "a.yaml",
        limits: YAMLReader.Limits = .init()
    ) -> [Diagnostic] {
        mistakes(in: SourceFile(path: path, text: text), limits: limits)
    }

    /// What is wrong with a text, one line each: `line:column-column rule: message`, then the notes.
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

    /// A range as text: `1:2-4` within a line, `1:2-3:4` over several, `1:2` where it is empty.
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
