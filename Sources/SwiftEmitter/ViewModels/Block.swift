/// Text that a template names: lines, such as statements, or text within a line.
///
/// Mustache indents only the first line of a value. So the lines are joined by a mark in place of
/// the line break, and ``LayoutWriter`` gives each of them the indentation of the first. A template
/// line that contains only a block without lines is removed. A schema cannot contain either mark:
/// text from a schema has no control characters.
struct Block: Sendable {
    // U+0001 separates two lines, U+0002 means no line.

    private var text: String
    private let isLines: Bool

    /// Makes a block without lines.
    ///
    /// - Parameter capacity: The approximate number of lines.
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

    /// Makes a block of other blocks, separated by blank lines.
    init(paragraphs: [Block]) {
        self.init()
        for paragraph in paragraphs where !paragraph.isEmpty {
            if !isEmpty { text += "\u{1}" }
            append(paragraph)
        }
    }

    /// Makes text within a line.
    init(text: String) {
        self.text = text
        isLines = false
    }

    /// Whether there is no line.
    var isEmpty: Bool { text.isEmpty }

    /// The text with its marks, for a template.
    var marked: String {
        text.isEmpty && isLines ? "\u{2}" : text
    }

    /// The lines.
    var lines: [String] {
        isEmpty
            ? []
            : text.utf8.split(separator: 1, omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
    }

    /// Adds a line made of parts.
    ///
    /// Thousands of files have hundreds of lines each: putting the parts where they belong takes a
    /// third of the time of making a string of them first.
    // Inlined, so that no array is made of the parts.
    @inline(__always)
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
