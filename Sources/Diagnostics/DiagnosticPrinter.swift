/// Formats diagnostics for people and for tools, as plain text without terminal codes.
///
///     Schemas/messages.yaml:3:5: error: unknown key 'nmae' [unknown-key]
///         nmae: String
///         ^~~~
///     hint: did you mean 'name'?
package struct DiagnosticPrinter: Sendable {
    /// The files by their path, for the source lines.
    private let files: [String: SourceFile]
    /// The maximum number of diagnostics to print as text.
    private let limit: Int
    /// How source lines are shown.
    private let excerpt: SourceExcerpt

    /// Makes a printer.
    ///
    /// - Parameters:
    ///   - files: The files that the diagnostics refer to; for a missing file, no source line is
    ///     shown.
    ///   - limit: The maximum number of diagnostics to print as text; of the rest, only the number
    ///     is printed.
    ///   - width: The maximum number of scalars of a source line to show.
    package init(files: some Sequence<SourceFile>, limit: Int = 100, width: Int = 100) {
        self.files = Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { one, _ in one })
        self.limit = limit
        self.excerpt = SourceExcerpt(width: max(width, 20))
    }

    /// The diagnostics as compilers print them, sorted by path and position; empty if there are
    /// none.
    package func text(for diagnostics: some Sequence<Diagnostic>) -> String {
        let sorted = Self.sorted(diagnostics)
        var lines: [String: SourceLines] = [:]
        var result = ""
        for diagnostic in sorted.prefix(limit) {
            let kind = diagnostic.severity.rawValue
            let message = "\(diagnostic.message) [\(diagnostic.rule)]"
            result += entry(kind, message, at: diagnostic.range, lines: &lines)
            for note in diagnostic.notes {
                result += entry("note", note.message, at: note.range, lines: &lines)
            }
            if let hint = diagnostic.hint {
                result += "hint: \(VisibleText.make(hint))\n"
            }
        }
        if sorted.count > limit {
            result += "… and \(sorted.count - limit) more\n"
        }
        return result
    }

    /// The diagnostics in the order in which they are printed.
    static func sorted(_ diagnostics: some Sequence<Diagnostic>) -> [Diagnostic] {
        diagnostics.sorted { one, other in
            if one.range.path != other.range.path { return one.range.path < other.range.path }
            if one.range.start != other.range.start { return one.range.start < other.range.start }
            if one.range.end != other.range.end { return one.range.end < other.range.end }
            // Two stages may report the same place: the order must not depend on theirs.
            return (one.severity.rawValue, one.rule, one.message)
                < (other.severity.rawValue, other.rule, other.message)
        }
    }

    /// The line of a diagnostic or note, then its excerpt.
    private func entry(
        _ kind: String,
        _ message: String,
        at range: SourceRange,
        lines: inout [String: SourceLines]
    ) -> String {
        let place = "\(VisibleText.make(range.path)):\(range.start.line):\(range.start.column)"
        let header = "\(place): \(kind): \(VisibleText.make(message))\n"
        guard let file = files[range.path] else {
            return header
        }
        let lines = lines[range.path, inserting: SourceLines(file)]
        return header + excerpt.text(of: range, in: lines)
    }
}

extension Dictionary {
    /// The value of a key, inserted if there is none.
    fileprivate subscript(key: Key, inserting value: @autoclosure () -> Value) -> Value {
        mutating get {
            if let present = self[key] { return present }
            let made = value()
            self[key] = made
            return made
        }
    }
}
