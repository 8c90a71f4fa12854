/// Writes a layout in canonical order and style.
struct BlockWriter {
    /// The indentation of each level.
    static let step = 2
    /// The maximum length of a line that two are joined to.
    private static let width = 100

    private var lines: [String] = []

    /// The text of a root.
    static func text(prologue: [String], root: Layout.Block, lineEnd: String) -> String {
        var writer = BlockWriter()
        var root = root
        var header: [Layout.Trivia] = []
        if !root.entries.isEmpty {
            // A comment at the top of a file belongs to the file, unless a blank line separates it.
            let leading = root.entries[0].leading
            let end = leading.lastIndex(of: .blank).map { $0 + 1 } ?? leading.count
            header = Array(leading[..<end])
            root.entries[0].leading = Array(leading[end...])
        }
        writer.lines = prologue
        let startsWithBlank = prologue.isEmpty && header.first == .blank
        writer.write(startsWithBlank ? Array(header.dropFirst()) : header, indentation: 0)
        writer.write(root, indentation: 0)
        while writer.lines.last?.isEmpty == true { writer.lines.removeLast() }
        return writer.lines.map { $0 + lineEnd }.joined()
    }

    private mutating func write(_ block: Layout.Block, indentation: Int) {
        var entries = block.entries
        let isSpaced = entries.dropFirst().contains { $0.leading.contains(.blank) }
        if let form = block.form {
            let first = entries.first?.keyText
            entries = form.ordered(entries, by: \.keyText)
            if entries.first?.keyText != first {
                for index in entries.indices {
                    if index == 0 {
                        entries[0].leading.removeLeadingBlank()
                    } else if entries[index].keyText == first, isSpaced,
                        entries[index].leading.first != .blank
                    {
                        entries[index].leading.insert(.blank, at: 0)
                    }
                }
            }
        }
        for entry in entries {
            write(entry.leading, indentation: indentation)
            write(entry, indentation: indentation)
        }
        write(block.tail, indentation: indentation)
    }

    private mutating func write(_ trivia: [Layout.Trivia], indentation: Int) {
        for item in trivia {
            switch item {
            case .blank:
                if lines.last?.isEmpty != true { lines.append("") }
            case .comment(let text): lines.append(blanks(indentation) + text)
            }
        }
    }

    private mutating func write(_ entry: Layout.Entry, indentation: Int) {
        let head = blanks(indentation) + (entry.key.map { $0 + ":" } ?? "-")
        let inner = indentation + Self.step
        switch entry.value {
        case .nothing:
            append(head, entry.comment)
        case .line(let text, let isBelow, let comment):
            let isAlone = entry.comment == nil && entry.between.isEmpty
            if isBelow, !isAlone || head.count + text.count >= Self.width {
                append(head, entry.comment)
                write(entry.between, indentation: inner)
                append(blanks(inner) + text, comment)
            } else {
                append(head + " " + text, comment)
            }
        case .lines(let moved, let isBelow, let comment):
            var first = head + " "
            if isBelow {
                append(head, entry.comment)
                write(entry.between, indentation: inner)
                first = blanks(inner)
            }
            let shift = (moved.isText ? inner : indentation) - moved.column
            let rest = moved.lines.dropFirst().map { $0.shifted(by: shift) }
            let texts = [first + moved.lines[0]] + rest
            lines += texts.dropLast()
            append(texts.last ?? "", comment)
        case .block(let block, let isBelow):
            if isBelow {
                append(head, entry.comment)
                write(block, indentation: inner)
            } else {
                // The first entry of a compact block follows the dash.
                let start = lines.count
                write(block, indentation: inner)
                lines[start] = head + " " + lines[start].dropFirst(inner)
            }
        }
        write(entry.tail, indentation: inner)
    }

    /// Appends a line with its comment: a comment in a column of comments stays there if possible.
    private mutating func append(_ text: String, _ comment: Layout.LineComment?) {
        guard let comment else {
            lines.append(text)
            return
        }
        let width = text.unicodeScalars.count
        let gap = comment.gap <= 2 ? comment.gap : max(comment.column - width, 2)
        lines.append(text + blanks(gap) + comment.text)
    }

    private func blanks(_ count: Int) -> String {
        String(repeating: " ", count: count)
    }
}

extension [Layout.Trivia] {
    fileprivate mutating func removeLeadingBlank() {
        if first == .blank { removeFirst() }
    }
}

extension String {
    /// The line with more or fewer leading blanks.
    fileprivate func shifted(by count: Int) -> String {
        if isEmpty { return self }
        if count >= 0 { return String(repeating: " ", count: count) + self }
        return String(dropFirst(min(-count, prefix { $0 == " " }.count)))
    }
}
