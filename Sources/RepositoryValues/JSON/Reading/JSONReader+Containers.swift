extension JSONReader {
    // MARK: - Objects

    /// Enters the object at the current position.
    ///
    /// - Throws: ``JSONError`` if it is not an object, or is nested too deeply.
    @inlinable
    public mutating func beginObject() throws(JSONError) {
        guard currentByte == UInt8(ascii: "{"), depth < uncheckedDepth else {
            return try enterCarefully(.object)
        }
        cursor += 1
        depth &+= 1
        expectsComma = false
    }

    /// Moves to the next value of the object and returns its key; at the end, leaves the object and
    /// returns nil.
    ///
    /// - Throws: ``JSONError`` if neither a key nor the end of the object follows.
    public mutating func nextKey() throws(JSONError) -> JSONKey? {
        var position = JSONReader.skipWhitespace(from: cursor, to: end)
        var byte = JSONReader.byte(at: position, before: end)
        if byte == UInt8(ascii: "}") {
            return try leaveObject(at: position)
        }
        if expectsComma {
            guard byte == UInt8(ascii: ",") else {
                throw unreadable(expected: "comma or end of object", at: position)
            }
            position = JSONReader.skipWhitespace(from: position + 1, to: end)
            byte = JSONReader.byte(at: position, before: end)
        } else {
            expectsComma = true
        }
        guard byte == UInt8(ascii: "\"") else {
            throw unreadable(expected: "key", at: position)
        }
        let first = position + 1
        let scan = JSONText.scan(from: first, to: end)
        guard scan.outcome == .plain || scan.outcome == .escaped else {
            throw textFailure(scan)
        }
        position = scan.position + 1
        if JSONReader.byte(at: position, before: end) != UInt8(ascii: ":") {
            position = JSONReader.skipWhitespace(from: position, to: end)
            guard JSONReader.byte(at: position, before: end) == UInt8(ascii: ":") else {
                throw failure(.invalidSyntax, expected: "colon", at: position)
            }
        }
        position += 1
        if position < end, position.pointee <= 0x20 {
            // One space is what most writers put there, and not worth a call.
            position += position.pointee == 0x20 ? 1 : 0
            position = JSONReader.skipWhitespace(from: position, to: end)
        }
        cursor = position
        return JSONKey(
            start: first,
            count: scan.position - first,
            hasEscapes: scan.outcome == .escaped
        )
    }

    private mutating func leaveObject(
        at position: UnsafePointer<UInt8>
    ) throws(JSONError) -> JSONKey? {
        guard depth > 0 else {
            throw failure(.invalidSyntax, expected: "object", at: position)
        }
        cursor = position + 1
        depth &-= 1
        expectsComma = true
        return nil
    }

    // MARK: - Arrays

    /// Enters the array at the current position.
    ///
    /// - Throws: ``JSONError`` if it is not an array, or is nested too deeply.
    @inlinable
    public mutating func beginArray() throws(JSONError) {
        guard currentByte == UInt8(ascii: "["), depth < uncheckedDepth else {
            return try enterCarefully(.array)
        }
        cursor += 1
        depth &+= 1
        expectsComma = false
    }

    /// Moves to the next element and returns true; at the end, leaves the array and returns false.
    ///
    /// - Throws: ``JSONError`` if neither an element nor the end of the array follows.
    public mutating func nextElement() throws(JSONError) -> Bool {
        var position = JSONReader.skipWhitespace(from: cursor, to: end)
        let byte = JSONReader.byte(at: position, before: end)
        if byte == UInt8(ascii: "]") {
            guard depth > 0 else {
                throw failure(.invalidSyntax, expected: "array", at: position)
            }
            cursor = position + 1
            depth &-= 1
            expectsComma = true
            return false
        }
        if expectsComma {
            guard byte == UInt8(ascii: ",") else {
                throw unreadable(expected: "comma or end of array", at: position)
            }
            position = JSONReader.skipWhitespace(from: position + 1, to: end)
        } else {
            expectsComma = true
        }
        cursor = position
        return true
    }

    // MARK: - Depth

    @usableFromInline @inline(never)
    mutating func enterCarefully(_ kind: JSONKind) throws(JSONError) {
        guard self.kind == kind else { throw mismatch(expected: kind.rawValue) }
        guard depth < maximumDepth else { throw tooDeep() }
        guard hasStackRoom() else {
            throw failure(
                .tooDeep,
                expected: StackFloor.expectation,
                found: "one more",
                at: cursor
            )
        }
        cursor += 1
        depth &+= 1
        expectsComma = false
    }
}
