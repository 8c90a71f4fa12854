import Diagnostics

/// Converts the marks of libyaml to positions as editors count them.
struct PositionMap {
    /// The path, for ranges.
    private(set) var path: String
    /// The text in UTF-8.
    private let bytes: [UInt8]
    /// Whether marks must be counted again, because libyaml breaks lines where editors do not.
    private let recounts: Bool
    /// The lines of the text; computed on demand, because most readings never need them.
    private(set) lazy var lines = SourceLines(bytes: bytes)
    /// The number of scalars in a text that does not end in a line break; nil if it does.
    ///
    /// libyaml counts the end of such a text as the start of another line.
    private lazy var unbrokenEnd = makeUnbrokenEnd()
    /// The number of scalars before each line, if marks are counted again.
    private lazy var scalarsBeforeLines = makeScalarsBeforeLines()

    init(_ text: SourceText) {
        self.path = text.path
        self.bytes = text.bytes
        self.recounts = text.hasUnusualBreaks
    }

    /// The position of a mark.
    mutating func position(of mark: YAMLMark) -> SourcePosition {
        guard recounts else {
            if mark.column == 0, mark.index == unbrokenEnd {
                return lines.end(ofLine: lines.count)
            }
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

    /// Gives the ranges to come a copy of the path.
    ///
    /// Every range refers to the path, and cores that count references to one object wait for one another.
    mutating func separatePath() {
        path = String(decoding: Array(path.utf8), as: UTF8.self)
    }

    /// The range of a span.
    mutating func range(of span: YAMLSpan) -> SourceRange {
        SourceRange(path: path, start: position(of: span.start), end: position(of: span.end))
    }

    /// The end of the last line with text that ends before one position, but not before another.
    ///
    /// libyaml ends a block scalar at the next token, which may be several blank lines later.
    mutating func endOfText(
        before end: SourcePosition,
        after start: SourcePosition
    ) -> SourcePosition {
        guard end.line > start.line,
            Self.isBlank(lines.line(end.line).prefix(end.column - 1))
        else { return end }
        var line = end.line - 1
        while line > start.line, Self.isBlank(lines.line(line)) {
            line -= 1
        }
        return lines.end(ofLine: line)
    }

    private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool {
        bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    }

    private mutating func makeUnbrokenEnd() -> Int? {
        guard let last = bytes.last, last != 0x0A, last != 0x0D else {
            return nil
        }
        return SourceLines.scalarCount(bytes[...])
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
