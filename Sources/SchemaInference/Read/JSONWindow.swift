import Diagnostics

/// The part of a text that is in memory, and the reader's position in it.
struct JSONWindow {
    /// The bytes in memory.
    private(set) var bytes: [UInt8] = []
    /// The index of the next byte.
    private(set) var offset = 0
    private var stream: any ByteStream
    /// The number of bytes before those in memory.
    private var dropped = 0
    private var line = 1
    /// The offset of the line's start in the whole text, increased by each continuation byte, so
    /// that the distance from it counts scalars.
    private var lineStart = 0
    private var endsInReturn = false

    init(_ stream: any ByteStream) {
        self.stream = stream
    }

    /// The position of the next byte.
    var position: SourcePosition {
        SourcePosition(line: line, column: dropped + offset - lineStart + 1)
    }

    /// The next byte; nil at the end.
    mutating func byte() throws(JSONFault) -> UInt8? {
        if offset < bytes.count { return bytes[offset] }
        return try fill(keepingFrom: offset) ? bytes[offset] : nil
    }

    /// Reads the next chunk, which adds at least one byte after those to keep.
    ///
    /// - Parameter start: The index of the first byte to keep, which becomes 0.
    /// - Returns: Whether there is more.
    /// - Throws: ``JSONFault`` if it cannot be read.
    mutating func fill(keepingFrom start: Int) throws(JSONFault) -> Bool {
        let part: [UInt8]?
        do { part = try stream.next() } catch { throw .stream(error) }
        dropped += start
        offset -= start
        if start == bytes.count {
            bytes = part ?? []
        } else {
            bytes.removeFirst(start)
            bytes += part ?? []
        }
        return part != nil
    }

    /// Skips bytes without line breaks.
    ///
    /// - Parameters:
    ///   - count: The number of bytes.
    ///   - continuations: The number of continuation bytes among them.
    mutating func advance(_ count: Int = 1, continuations: Int = 0) {
        offset += count
        lineStart += continuations
    }

    /// Skips spaces, tabs and line breaks; at the top level, record separators, too.
    mutating func skipBlanks(separators: Bool = false) throws(JSONFault) {
        while let byte = try byte() {
            switch byte {
            case 0x20, 0x09:
                offset += 1
                skipSpaces()
            case 0x0A:
                offset += 1
                if endsInReturn {
                    // The LF of a CR LF, which the CR has already counted.
                    lineStart = dropped + offset
                } else {
                    newLine()
                }
                endsInReturn = false
                skipSpaces()
                continue
            case 0x0D:
                offset += 1
                newLine()
                endsInReturn = true
                continue
            case 0x1E where separators:
                offset += 1
            default:
                endsInReturn = false
                return
            }
            endsInReturn = false
        }
    }

    /// Skips to the next line, or to the end.
    mutating func skipLine() throws(JSONFault) {
        while let byte = try byte() {
            if byte == 0x0A || byte == 0x0D {
                offset += 1
                newLine()
                endsInReturn = byte == 0x0D
                return
            }
            advance(continuations: byte & 0xC0 == 0x80 ? 1 : 0)
        }
    }

    /// Skips the spaces in memory, as indented texts have many in a row.
    private mutating func skipSpaces() {
        offset = bytes.withUnsafeBufferPointer { bytes in
            var index = offset
            while index < bytes.count, bytes[index] == 0x20 { index += 1 }
            return index
        }
    }

    private mutating func newLine() {
        line += 1
        lineStart = dropped + offset
    }
}
