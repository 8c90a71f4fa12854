/// Gives rendered text its layout: indentation of blocks, blank lines, lines of at most 100 columns.
///
/// Templates and translation never count: they write a declaration on one line, and blank lines where
/// they may stand. What comes out is what `swift format` leaves alone.
struct LayoutWriter {
    /// The longest line.
    static let columns = 100

    private var output: [UInt8] = []
    private var hasBlankLine = false

    /// Lays a rendered text out; it ends in one line break.
    static func layOut(_ text: String) -> String {
        var text = text
        return text.withUTF8 { bytes in
            var writer = LayoutWriter()
            writer.output.reserveCapacity(bytes.count + bytes.count / 2)
            writer.write(bytes)
            return String(decoding: writer.output, as: UTF8.self)
        }
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var base = 0
        var isFirst = true
        while start < bytes.count {
            var end = start
            // Both marks are below all that a line holds.
            while end < bytes.count, bytes[end] > .emptyMark, bytes[end] != .lineFeed { end += 1 }
            if end < bytes.count, bytes[end] == .emptyMark {
                end = writeLine(withEmptyBlock: bytes, from: start, after: isFirst ? 0 : base)
                isFirst = true
                start = end + 1
                continue
            }
            let line = UnsafeBufferPointer(rebasing: bytes[start..<end])
            let spaces = line.firstIndex { $0 != .space } ?? line.count
            if isFirst { base = spaces }
            writeLine(line, spaces: spaces, after: isFirst ? 0 : base)
            isFirst = end < bytes.count && bytes[end] == .lineFeed
            start = end + 1
        }
        output.append(.lineFeed)
    }

    /// Writes a line with a block that has no lines: nothing, where it has nothing else.
    private mutating func writeLine(
        withEmptyBlock bytes: UnsafeBufferPointer<UInt8>,
        from start: Int,
        after spaces: Int
    ) -> Int {
        let end = bytes[start...].firstIndex(of: .lineFeed) ?? bytes.count
        let line = bytes[start..<end].filter { $0 != .emptyMark }
        let own = line.firstIndex { $0 != .space } ?? line.count
        if own < line.count {
            line.withUnsafeBufferPointer { writeLine($0, spaces: own, after: spaces) }
        }
        return end
    }

    /// Writes a line that has spaces of its own after those of its block.
    private mutating func writeLine(
        _ line: UnsafeBufferPointer<UInt8>,
        spaces: Int,
        after outer: Int
    ) {
        var end = line.count
        while end > spaces, line[end - 1] == .space { end -= 1 }
        guard end > spaces else {
            hasBlankLine = true
            return
        }
        let isEnd = line[spaces] == UInt8(ascii: "}")
        if !output.isEmpty {
            let isStart = output.last == UInt8(ascii: "{")
            if isStart, isEnd, end == spaces + 1 {
                output.append(line[spaces])
                hasBlankLine = false
                return
            }
            output.append(.lineFeed)
            if hasBlankLine, !isStart, !isEnd { output.append(.lineFeed) }
        }
        hasBlankLine = false
        let content = UnsafeBufferPointer(rebasing: line[spaces..<end])
        let indentation = outer + spaces
        // A byte is at least a column, so most lines need no look at their characters.
        guard indentation + content.count >= Self.columns else {
            return append(content, indentation)
        }
        for (index, line) in LineBreaker.lines(of: Array(content), indentation: indentation)
            .enumerated()
        {
            if index > 0 { output.append(.lineFeed) }
            line.bytes.withUnsafeBufferPointer { append($0, line.indentation) }
        }
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ indentation: Int) {
        output.append(contentsOf: repeatElement(.space, count: indentation))
        output.append(contentsOf: bytes)
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    /// What ``Block`` has for no line.
    fileprivate static let emptyMark: UInt8 = 2
}
