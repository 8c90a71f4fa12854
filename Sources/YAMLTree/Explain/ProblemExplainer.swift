import Diagnostics

/// Turns an error of libyaml into a diagnostic: the rule, the exact position, what was found and
/// expected.
///
/// libyaml has a fixed set of problems (`scanner.c`, `parser.c` and `reader.c` of 0.2.5). They have
/// no numbers, so they are distinguished by their texts.
struct ProblemExplainer {
    let problem: YAMLProblem
    /// The position at which libyaml stopped.
    let place: SourcePosition
    /// The start of the construct that it was reading.
    let contextPlace: SourcePosition?
    let path: String
    let lines: SourceLines

    /// Creates an explainer for a problem.
    init(_ problem: YAMLProblem, positions: PositionMap) {
        var positions = positions
        self.problem = problem
        place = positions.position(of: problem.mark)
        contextPlace = problem.contextMark.map { positions.position(of: $0) }
        path = positions.path
        lines = positions.lines
    }

    /// The text at which libyaml stopped.
    var found: FoundText {
        FoundText(at: place, path: path, lines: lines)
    }

    /// The diagnostic to report.
    func diagnostic() -> Diagnostic {
        structure() ?? tabs() ?? quotes() ?? properties() ?? directives()
            ?? make(.yamlSyntax, "\(problem.problem) \(problem.context)", at: found.range)
    }

    /// A diagnostic of a rule.
    func make(
        _ rule: YAMLRule,
        _ message: String,
        at range: SourceRange,
        note: String? = nil,
        hint: String? = nil
    ) -> Diagnostic {
        var notes: [Diagnostic.Note] = []
        if let note, let contextPlace {
            notes = [Diagnostic.Note(note, at: self.range(from: contextPlace, scalars: 1))]
        }
        return Diagnostic(rule: rule, message, at: range, notes: notes, hint: hint)
    }

    /// A range within one line, cut at the end of the line.
    func range(from start: SourcePosition, scalars: Int) -> SourceRange {
        let end = min(start.advanced(by: scalars), lines.end(ofLine: start.line))
        return SourceRange(path: path, start: start, end: end)
    }

    /// The range from a position to the end of its line.
    func restOfLine(from start: SourcePosition) -> SourceRange {
        SourceRange(path: path, start: start, end: lines.end(ofLine: start.line))
    }
}

// MARK: - Tabs and quotes

extension ProblemExplainer {
    /// Explains problems with tabs.
    private func tabs() -> Diagnostic? {
        switch problem.problem {
        case "found character that cannot start any token" where found.first == "\t",
            "found a tab character where an indentation space is expected",
            "found a tab character that violates indentation":
            let message = "found a tab, expected spaces"
            return make(.tabIndentation, message, at: found.range, hint: "indent with spaces only")
        case "found character that cannot start any token":
            let message = "found \(found.description), which cannot start a value"
            let hint = "put a string that starts with it in quotes"
            return make(.unexpectedCharacter, message, at: found.range, hint: hint)
        default:
            return nil
        }
    }

    /// Explains problems inside quotes.
    private func quotes() -> Diagnostic? {
        switch problem.problem {
        case "found unexpected end of stream", "found unexpected document indicator":
            let message = "found \(found.description), expected the closing quote"
            return make(.unclosedQuote, message, at: found.range, note: "the quote opens here")
        case "found unknown escape character":
            let range = range(from: place, scalars: 2)
            let bytes = lines.line(place.line)[lines.offset(of: place)...].prefix(5)
            let escape = String(String.UnicodeScalarView(scalars(of: bytes).prefix(2)))
            let message = "found the escape \(VisibleText.quote(escape)), which does not exist"
            let hint = "write '\\\\' for a backslash, or use single quotes"
            return make(.invalidEscape, message, at: range, hint: hint)
        case "did not find expected hexdecimal number":
            let message = "found an incomplete escape, expected hexadecimal digits"
            return make(.invalidEscape, message, at: escapeRange)
        case "found invalid Unicode character escape code":
            let message = "found an escape for a character that does not exist"
            let hint = "write the character itself, or '\\U' with its code in eight digits"
            return make(.invalidEscape, message, at: escapeRange, hint: hint)
        default:
            return nil
        }
    }

    private func scalars(of bytes: ArraySlice<UInt8>) -> String.UnicodeScalarView {
        String(decoding: bytes, as: UTF8.self).unicodeScalars
    }

    /// The backslash and letter of an escape; if its digits are wrong, libyaml stops after them.
    private var escapeRange: SourceRange {
        range(from: place.advanced(by: -min(2, place.column - 1)), scalars: 2)
    }
}
