import Diagnostics

/// The rule of the diagnostics that tests make.
enum FixtureRule: String {
    case unknownKey = "unknown-key"
    case zebra
}

extension Diagnostic {
    /// A diagnostic on one line of `a.yaml`.
    static func fixture(
        _ message: String = "unknown key 'nmae'",
        line: Int = 1,
        columns: Range<Int> = 1..<2,
        path: String = "a.yaml",
        severity: Severity = .error,
        rule: FixtureRule = .unknownKey,
        notes: [Note] = [],
        hint: String? = nil
    ) -> Diagnostic {
        let range = SourceRange(path: path, line: line, columns: columns)
        return Diagnostic(severity, rule: rule, message, at: range, notes: notes, hint: hint)
    }
}

extension SourceRange {
    /// A range within one line.
    init(path: String = "a.yaml", line: Int, columns: Range<Int>) {
        self.init(
            path: path,
            start: SourcePosition(line: line, column: columns.lowerBound),
            end: SourcePosition(line: line, column: columns.upperBound)
        )
    }
}
