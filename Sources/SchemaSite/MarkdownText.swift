/// The Markdown of a doc comment as HTML: paragraphs, lists and code blocks, with code, links,
/// bold and emphasized text.
///
/// Headings become bold paragraphs, because a page has its own. Nested lists become one list, and
/// all other Markdown remains text.
struct MarkdownText {
    private enum Block {
        case paragraph
        case heading
        /// A list; nil as its first number if it has bullets.
        case list(first: Int?)
    }

    private var html: [HTML] = []
    private var block = Block.paragraph
    /// The lines of the paragraph, or of each item of the list.
    private var lines: [[Substring]] = []
    private var isBehindEmptyLine = false

    /// Converts a text.
    ///
    /// - Parameter text: The Markdown.
    /// - Returns: The HTML.
    static func html(_ text: String) -> HTML {
        var converter = MarkdownText()
        converter.convert(text)
        return HTML.joined(converter.html)
    }

    private mutating func convert(_ text: String) {
        var code: (fence: Substring, lines: [Substring])?
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let content = line.drop(while: \.isWhitespace)
            if let open = code {
                if Self.ends(open.fence, content) {
                    add(open.lines)
                    code = nil
                } else {
                    code?.lines.append(line)
                }
            } else if let fence = Self.fence(content) {
                endBlock()
                code = (fence, [])
            } else {
                add(content, isIndented: content.count < line.count)
            }
        }
        // A block without an end extends to the end of the text.
        if let code { add(code.lines) }
        endBlock()
    }

    private mutating func add(_ code: [Substring]) {
        html.append("<pre tabindex=\"0\"><code>\(code.joined(separator: "\n"))</code></pre>")
    }

    /// The fence with which a line begins a code block; nil if it does not.
    private static func fence(_ line: Substring) -> Substring? {
        guard let mark = line.first, mark == "`" || mark == "~" else { return nil }
        let fence = line.prefix { $0 == mark }
        // Otherwise it is code within a paragraph.
        guard fence.count >= 3, mark == "~" || !line[fence.endIndex...].contains("`") else {
            return nil
        }
        return fence
    }

    /// Whether a line ends the code block that a fence has begun.
    private static func ends(_ fence: Substring, _ line: Substring) -> Bool {
        line.hasPrefix(fence) && line.drop { $0 == fence.first }.allSatisfy(\.isWhitespace)
    }

    private mutating func add(_ line: Substring, isIndented: Bool) {
        guard !line.isEmpty else {
            // An item after an empty line continues the list.
            if case .list = block { isBehindEmptyLine = true } else { endBlock() }
            return
        }
        if let (number, text) = Self.item(line), lines.isEmpty || number ?? 1 == 1 || isInList {
            if case .list(let first) = block, (first == nil) == (number == nil), !lines.isEmpty {
                lines.append([text])
            } else {
                begin(.list(first: number), with: text)
            }
        } else if let heading = line.prefixMatch(of: /#{1,6}\s+/) {
            begin(.heading, with: line[heading.range.upperBound...])
            endBlock()
        } else if lines.isEmpty || isBehindEmptyLine && !isIndented {
            begin(.paragraph, with: line)
        } else {
            lines[lines.count - 1].append(line)
        }
        isBehindEmptyLine = false
    }

    private var isInList: Bool {
        if case .list = block { true } else { false }
    }

    private mutating func begin(_ block: Block, with line: Substring) {
        endBlock()
        self.block = block
        lines = [[line]]
    }

    private mutating func endBlock() {
        let texts = lines.map { MarkdownSpans.html($0.joined(separator: "\n")) }
        lines = []
        isBehindEmptyLine = false
        switch block {
        case .list(let first) where !texts.isEmpty:
            let items = HTML.joined(texts.map { "<li>\($0)</li>" })
            let start: HTML = first.map { $0 == 1 ? "" : " start=\"\($0)\"" } ?? ""
            html.append(
                first == nil ? "<ul>\n\(items)\n</ul>" : "<ol\(start)>\n\(items)\n</ol>"
            )
        case .heading: html += texts.map { "<p><strong>\($0)</strong></p>" }
        case .paragraph, .list: html += texts.map { "<p>\($0)</p>" }
        }
        block = .paragraph
    }

    /// The text of a line that begins an item of a list, with its number; nil for a bullet.
    private static func item(_ line: Substring) -> (number: Int?, text: Substring)? {
        if let bullet = line.prefixMatch(of: /[-*+]\s+/) {
            return (nil, line[bullet.range.upperBound...])
        }
        return line.prefixMatch(of: /([0-9]{1,9})[.)]\s+/).map {
            (Int($0.1), line[$0.range.upperBound...])
        }
    }
}
