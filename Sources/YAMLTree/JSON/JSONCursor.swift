import Diagnostics

/// A position in the bytes of a JSON text, with its line and column.
struct JSONCursor {
    /// The text, valid UTF-8.
    let bytes: [UInt8]
    /// The offset of the next byte.
    private(set) var offset = 0
    private var line = 1
    /// The offset of the start of the line, advanced by each byte that continues a scalar, so that
    /// the distance from it counts scalars.
    private var lineStart = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The next byte; nil at the end.
    var byte: UInt8? {
        offset < bytes.count ? bytes[offset] : nil
    }

    /// The position of the next byte.
    var position: SourcePosition {
        SourcePosition(line: line, column: offset - lineStart + 1)
    }

    /// Steps over one byte that is not a line break.
    mutating func advance() {
        if bytes[offset] & 0xC0 == 0x80 {
            lineStart += 1
        }
        offset += 1
    }

    /// Steps over spaces, tabs and line breaks.
    mutating func skipBlanks() {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09:
                offset += 1
            case 0x0D where offset + 1 < bytes.count && bytes[offset + 1] == 0x0A:
                offset += 1
            case 0x0A, 0x0D:
                offset += 1
                line += 1
                lineStart = offset
            default:
                return
            }
        }
    }

    /// Steps over a byte if it is the next one.
    @discardableResult
    mutating func skip(_ byte: UInt8) -> Bool {
        guard self.byte == byte else {
            return false
        }
        offset += 1
        return true
    }

    /// Steps over an ASCII word if it comes next.
    mutating func skip(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes[offset...].starts(with: word) else {
            return false
        }
        offset += word.count
        return true
    }

    /// Steps over digits and counts them.
    mutating func skipDigits() -> Int {
        let start = offset
        while let byte, byte >= 0x30, byte <= 0x39 {
            offset += 1
        }
        return offset - start
    }

    /// Steps over the characters that a string contains unescaped: no quote, backslash or control
    /// character.
    mutating func skipPlainCharacters() {
        bytes.withUnsafeBufferPointer { bytes in
            var index = offset
            var continuations = 0
            while index < bytes.count {
                let byte = bytes[index]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 {
                    break
                }
                if byte & 0xC0 == 0x80 { continuations += 1 }
                index += 1
            }
            offset = index
            lineStart += continuations
        }
    }

    /// The text from an offset up to the cursor.
    func text(from start: Int) -> String {
        String(decoding: bytes[start..<offset], as: UTF8.self)
    }
}
