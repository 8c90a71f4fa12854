extension JSONScanner {
    // MARK: - Objects

    @inlinable
    mutating func beginObject() throws(JSONError) {
        guard currentByte == UInt8(ascii: "{"), depth < uncheckedDepth else {
            return try enterCarefully(.object)
        }
        cursor += 1
        depth &+= 1
        expectsComma = false
    }

    /// Moves to the next value of the object and returns its key; at the end, leaves the object and
    /// returns nil.
    @usableFromInline
    mutating func nextKey() throws(JSONError) -> JSONKey? {
        var position = positionAfterWhitespace(from: cursor)
        var byte = byte(at: position)
        if byte == UInt8(ascii: "}") {
            try leave(.object, at: position)
            return nil
        }
        if expectsComma {
            guard byte == UInt8(ascii: ",") else {
                throw unreadable(expected: "comma or end of object", at: position)
            }
            position = positionAfterWhitespace(from: position + 1)
            byte = self.byte(at: position)
        } else {
            expectsComma = true
        }
        guard byte == UInt8(ascii: "\"") else {
            throw unreadable(expected: "key", at: position)
        }
        let first = position + 1
        let scan = JSONText.scan(from: first, to: end)
        guard scan.outcome == .plain || scan.outcome == .escaped else {
            throw error(for: scan)
        }
        position = scan.position + 1
        if self.byte(at: position) != UInt8(ascii: ":") {
            position = positionAfterWhitespace(from: position)
            guard self.byte(at: position) == UInt8(ascii: ":") else {
                throw error(.invalidSyntax, expected: "colon", at: position)
            }
        }
        position += 1
        if position < end, position.pointee <= 0x20 {
            // One space is what most writers put there, and not worth a call.
            position += position.pointee == 0x20 ? 1 : 0
            position = positionAfterWhitespace(from: position)
        }
        cursor = position
        return JSONKey(
            start: first,
            count: scan.position - first,
            hasEscapes: scan.outcome == .escaped
        )
    }

    // MARK: - Arrays

    @inlinable
    mutating func beginArray() throws(JSONError) {
        guard currentByte == UInt8(ascii: "["), depth < uncheckedDepth else {
            return try enterCarefully(.array)
        }
        cursor += 1
        depth &+= 1
        expectsComma = false
    }

    /// Moves to the next element and returns true; at the end, leaves the array and returns false.
    @usableFromInline
    mutating func nextElement() throws(JSONError) -> Bool {
        var position = positionAfterWhitespace(from: cursor)
        let byte = byte(at: position)
        if byte == UInt8(ascii: "]") {
            try leave(.array, at: position)
            return false
        }
        if expectsComma {
            guard byte == UInt8(ascii: ",") else {
                throw unreadable(expected: "comma or end of array", at: position)
            }
            position = positionAfterWhitespace(from: position + 1)
        } else {
            expectsComma = true
        }
        cursor = position
        return true
    }

    @inline(__always)
    private mutating func leave(
        _ kind: JSONKind,
        at position: UnsafePointer<UInt8>
    ) throws(JSONError) {
        guard depth > 0 else {
            throw error(.invalidSyntax, expected: kind.rawValue, at: position)
        }
        cursor = position + 1
        depth &-= 1
        expectsComma = true
    }
}
