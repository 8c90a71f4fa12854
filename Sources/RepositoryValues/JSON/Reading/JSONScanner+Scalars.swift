extension JSONScanner {
    // MARK: - Literals

    @usableFromInline
    mutating func null() throws(JSONError) {
        guard let next = endOfLiteral("null") else {
            throw mismatch(expected: "null")
        }
        cursor = next
    }

    @usableFromInline
    mutating func boolean() throws(JSONError) -> Bool {
        if let next = endOfLiteral("true") {
            cursor = next
            return true
        }
        if let next = endOfLiteral("false") {
            cursor = next
            return false
        }
        throw mismatch(expected: "Bool")
    }

    /// Returns the position after a literal; nil if it is not at the cursor.
    @inline(__always)
    func endOfLiteral(_ literal: StaticString) -> UnsafePointer<UInt8>? {
        let count = literal.utf8CodeUnitCount
        guard end - cursor >= count,
            JSONKey.equalBytes(literal.utf8Start, cursor, count: count)
        else { return nil }
        return cursor + count
    }

    // MARK: - Strings

    @usableFromInline
    mutating func string() throws(JSONError) -> String {
        guard currentByte == UInt8(ascii: "\"") else { throw mismatch(expected: "String") }
        let first = cursor + 1
        let scan = JSONText.scan(from: first, to: end)
        guard scan.outcome == .plain else { return try unusualString(scan, from: first) }
        cursor = scan.position + 1
        return recentStrings.string(from: first, count: scan.position - first, before: end)
    }

    @inline(never)
    private mutating func unusualString(
        _ scan: JSONText.Scan,
        from first: UnsafePointer<UInt8>
    ) throws(JSONError) -> String {
        guard scan.outcome == .escaped else { throw error(for: scan) }
        cursor = scan.position + 1
        return JSONText.unescaped(first, count: scan.position - first)
    }

    /// Parses the bytes of a string without creating a string, unless it has escapes.
    ///
    /// - Parameters:
    ///   - expected: The expected format, for the error.
    ///   - parse: Creates a value from the bytes; nil if they are invalid.
    /// - Returns: The value.
    /// - Throws: ``JSONError`` if the value is not a string in this format.
    mutating func parsedString<Value>(
        expected: @autoclosure () -> String,
        _ parse: (UnsafeBufferPointer<UInt8>) -> Value?
    ) throws(JSONError) -> Value {
        let opening = cursor
        guard currentByte == UInt8(ascii: "\"") else { throw mismatch(expected: expected()) }
        let first = cursor + 1
        let scan = JSONText.scan(from: first, to: end)
        let value: Value?
        switch scan.outcome {
        case .plain:
            value = parse(UnsafeBufferPointer(start: first, count: scan.position - first))
        case .escaped:
            var text = JSONText.unescaped(first, count: scan.position - first)
            value = text.withUTF8(parse)
        default:
            throw error(for: scan)
        }
        guard let value else {
            throw error(.invalidValue, expected: expected(), at: opening)
        }
        cursor = scan.position + 1
        return value
    }

    // MARK: - Integers

    /// Parses an integer of any width exactly.
    ///
    /// `1.0` and `1e3` are integers too.
    @inlinable
    mutating func integer<Value: FixedWidthInteger>() throws(JSONError) -> Value {
        let start = cursor
        if let short = shortInteger(), let value = Value(exactly: short) { return value }
        cursor = start
        return try longInteger()
    }

    /// Parses an integer of up to 18 digits; nil, without moving, for anything else.
    @usableFromInline
    mutating func shortInteger() -> Int64? {
        var position = cursor
        let isNegative = position < end && position.pointee == UInt8(ascii: "-")
        if isNegative { position += 1 }
        let first = position
        var value: Int64 = 0
        while position < end {
            let digit = position.pointee &- UInt8(ascii: "0")
            guard digit < 10 else {
                // A fraction or an exponent.
                if position.pointee == UInt8(ascii: ".") || position.pointee | 0x20 == 0x65 {
                    return nil
                }
                break
            }
            value = value &* 10 &+ Int64(truncatingIfNeeded: digit)
            position += 1
        }
        let count = position - first
        guard count > 0, count <= 18, count == 1 || first.pointee != UInt8(ascii: "0") else {
            return nil
        }
        cursor = position
        return isNegative ? 0 &- value : value
    }

    @usableFromInline @inline(never)
    mutating func longInteger<Value: FixedWidthInteger>() throws(JSONError) -> Value {
        let literal = try numberBytes(expected: "\(Value.self)")
        guard let value = DecimalText(literal).integer(Value.self) else {
            throw outOfRange(expected: "\(Value.self)", at: cursor)
        }
        cursor += literal.count
        return value
    }

    // MARK: - Fractions

    @usableFromInline
    mutating func double() throws(JSONError) -> Double {
        let literal = try numberBytes(expected: "Double")
        let value = DecimalText.double(literal)
        guard value.isFinite else { throw outOfRange(expected: "Double", at: cursor) }
        cursor += literal.count
        return value
    }

    @usableFromInline
    mutating func float() throws(JSONError) -> Float {
        let start = cursor
        // By way of Double, like a number in a dictionary, so that both give the same value.
        let value = Float(try double())
        guard value.isFinite else { throw outOfRange(expected: "Float", at: start) }
        return value
    }

    /// Returns a number as its text.
    mutating func numberLiteral(expected: String) throws(JSONError) -> String {
        let literal = try numberBytes(expected: expected)
        cursor += literal.count
        return String(decoding: literal, as: UTF8.self)
    }

    /// Returns the bytes of the number at the cursor, without moving.
    func numberBytes(expected: String) throws(JSONError) -> UnsafeBufferPointer<UInt8> {
        let scan = JSONNumberText.scan(from: cursor, to: end)
        switch scan.outcome {
        case .number:
            return UnsafeBufferPointer(start: cursor, count: scan.position - cursor)
        case .noNumber:
            throw mismatch(expected: expected)
        case .missingDigit:
            throw error(.invalidSyntax, expected: "digit", at: scan.position)
        case .leadingZero:
            throw error(
                .invalidSyntax,
                expected: "number",
                found: "leading zero",
                at: cursor
            )
        }
    }

    private func outOfRange(expected: String, at position: UnsafePointer<UInt8>) -> JSONError {
        error(
            .numberOutOfRange,
            expected: expected,
            found: "number out of range",
            at: position
        )
    }
}
