/// Text that a template names: lines, such as statements, or a text within a line.
///
/// Mustache indents only the first line of a value. So the lines are joined by a mark in place of the
/// line break, and ``LayoutWriter`` gives each of them the indentation of the first. A template line
/// that holds nothing but a block without lines goes away. Neither mark can come from a schema: what
/// is written of a schema has no control characters.
struct Block: Sendable {
    // U+0001 stands between two lines, U+0002 for no line.

    private var text: String
    private let isLines: Bool

    /// Makes a block without lines.
    ///
    /// - Parameter capacity: how many lines are to come, roughly.
    init(capacity: Int = 0) {
        text = ""
        isLines = true
        if capacity > 0 { text.reserveCapacity(capacity * 64) }
    }

    /// Makes a block of lines.
    init(_ lines: [String]) {
        self.init()
        for line in lines { self.line(line) }
    }

    /// Makes a block of others with a blank line between two.
    init(paragraphs: [Block]) {
        self.init()
        for paragraph in paragraphs where !paragraph.isEmpty {
            if !isEmpty { text += "\u{1}" }
            append(paragraph)
        }
    }

    /// Makes a text within a line.
    init(text: String) {
        self.text = text
        isLines = false
    }

    /// Whether there is no line.
    var isEmpty: Bool { text.isEmpty }

    /// The text with its marks, as a template has it.
    var marked: String {
        text.isEmpty && isLines ? "\u{2}" : text
    }

    /// The lines.
    var lines: [String] {
        isEmpty
            ? []
            : text.split(separator: "\u{1}", omittingEmptySubsequences: false).map(String.init)
    }

    /// Adds a line made of parts.
    ///
    /// Thousands of files have hundreds of lines each: putting the parts where they belong takes a
    /// third of the time of making a string of them first.
    mutating func line(_ parts: String...) {
        if !text.isEmpty { text += "\u{1}" }
        for part in parts { text += part }
    }

    /// Adds the lines of another block.
    mutating func append(_ block: Block) {
        guard !block.isEmpty else { return }
        line(block.text)
    }
}
