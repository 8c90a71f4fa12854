import Diagnostics

/// The text in brackets between keys and values: blanks, a comma, line breaks and comments.
struct FlowGap {
    /// The comment on the line of the text before it.
    private(set) var lineComment: Layout.LineComment?
    /// The comments and blank lines on the lines below.
    private(set) var trivia: [Layout.Trivia] = []
    /// Whether there is a line break.
    private(set) var hasBreak = false
    /// The position of the first comment.
    private(set) var firstComment: SourcePosition?

    /// Reads the bytes between two nodes, or between one and a bracket.
    ///
    /// - Parameters:
    ///   - lines: The text.
    ///   - range: The offsets of the bytes.
    ///   - needsComma: Whether a comma is required; if not, it is optional.
    /// - Throws: If there is other text, or a comment before the comma.
    init(
        _ lines: SourceLines,
        _ range: Range<Int>,
        needsComma: Bool
    ) throws(LayoutReader.Irregular) {
        var hasComma = false
        var blanks = 0
        var isAtStart = false
        var index = range.lowerBound
        while index < range.upperBound {
            let byte = lines.bytes[index]
            switch byte {
            case 0x20, 0x09: blanks += 1
            case 0x0A, 0x0D:
                let isPair = byte == 0x0D && index + 1 < range.upperBound
                if isPair, lines.bytes[index + 1] == 0x0A { index += 1 }
                if isAtStart, trivia.last != .blank { trivia.append(.blank) }
                (hasBreak, isAtStart, blanks) = (true, true, 0)
            case UInt8(ascii: ",") where !hasComma && firstComment == nil:
                (hasComma, isAtStart) = (true, false)
            case UInt8(ascii: "#") where hasComma || !needsComma:
                let text = lines.bytes[index..<range.upperBound].prefix { $0 != 0x0A && $0 != 0x0D }
                take(text, at: lines.position(ofByte: index), blanks)
                isAtStart = false
                index = text.endIndex
                continue
            default:
                let isOfComment = byte == UInt8(ascii: "#") || byte == UInt8(ascii: ",")
                throw LayoutReader.Irregular(
                    start: lines.position(ofByte: index),
                    reason: isOfComment ? .brackets : LayoutReader.Irregular.reason(for: byte)
                )
            }
            index += 1
        }
    }

    private mutating func take(_ bytes: ArraySlice<UInt8>, at place: SourcePosition, _ blanks: Int)
    {
        let text = String(decoding: bytes, as: UTF8.self).withoutTrailingBlanks
        firstComment = firstComment ?? place
        if hasBreak {
            trivia.append(.comment(text))
        } else {
            lineComment = Layout.LineComment(text: text, column: place.column - 1, gap: blanks)
        }
    }
}
