import Diagnostics

/// Turns the marks of libyaml into positions as editors count them.
struct PositionMap {
    /// The path, for ranges.
    let path: String
    /// The text in UTF-8.
    private let bytes: [UInt8]
    /// Whether marks must be counted anew, because libyaml breaks lines where editors do not.
    private let recounts: Bool
    /// The lines of the text; found only when somebody asks, as most readings never do.
    private(set) lazy var lines = SourceLines(bytes: bytes)
    /// The number of scalars before each line, where marks are counted anew.
    private lazy var scalarsBeforeLines = makeScalarsBeforeLines()

    init(_ text: SourceText) {
        self.path = text.path
        self.bytes = text.bytes
        self.recounts = text.hasUnusualBreaks
    }

    /// The position of a mark.
    mutating func position(of mark: YAMLMark) -> SourcePosition {
        guard recounts else {
            return SourcePosition(line: mark.line + 1, column: mark.column + 1)
        }
        var low = 0
        var high = scalarsBeforeLines.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if scalarsBeforeLines[middle] <= mark.index { low = middle } else { high = middle }
        }
        return SourcePosition(line: low + 1, column: mark.index - scalarsBeforeLines[low] + 1)
    }

    /// The range of a span.
    mutating func range(of span: YAMLSpan) -> SourceRange {
        SourceRange(path: path, start: position(of: span.start), end: position(of: span.end))
    }

    /// The end of the last line with text that ends before a position, and not before another.
    ///
    /// libyaml lets a block of text end where the next token starts, several blank lines later.
    mutating func endOfText(
        before end: SourcePosition,
        after start: SourcePosition
    ) -> SourcePosition {
        guard end.column == 1, end.line > start.line else {
            return end
        }
        var line = end.line - 1
        while line > start.line, lines.line(line).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
            line -= 1
        }
        return lines.end(ofLine: line)
    }

    private mutating func makeScalarsBeforeLines() -> [Int] {
        var total = 0
        var result: [Int] = []
        result.reserveCapacity(lines.count)
        for line in 1...lines.count {
            result.append(total)
            let start = lines.offset(of: SourcePosition(line: line, column: 1))
            let end =
                line < lines.count
                ? lines.offset(of: SourcePosition(line: line + 1, column: 1)) : bytes.count
            total += SourceLines.scalarCount(bytes[start..<end])
        }
        return result
    }
}
