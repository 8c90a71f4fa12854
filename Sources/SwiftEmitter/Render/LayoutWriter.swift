/// Lays out rendered text: indentation of blocks, blank lines, lines of at most 100 columns.
///
/// Templates and translation never count columns: they write a declaration on one line, and blank
/// lines wherever they are allowed. `swift format` leaves the result unchanged.
struct LayoutWriter {
    /// The maximum length of a line.
    static let columns = 100

    /// What most lines start with a part of.
    private static let spaces = [UInt8](repeating: .space, count: 64)

    private var output: [UInt8] = []
    private var hasBlankLine = false
    /// Whether the next line belongs to a multi-line literal; nil if literals are not tracked.
    private var isInLiteral: Bool?

    /// Lays out a rendered text in UTF-8, which ends in one line break.
    ///
    /// Lines of a literal between `"""` stay unchanged if `hasLongLiterals` is true. No built-in
    /// template has such literals, and the search takes time.
    static func layOut(_ text: String, hasLongLiterals: Bool = false) -> [UInt8] {
        var text = text
        return text.withUTF8 { bytes in
            var writer = LayoutWriter()
            writer.isInLiteral = hasLongLiterals ? false : nil
            writer.output.reserveCapacity(bytes.count + bytes.count / 2)
            writer.write(bytes)
            return writer.output
        }
    }

    private mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var base = 0
        var isFirst = true
        while start < bytes.count {
            var end = start
            // Both marks are below all other bytes of a line.
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

    /// Writes a line that contains a block without lines; omits it if it contains nothing else.
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

    /// Writes a line that has its own indentation after that of its block.
    private mutating func writeLine(
        _ line: UnsafeBufferPointer<UInt8>,
        spaces: Int,
        after outer: Int
    ) {
        if let isInside = isInLiteral {
            isInLiteral = isInside != Self.opensOrClosesLiteral(line[spaces...])
            if isInside { return writeLiteral(line, after: outer) }
        }
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
        // A byte is at most a column, so most lines need no look at their characters.
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

    /// Whether a line that is not a comment contains an odd number of `"""`.
    private static func opensOrClosesLiteral(_ line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard !line.starts(with: "//".utf8) else { return false }
        var isOdd = false
        var quotes = 0
        for byte in line {
            quotes = byte == UInt8(ascii: "\"") ? quotes + 1 : 0
            if quotes == 3 {
                isOdd.toggle()
                quotes = 0
            }
        }
        return isOdd
    }

    /// Writes a line of a literal unchanged.
    private mutating func writeLiteral(_ line: UnsafeBufferPointer<UInt8>, after outer: Int) {
        output.append(.lineFeed)
        append(line, line.isEmpty ? 0 : outer)
    }

    private mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, _ indentation: Int) {
        if indentation <= Self.spaces.count {
            output.append(contentsOf: Self.spaces[..<indentation])
        } else {
            output.append(contentsOf: repeatElement(.space, count: indentation))
        }
        output.append(contentsOf: bytes)
    }
}

extension UInt8 {
    fileprivate static let space = UInt8(ascii: " ")
    fileprivate static let lineFeed = UInt8(ascii: "\n")
    /// The mark of ``Block`` for no line.
    fileprivate static let emptyMark: UInt8 = 2
}
