/// A YAML text as its lines lie: nodes in blocks, and the comments and blank lines that belong to them.
enum Layout {
    /// What stands between nodes on lines of its own.
    enum Trivia: Hashable {
        /// One blank line or several.
        case blank
        /// A comment with its `#`.
        case comment(String)
    }

    /// A comment behind something on its line.
    struct LineComment: Hashable {
        let text: String
        /// How many columns stand before it, from 0.
        let column: Int
        /// How many blanks stand between it and what is before it.
        let gap: Int
    }

    /// A mapping or a sequence with a line for each entry.
    struct Block {
        let isSequence: Bool
        /// The keys that the mapping has, where it is one of our vocabulary.
        let form: Vocabulary.Form?
        var entries: [Entry] = []
        /// The comments behind the last entry.
        var tail: [Trivia] = []
    }

    /// A key with its value, or an element of a sequence.
    struct Entry {
        /// The comments and blank lines above it.
        var leading: [Trivia] = []
        /// The key as it is written; nil for an element.
        var key: String?
        /// The key as it is meant.
        var keyText = ""
        /// The comment behind the key or the dash, where the value stands on lines of its own.
        var comment: LineComment?
        /// The comments between the key and a value that stands below it.
        var between: [Trivia] = []
        var value = Value.nothing
        /// The comments below it that are indented deeper.
        var tail: [Trivia] = []
    }

    /// What stands behind a key or a dash.
    enum Value {
        case nothing
        /// A text without line breaks.
        case line(String, below: Bool, comment: LineComment?)
        /// A text of several lines, which is kept as it is.
        case lines(Lines, below: Bool, comment: LineComment?)
        case block(Block, below: Bool)
    }

    /// Lines that are moved as a whole.
    struct Lines {
        let lines: [String]
        /// The column, from 0, that stands for the whole.
        let column: Int
        /// Whether that column becomes one step deeper than the key, as text has it, or that of the key.
        let isText: Bool
    }
}
