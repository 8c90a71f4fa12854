/// The Markdown of a doc comment as HTML: paragraphs, lists and code blocks, with code, links,
/// bold and emphasized text.
///
/// Headings become bold paragraphs, because a page has its own. Nested lists become one list, and
/// all other Markdown remains text.
struct MarkdownText {
    private enum Block {
        case paragraph
        case heading
        case list(isNumbered: Bool)
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
                if content.hasPrefix(open.fence) {
                    add(open.lines)
                    code = nil
                } else {
                    code?.lines.append(line)
                }
            } else if content.hasPrefix("```") || content.hasPrefix("~~~") {
                endBlock()
                code = (content.prefix(3), [])
            } else {
                add(content)
            }
        }
        // A block without an end extends to the end of the text.
        if let code { add(code.lines) }
        endBlock()
    }

    private mutating func add(_ code: [Substring]) {
        html.append("<pre tabindex=\"0\"><code>\(code.joined(separator: "\n"))</code></pre>")
    }

    private mutating func add(_ line: Substring) {
        guard !line.isEmpty else {
            // An item after an empty line continues the list.
            if case .list = block { isBehindEmptyLine = true } else { endBlock() }
            return
        }
        if let (isNumbered, text) = Self.item(line) {
            if case .list(isNumbered) = block, !lines.isEmpty {
                lines.append([text])
            } else {
                begin(.list(isNumbered: isNumbered), with: text)
            }
        } else if let heading = line.prefixMatch(of: /#{1,6}\s+/) {
            begin(.heading, with: line[heading.range.upperBound...])
            endBlock()
        } else if lines.isEmpty || isBehindEmptyLine {
            begin(.paragraph, with: line)
        } else {
            lines[lines.count - 1].append(line)
        }
        isBehindEmptyLine = false
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
        case .list(let isNumbered) where !texts.isEmpty:
            let items = HTML.joined(texts.map { "<li>\($0)</li>" })
            html.append(isNumbered ? "<ol>\n\(items)\n</ol>" : "<ul>\n\(items)\n</ul>")
        case .heading: html += texts.map { "<p><strong>\($0)</strong></p>" }
        case .paragraph, .list: html += texts.map { "<p>\($0)</p>" }
        }
        block = .paragraph
    }

    /// The text of a line that begins an item of a list.
    private static func item(_ line: Substring) -> (isNumbered: Bool, text: Substring)? {
        if let bullet = line.prefixMatch(of: /[-*+]\s+/) {
            return (false, line[bullet.range.upperBound...])
        }
        return line.prefixMatch(of: /[0-9]{1,9}[.)]\s+/).map {
            (true, line[$0.range.upperBound...])
        }
    }
}
