extension JSONReader {
    /// Skips the value at the current position, validating it as strictly as a decoded one.
    ///
    /// - Throws: ``JSONError`` if it is not JSON, or is nested too deeply.
    public mutating func skipValue() throws(JSONError) {
        // A bit for each open container: true for an object. Not recursive, so that no text can
        // exhaust the stack, whatever the limit.
        var open = BitStack()
        var isBehindValue = false
        repeat {
            if !isBehindValue {
                isBehindValue = try skipScalarOrEnter(&open)
            } else if open.last {
                isBehindValue = try skipBehindMember(&open)
            } else {
                isBehindValue = try skipBehindElement(&open)
            }
        } while !(isBehindValue && open.isEmpty)
        expectsComma = true
    }

    /// Skips a scalar, an empty container, or the opening of a container up to its first value;
    /// returns whether the reader is now after a value.
    @inline(__always)
    private mutating func skipScalarOrEnter(_ open: inout BitStack) throws(JSONError) -> Bool {
        switch currentByte {
        case UInt8(ascii: "\""):
            try skipString()
        case UInt8(ascii: "{"):
            guard depth &+ open.count < maximumDepth else { throw tooDeep() }
            cursor += 1
            skipWhitespace()
            if currentByte == UInt8(ascii: "}") {
                cursor += 1
            } else {
                open.append(true)
                try skipKey()
                return false
            }
        case UInt8(ascii: "["):
            guard depth &+ open.count < maximumDepth else { throw tooDeep() }
            cursor += 1
            skipWhitespace()
            if currentByte == UInt8(ascii: "]") {
                cursor += 1
            } else {
                open.append(false)
                return false
            }
        case UInt8(ascii: "t"), UInt8(ascii: "f"):
            _ = try boolean()
        case UInt8(ascii: "n"):
            try null()
        default:
            cursor = try scanNumber(expected: "value").end
        }
        return true
    }

    @inline(__always)
    private mutating func skipBehindMember(_ open: inout BitStack) throws(JSONError) -> Bool {
        skipWhitespace()
        switch currentByte {
        case UInt8(ascii: ","):
            cursor += 1
            skipWhitespace()
            try skipKey()
            return false
        case UInt8(ascii: "}"):
            cursor += 1
            open.removeLast()
            return true
        default:
            throw failure(.invalidSyntax, expected: "comma or end of object", at: cursor)
        }
    }

    @inline(__always)
    private mutating func skipBehindElement(_ open: inout BitStack) throws(JSONError) -> Bool {
        skipWhitespace()
        switch currentByte {
        case UInt8(ascii: ","):
            cursor += 1
            skipWhitespace()
            return false
        case UInt8(ascii: "]"):
            cursor += 1
            open.removeLast()
            return true
        default:
            throw failure(.invalidSyntax, expected: "comma or end of array", at: cursor)
        }
    }

    @inline(__always)
    private mutating func skipKey() throws(JSONError) {
        guard currentByte == UInt8(ascii: "\"") else {
            throw failure(.invalidSyntax, expected: "key", at: cursor)
        }
        try skipString()
        skipWhitespace()
        guard currentByte == UInt8(ascii: ":") else {
            throw failure(.invalidSyntax, expected: "colon", at: cursor)
        }
        cursor += 1
        skipWhitespace()
    }

    @inline(__always)
    private mutating func skipString() throws(JSONError) {
        let scan = JSONText.scan(from: cursor + 1, to: end)
        guard scan.outcome == .plain || scan.outcome == .escaped else { throw textFailure(scan) }
        cursor = scan.position + 1
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
