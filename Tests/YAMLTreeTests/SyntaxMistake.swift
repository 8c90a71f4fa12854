import Testing

/// A text and all its diagnostics.
struct SyntaxMistake: CustomTestStringConvertible, Sendable {
    var text: String
    var summary: [String]

    init(_ text: String, _ summary: String...) {
        self.text = text
        self.summary = summary
    }

    var testDescription: String { text.debugDescription }
}
