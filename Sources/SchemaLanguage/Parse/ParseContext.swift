import Diagnostics
import YAMLTree

/// The state shared by the parsers of one file: the mistakes found so far, and functions that
/// report them.
struct ParseContext: Sendable {
    private(set) var diagnostics: [Diagnostic] = []
    /// The values that are declared in place of a type.
    var inlineValues: [StructureDeclaration] = []

    mutating func report(
        _ rule: SchemaRule,
        _ message: String,
        at range: SourceRange,
        notes: [Diagnostic.Note] = [],
        hint: String? = nil
    ) {
        diagnostics.append(Diagnostic(rule: rule, message, at: range, notes: notes, hint: hint))
    }

    /// Adds the results of the parser of a part of the file.
    mutating func add(_ part: ParseContext) {
        diagnostics += part.diagnostics
        inlineValues += part.inlineValues
    }

    /// Adds a diagnostic.
    mutating func add(_ diagnostic: Diagnostic) {
        diagnostics.append(diagnostic)
    }

    /// Leaves out and reports words that occur in a list before.
    mutating func distinct<Word: RawRepresentable<String> & Hashable>(
        _ words: [Located<Word>]
    ) -> [Located<Word>] {
        var seen: [Word: Located<Word>] = [:]
        return words.filter { word in
            guard let first = seen[word.value] else {
                seen[word.value] = word
                return true
            }
            report(
                .invalidValue,
                "'\(word.value.rawValue)' is listed twice",
                at: word.range,
                notes: [Diagnostic.Note("the first is here", at: first.range)],
                hint: "drop it"
            )
            return false
        }
    }

    /// Reports a node of the wrong kind.
    ///
    /// The message contains the purpose of the node, "the cases of an enum", and the expected kind,
    /// "a list or a mapping".
    mutating func reportKind(
        of node: YAMLNode,
        what: String,
        expected: String,
        hint: String? = nil
    ) {
        report(
            .wrongKind,
            "expected \(expected) for \(what), found \(node.kindDescription)",
            at: node.range,
            hint: hint
        )
    }

    /// The text of a scalar that is not null; anything else is a mistake.
    mutating func text(
        _ node: YAMLNode,
        what: String,
        hint: String? = nil
    ) -> Located<String>? {
        guard case .scalar(let scalar) = node.content, scalar.meaning != .null else {
            reportKind(of: node, what: what, expected: "a string", hint: hint)
            return nil
        }
        return Located(scalar.text, at: node.range)
    }

    /// `true` or `false`; anything else is a mistake.
    mutating func bool(_ node: YAMLNode, what: String) -> Bool? {
        guard case .scalar(let scalar) = node.content, case .bool(let value) = scalar.meaning else {
            let hint: String? =
                switch node.scalarText?.lowercased() {
                case "yes", "on", "y", "1": "write true"
                case "no", "off", "n", "0": "write false"
                default: nil
                }
            reportKind(of: node, what: what, expected: "true or false", hint: hint)
            return nil
        }
        return value
    }

    /// One of a closed set of words; anything else is a mistake with the nearest spelling.
    ///
    /// `foreign` has hints for words of other languages.
    mutating func word<Choice: CaseIterable & RawRepresentable<String>>(
        _ node: YAMLNode,
        what: String,
        as choice: Choice.Type = Choice.self,
        foreign: [String: String] = [:]
    ) -> Choice? {
        word(node, what: what, among: Array(Choice.allCases), foreign: foreign)
    }

    /// One of some words; anything else is a mistake with the nearest spelling.
    mutating func word<Choice: RawRepresentable<String>>(
        _ node: YAMLNode,
        what: String,
        among choices: [Choice],
        foreign: [String: String] = [:]
    ) -> Choice? {
        guard let text = text(node, what: what) else { return nil }
        if let value = choices.first(where: { $0.rawValue == text.value }) { return value }
        let words = choices.map(\.rawValue)
        report(
            .invalidValue,
            "expected \(words.listed(by: "or")) for \(what), found '\(text.value)'",
            at: text.range,
            hint: foreign[text.value] ?? NearestSpelling.hint(for: text.value, in: words)
        )
        return nil
    }

    /// How the arrays of a form or a query are written.
    mutating func arrays(_ node: YAMLNode, of what: String) -> CheckedMedia.Arrays? {
        word(node, what: "the arrays of \(what)", foreign: CheckedMedia.Arrays.foreign)
    }

    /// How the objects of a form or a query are written.
    mutating func objects(_ node: YAMLNode, of what: String) -> CheckedMedia.Objects? {
        word(node, what: "the objects of \(what)", foreign: CheckedMedia.Objects.foreign)
    }

    /// One name, or a list of at least one; anything else is a mistake.
    mutating func names(_ node: YAMLNode, what: String, hint: String) -> [Located<String>] {
        switch node.content {
        case .sequence(let elements) where !elements.isEmpty:
            return elements.compactMap { text($0, what: "an element of \(what)") }
        case .scalar(let scalar) where scalar.meaning != .null:
            return [Located(scalar.text, at: node.range)]
        case .sequence, .mapping, .scalar:
            reportKind(of: node, what: what, expected: "a list of names", hint: hint)
            return []
        }
    }

    /// A documentation text; nil if it is blank.
    mutating func doc(_ node: YAMLNode?) -> String? {
        guard let node, let text = text(node, what: "doc") else { return nil }
        return text.value.contains { !$0.isWhitespace } ? text.value : nil
    }
}

extension YAMLNode {
    /// The kind of the node, for a message.
    var kindDescription: String {
        switch content {
        case .sequence(let elements): elements.isEmpty ? "an empty list" : "a list"
        case .mapping(let pairs): pairs.isEmpty ? "an empty mapping" : "a mapping"
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: scalar.text.isEmpty ? "nothing" : "null"
            case .bool(let value): "\(value)"
            case .integer, .float: "the number \(scalar.text)"
            case .string: "the string '\(scalar.text.shortened(to: 40))'"
            }
        }
    }
}

extension StringProtocol {
    /// The text, shortened to keep a message readable.
    func shortened(to limit: Int) -> String {
        count > limit ? String(prefix(limit)) + "…" : String(self)
    }
}

extension [String] {
    /// The words with commas and a conjunction: `a, b or c`.
    func listed(by conjunction: String) -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }
}
