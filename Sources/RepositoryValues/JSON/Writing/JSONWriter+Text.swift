extension JSONWriter {
    /// Writes a string, escaping only what RFC 8259 requires.
    @usableFromInline
    mutating func string(_ string: String) {
        var string = string
        string.withUTF8 { text($0) }
    }

    /// Writes UTF-8 as a string.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        // A word may be written where only part of it belongs to the text.
        reserve(bytes.count + 10)
        cursor.pointee = UInt8(ascii: "\"")
        cursor += 1
        guard let start = bytes.baseAddress else {
            cursor.pointee = UInt8(ascii: "\"")
            cursor += 1
            return
        }
        var position = start
        let end = start + bytes.count
        while end - position >= 8 {
            let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
            let mask = JSONWriter.bytesToEscape(in: word)
            if mask != 0 { break }
            UnsafeMutableRawPointer(cursor).storeBytes(of: word, as: UInt64.self)
            position += 8
            cursor += 8
        }
        while position < end {
            let byte = position.pointee
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
                escape(byte, before: end - position)
                position += 1
                continue
            }
            cursor.pointee = byte
            cursor += 1
            position += 1
        }
        cursor.pointee = UInt8(ascii: "\"")
        cursor += 1
    }

    /// Returns the high bit of each byte that must be escaped; only the lowest one is reliable.
    @inline(__always)
    private static func bytesToEscape(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let word = UInt64(littleEndian: word)
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        let controls = word &- (ones &* 0x20)
        return (quotes | backslashes | controls) & ~word & (ones &* 0x80)
    }

    /// Writes an escape, and reserves room for the rest of the string.
    @inline(never)
    private mutating func escape(_ byte: UInt8, before remaining: Int) {
        reserve(6 + remaining + 10)
        switch byte {
        case UInt8(ascii: "\""): append("\\\"")
        case UInt8(ascii: "\\"): append("\\\\")
        case 0x08: append("\\b")
        case 0x09: append("\\t")
        case 0x0A: append("\\n")
        case 0x0C: append("\\f")
        case 0x0D: append("\\r")
        default:
            append("\\u00")
            let digits: StaticString = "0123456789abcdef"
            cursor[0] = digits.utf8Start[Int(byte >> 4)]
            cursor[1] = digits.utf8Start[Int(byte & 15)]
            cursor += 2
        }
    }
}
