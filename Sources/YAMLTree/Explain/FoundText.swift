import Diagnostics

/// The text at a position, described for a message.
struct FoundText {
    /// The text in quotes, or words such as `the end of the file`.
    let description: String
    /// The range of the text; empty at the end of a line.
    let range: SourceRange
    /// Whether it is the first text on its line.
    let isFirstOnLine: Bool
    /// Its first scalar; nil at the end of a line.
    let first: Unicode.Scalar?

    /// Describes the text at a position.
    ///
    /// - Parameters:
    ///   - position: The position; at the end of the file, the end of its last text is used
    ///     instead.
    ///   - path: The path, for the range.
    ///   - lines: The lines of the file.
    init(at position: SourcePosition, path: String, lines: SourceLines) {
        let line = lines.line(position.line)
        let offset = lines.offset(of: position)
        let before = line[..<min(max(offset, line.startIndex), line.endIndex)]
        let rest = line[before.endIndex...]
        isFirstOnLine = before.allSatisfy(Self.isBlank)
        guard let byte = rest.first else {
            first = nil
            let isEnd = lines.bytes[min(offset, lines.bytes.count)...].allSatisfy {
                Self.isBlank($0) || $0 == 0x0A || $0 == 0x0D
            }
            description = isEnd ? "the end of the file" : "the end of the line"
            let end = isEnd ? Self.endOfText(in: lines) : position
            range = SourceRange(path: path, start: end, end: end)
            return
        }
        let text = Self.word(in: rest)
        first = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first
        description = byte == 0x09 ? "a tab" : VisibleText.quote(text, limit: 30)
        let length = min(text.unicodeScalars.count, 30)
        range = SourceRange(path: path, start: position, end: position.advanced(by: length))
    }

    /// An indicator alone, or everything up to a blank or a bracket.
    private static func word(in text: ArraySlice<UInt8>) -> String {
        let indicators = Array(",[]{}:?&*!|>'\"%@`#".utf8)
        guard let first = text.first, !indicators.contains(first), !isBlank(first) else {
            return String(decoding: text.prefix(1), as: UTF8.self)
        }
        // Limited to the length of a message, however long the line is.
        var word = text.prefix(200).prefix { !isBlank($0) && !Array(",[]{}".utf8).contains($0) }
        if word.last == UInt8(ascii: ":"), word.count > 1 {
            word.removeLast()
        }
        return String(decoding: word, as: UTF8.self)
    }

    /// The end of the last line that is not blank.
    private static func endOfText(in lines: SourceLines) -> SourcePosition {
        var number = lines.count
        while number > 1, lines.line(number).allSatisfy(isBlank) {
            number -= 1
        }
        return lines.end(ofLine: number)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x09
    }
}
