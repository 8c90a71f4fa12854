import Diagnostics

/// The text between the nodes: blanks, line breaks and comments.
extension LayoutReader {
    func byte(at offset: Int) -> UInt8? {
        offset < lines.bytes.count ? lines.bytes[offset] : nil
    }

    func text(of line: Int) -> String {
        String(decoding: lines.line(line), as: UTF8.self)
    }

    /// The comment on the rest of a line; other text there is irregular.
    func comment(after offset: Int) throws(Irregular) -> Layout.LineComment? {
        let position = lines.position(ofByte: offset)
        let end = lines.offset(of: lines.end(ofLine: position.line))
        let rest = lines.bytes[offset..<max(end, offset)]
        let blanks = rest.prefix { $0 == 0x20 || $0 == 0x09 }
        let text = rest.dropFirst(blanks.count)
        guard let first = text.first else { return nil }
        guard first == UInt8(ascii: "#"), !blanks.isEmpty else {
            let start = lines.position(ofByte: text.startIndex)
            throw Irregular(start: start, reason: Irregular.reason(for: first))
        }
        return Layout.LineComment(
            text: String(decoding: text, as: UTF8.self).withoutTrailingBlanks,
            column: position.column - 1 + blanks.count,
            gap: blanks.count
        )
    }

    /// The column of the only comment on a line; nil if there is none.
    func commentColumn(_ line: Int) -> Int? {
        let bytes = lines.line(line)
        let blanks = bytes.prefix { $0 == 0x20 || $0 == 0x09 }.count
        return bytes.dropFirst(blanks).first == UInt8(ascii: "#") ? blanks : nil
    }

    func isBlank(_ line: Int) -> Bool {
        lines.line(line).allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    func isTrivia(_ line: Int) -> Bool {
        isBlank(line) || commentColumn(line) != nil
    }

    /// Claims the comments and blank lines before a line.
    mutating func takeTrivia(before limit: Int) -> [Layout.Trivia] {
        var trivia: [Layout.Trivia] = []
        while nextLine < limit, isTrivia(nextLine) {
            if isBlank(nextLine) {
                if trivia.last != .blank { trivia.append(.blank) }
            } else {
                let text = text(of: nextLine).withoutTrailingBlanks
                trivia.append(.comment(String(text.drop { $0 == " " || $0 == "\t" })))
            }
            nextLine += 1
        }
        return trivia
    }

    /// Claims the comments in a column or deeper, with the blank lines among them.
    mutating func takeTail(from column: Int, before limit: Int) -> [Layout.Trivia] {
        var line = nextLine
        var end = nextLine
        while line < limit, isTrivia(line), line <= lines.count {
            if let found = commentColumn(line) {
                guard found >= column else { break }
                end = line + 1
            }
            line += 1
        }
        return takeTrivia(before: end)
    }
}

extension String {
    /// The text without trailing blanks.
    var withoutTrailingBlanks: String {
        var text = self[...]
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return String(text)
    }
}
