/// Skips a JSON value, validating it as strictly as a decoded one.
///
/// It is not recursive, so that no text can exhaust the stack, whatever the limit.
struct JSONSkipper {
    /// A bit for each open container: true for an object.
    private var open = BitStack()

    /// Skips the value at the position of a scanner.
    ///
    /// - Parameter scanner: The scanner.
    /// - Throws: ``JSONError`` if the value is not JSON, or is nested too deeply.
    mutating func skipValue(in scanner: inout JSONScanner) throws(JSONError) {
        var isBehindValue = false
        repeat {
            if !isBehindValue {
                isBehindValue = try skipScalarOrEnter(&scanner)
            } else if open.last {
                isBehindValue = try skipBehindMember(&scanner)
            } else {
                isBehindValue = try skipBehindElement(&scanner)
            }
        } while !(isBehindValue && open.isEmpty)
        scanner.expectsComma = true
    }

    /// Skips a scalar, an empty container, or the opening of a container up to its first value;
    /// returns whether the scanner is now after a value.
    @inline(__always)
    private mutating func skipScalarOrEnter(_ scanner: inout JSONScanner) throws(JSONError) -> Bool
    {
        switch scanner.currentByte {
        case UInt8(ascii: "\""):
            try skipString(&scanner)
        case UInt8(ascii: "{"):
            guard scanner.depth &+ open.count < scanner.maximumDepth else {
                throw scanner.tooDeep()
            }
            scanner.cursor += 1
            scanner.skipWhitespace()
            if scanner.currentByte == UInt8(ascii: "}") {
                scanner.cursor += 1
            } else {
                open.append(true)
                try skipKey(&scanner)
                return false
            }
        case UInt8(ascii: "["):
            guard scanner.depth &+ open.count < scanner.maximumDepth else {
                throw scanner.tooDeep()
            }
            scanner.cursor += 1
            scanner.skipWhitespace()
            if scanner.currentByte == UInt8(ascii: "]") {
                scanner.cursor += 1
            } else {
                open.append(false)
                return false
            }
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            _ = try scanner.boolean()
        case UInt8(ascii: "n"):
            try scanner.null()
        default:
            scanner.cursor += try scanner.numberBytes(expected: "value").count
        }
        return true
    }

    @inline(__always)
    private mutating func skipBehindMember(_ scanner: inout JSONScanner) throws(JSONError) -> Bool {
        scanner.skipWhitespace()
        switch scanner.currentByte {
        case UInt8(ascii: ","):
            scanner.cursor += 1
            scanner.skipWhitespace()
            try skipKey(&scanner)
            return false
        case UInt8(ascii: "}"):
            scanner.cursor += 1
            open.removeLast()
            return true
        default:
            throw scanner.error(
                .invalidSyntax,
                expected: "comma or end of object",
                at: scanner.cursor
            )
        }
    }

    @inline(__always)
    private mutating func skipBehindElement(_ scanner: inout JSONScanner) throws(JSONError) -> Bool
    {
        scanner.skipWhitespace()
        switch scanner.currentByte {
        case UInt8(ascii: ","):
            scanner.cursor += 1
            scanner.skipWhitespace()
            return false
        case UInt8(ascii: "]"):
            scanner.cursor += 1
            open.removeLast()
            return true
        default:
            throw scanner.error(
                .invalidSyntax,
                expected: "comma or end of array",
                at: scanner.cursor
            )
        }
    }

    @inline(__always)
    private mutating func skipKey(_ scanner: inout JSONScanner) throws(JSONError) {
        guard scanner.currentByte == UInt8(ascii: "\"") else {
            throw scanner.error(.invalidSyntax, expected: "key", at: scanner.cursor)
        }
        try skipString(&scanner)
        scanner.skipWhitespace()
        guard scanner.currentByte == UInt8(ascii: ":") else {
            throw scanner.error(.invalidSyntax, expected: "colon", at: scanner.cursor)
        }
        scanner.cursor += 1
        scanner.skipWhitespace()
    }

    @inline(__always)
    private mutating func skipString(_ scanner: inout JSONScanner) throws(JSONError) {
        let scan = JSONText.scan(from: scanner.cursor + 1, to: scanner.end)
        guard scan.outcome == .plain || scan.outcome == .escaped else {
            throw scanner.error(for: scan)
        }
        scanner.cursor = scan.position + 1
    }
}

/// A stack of bits; the first 64 need no allocation.
struct BitStack {
    private var word: UInt64 = 0
    private var full: [UInt64] = []
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    /// The top bit; false if the stack is empty.
    var last: Bool { word & 1 == 1 }

    mutating func append(_ bit: Bool) {
        if count > 0 && count & 63 == 0 { full.append(word) }
        word = word << 1 | (bit ? 1 : 0)
        count &+= 1
    }

    mutating func removeLast() {
        count &-= 1
        if count > 0 && count & 63 == 0 {
            word = full.popLast() ?? 0
        } else {
            word >>= 1
        }
    }
}
