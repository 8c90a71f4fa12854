/// The line layout of a YAML text: nodes in blocks, with the comments and blank lines that belong
/// to them.
enum Layout {
    /// Separate lines between nodes.
    enum Trivia: Hashable {
        /// One blank line or several.
        case blank
        /// A comment with its `#`.
        case comment(String)
    }

    /// A comment after other text on its line.
    struct LineComment: Hashable {
        let text: String
        /// The number of columns before it, from 0.
        let column: Int
        /// The number of blanks between it and the text before it.
        let gap: Int
    }

    /// A mapping or a sequence with a line for each entry.
    struct Block {
        let isSequence: Bool
        /// The keys of the mapping, if it is a form of the vocabulary.
        let form: Vocabulary.Form?
        var entries: [Entry] = []
        /// The comments after the last entry.
        var tail: [Trivia] = []
    }

    /// A key with its value, or an element of a sequence.
    struct Entry {
        /// The comments and blank lines above it.
        var leading: [Trivia] = []
        /// The key as written; nil for an element.
        var key: String?
        /// The key with its meaning.
        var keyText = ""
        /// The comment after the key or the dash, if the value is on separate lines.
        var comment: LineComment?
        /// The comments between the key and a value below it.
        var between: [Trivia] = []
        var value = Value.nothing
        /// The comments below it with a deeper indentation.
        var tail: [Trivia] = []
    }

    /// The value after a key or a dash.
    enum Value {
        case nothing
        /// A text without line breaks.
        case line(String, below: Bool, comment: LineComment?)
        /// A text of several lines, which stays unchanged.
        case lines(Lines, below: Bool, comment: LineComment?)
        case block(Block, below: Bool)
    }

    /// Lines that are moved as a whole.
    struct Lines {
        let lines: [String]
        /// The column, from 0, of the whole.
        let column: Int
        /// Whether that column becomes one step deeper than the key, as for a block scalar, or that
        /// of the key.
        let isText: Bool
    }
}
