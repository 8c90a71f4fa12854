/// Parses the content of a JSON string between its quotes: finds its end, validates it, resolves
/// escapes.
enum JSONText {
    /// The outcome of a scan.
    enum Outcome {
        /// At the closing quote; there are no escapes.
        case plain
        /// At the closing quote; there are escapes.
        case escaped
        /// At the end of the input.
        case unterminated
        /// At an invalid escape, or an unpaired surrogate.
        case invalidEscape
        /// At an unescaped control character.
        case controlCharacter
        /// At bytes that are not UTF-8.
        case invalidUTF8
    }

    /// The position and the outcome of a scan.
    struct Scan {
        let position: UnsafePointer<UInt8>
        let outcome: Outcome
    }

    /// Finds the closing quote and validates everything before it.
    ///
    /// - Parameters:
    ///   - start: The byte after the opening quote.
    ///   - end: The end of the input; never read beyond.
    /// - Returns: The position and the outcome.
    @inline(__always)
    static func scan(from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>) -> Scan {
        var position = start
        // Nearly all strings are plain, and most end within a few words.
        while end - position >= 8 {
            let mask = specialBytes(in: UnsafeRawPointer(position).loadUnaligned(as: UInt64.self))
            if mask != 0 {
                position += UInt64(littleEndian: mask).trailingZeroBitCount >> 3
                if position.pointee == UInt8(ascii: "\"") {
                    return Scan(position: position, outcome: .plain)
                }
                break
            }
            position += 8
        }
        return scanCarefully(from: position, to: end)
    }

    @inline(never)
    private static func scanCarefully(
        from start: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> Scan {
        var position = start
        var hasEscapes = false
        while true {
            while end - position >= 8 {
                let word = UnsafeRawPointer(position).loadUnaligned(as: UInt64.self)
                let mask = specialBytes(in: word)
                if mask != 0 {
                    position += UInt64(littleEndian: mask).trailingZeroBitCount >> 3
                    break
                }
                position += 8
            }
            guard position < end else { return Scan(position: position, outcome: .unterminated) }
            switch position.pointee {
            case UInt8(ascii: "\""):
                return Scan(position: position, outcome: hasEscapes ? .escaped : .plain)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                let length = escapeLength(at: position, to: end)
                guard length > 0 else {
                    let outcome: Outcome = length < 0 ? .unterminated : .invalidEscape
                    return Scan(position: position, outcome: outcome)
                }
                position += length
            case 0..<0x20:
                return Scan(position: position, outcome: .controlCharacter)
            case 0x80...:
                let length = UTF8Sequence.length(at: position, to: end)
                guard length > 0 else {
                    return Scan(position: position, outcome: .invalidUTF8)
                }
                position += length
            default:
                position += 1
            }
        }
    }

    /// Returns the high bit of each byte that is a quote, a backslash, a control character or not
    /// ASCII.
    ///
    /// Bits above the lowest one may be wrong because of a borrow; only the lowest one is used.
    @inline(__always)
    static func specialBytes(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let word = UInt64(littleEndian: word)
        let quotes = (word ^ (ones &* 0x22)) &- ones
        let backslashes = (word ^ (ones &* 0x5C)) &- ones
        let controls = word &- (ones &* 0x20)
        return UInt64(littleEndian: (quotes | backslashes | controls | word) & (ones &* 0x80))
    }

    // MARK: - Escapes

    /// Returns the number of bytes of an escape or surrogate pair; 0 if it is invalid, -1 if the
    /// input ends within it.
    private static func escapeLength(
        at position: UnsafePointer<UInt8>,
        to end: UnsafePointer<UInt8>
    ) -> Int {
        guard end - position >= 2 else { return -1 }
        switch position[1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return 2
        case UInt8(ascii: "u"):
            guard end - position >= 6 else { return isCutEscape(position, end) ? -1 : 0 }
            guard let unit = hexadecimal(at: position + 2) else { return 0 }
            guard unit & 0xF800 == 0xD800 else { return 6 }
            guard unit < 0xDC00 else { return 0 }
            guard end - position >= 12 else { return isCutEscape(position + 6, end) ? -1 : 0 }
            guard position[6] == UInt8(ascii: "\\"), position[7] == UInt8(ascii: "u"),
                let low = hexadecimal(at: position + 8), low & 0xFC00 == 0xDC00
            else { return 0 }
            return 12
        default:
            return 0
        }
    }

    /// Whether the input ends within an escape of the form `\uXXXX`.
    private static func isCutEscape(
        _ position: UnsafePointer<UInt8>,
        _ end: UnsafePointer<UInt8>
    ) -> Bool {
        UnsafeBufferPointer(start: position, count: end - position).enumerated().allSatisfy {
            switch $0 {
            case 0: $1 == UInt8(ascii: "\\")
            case 1: $1 == UInt8(ascii: "u")
            default: Character(UnicodeScalar($1)).isHexDigit
            }
        }
    }

    /// Parses four hexadecimal digits.
    private static func hexadecimal(at position: UnsafePointer<UInt8>) -> UInt32? {
        var value: UInt32 = 0
        for offset in 0..<4 {
            let byte = position[offset]
            let digit: UInt8
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte &- UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte &- UInt8(ascii: "a") &+ 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte &- UInt8(ascii: "A") &+ 10
            default: return nil
            }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    /// Returns the string with its escapes resolved.
    ///
    /// - Parameters:
    ///   - start: The first byte of a string that ``scan(from:to:)`` accepted.
    ///   - count: The number of bytes.
    /// - Returns: The resolved string.
    @inline(never)
    static func unescaped(_ start: UnsafePointer<UInt8>, count: Int) -> String {
        // Resolved text is never longer than the escapes it came from.
        String(unsafeUninitializedCapacity: count) { buffer in
            var written = 0
            forEachUnescapedByte(start, count: count) { byte in
                buffer[written] = byte
                written &+= 1
                return true
            }
            return written
        }
    }

    /// Returns whether the string with its escapes resolved equals a literal.
    ///
    /// - Parameters:
    ///   - start: The first byte of a string that ``scan(from:to:)`` accepted.
    ///   - count: The number of bytes.
    ///   - pattern: The bytes of the literal.
    /// - Returns: Whether they are equal.
    static func unescaped(
        _ start: UnsafePointer<UInt8>,
        count: Int,
        equals pattern: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        var matched = 0
        var isEqual = true
        forEachUnescapedByte(start, count: count) { byte in
            isEqual = matched < pattern.count && pattern[matched] == byte
            matched &+= 1
            return isEqual
        }
        return isEqual && matched == pattern.count
    }

    /// Calls a closure with each byte of the string with its escapes resolved, until it returns
    /// false.
    private static func forEachUnescapedByte(
        _ start: UnsafePointer<UInt8>,
        count: Int,
        _ body: (UInt8) -> Bool
    ) {
        var position = start
        let end = start + count
        while position < end {
            guard position.pointee == UInt8(ascii: "\\") else {
                guard body(position.pointee) else { return }
                position += 1
                continue
            }
            let byte: UInt8
            switch position[1] {
            case UInt8(ascii: "b"): byte = 0x08
            case UInt8(ascii: "f"): byte = 0x0C
            case UInt8(ascii: "n"): byte = 0x0A
            case UInt8(ascii: "r"): byte = 0x0D
            case UInt8(ascii: "t"): byte = 0x09
            case UInt8(ascii: "u"):
                let (scalar, length) = unicodeScalar(at: position)
                for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
                    guard body(byte) else { return }
                }
                position += length
                continue
            default: byte = position[1]
            }
            guard body(byte) else { return }
            position += 2
        }
    }

    /// Returns the scalar of a `\u` escape or a pair of them, and its length.
    private static func unicodeScalar(
        at position: UnsafePointer<UInt8>
    ) -> (scalar: Unicode.Scalar, length: Int) {
        let unit = hexadecimal(at: position + 2) ?? 0
        if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
        let low = hexadecimal(at: position + 8) ?? 0
        let value = 0x10000 &+ ((unit & 0x3FF) << 10 | (low & 0x3FF))
        return (Unicode.Scalar(value) ?? "\u{FFFD}", 12)
    }
}
