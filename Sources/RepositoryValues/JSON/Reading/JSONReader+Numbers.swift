extension JSONReader {
    /// A number in its textual form.
    struct NumberScan {
        let end: UnsafePointer<UInt8>
        /// Whether it has neither fraction nor exponent.
        let isInteger: Bool
    }

    /// Finds the end of the number at the cursor, and validates its form.
    func scanNumber(expected: String) throws(JSONError) -> NumberScan {
        var position = cursor
        if position < end, position.pointee == UInt8(ascii: "-") { position += 1 }
        guard position < end, JSONReader.isDigit(position.pointee) else {
            if position == cursor { throw mismatch(expected: expected) }
            throw failure(.invalidSyntax, expected: "digit", at: position)
        }
        if position.pointee == UInt8(ascii: "0") {
            position += 1
            if position < end, JSONReader.isDigit(position.pointee) {
                throw failure(
                    .invalidSyntax,
                    expected: "number",
                    found: "leading zero",
                    at: cursor
                )
            }
        } else {
            position = skipDigits(from: position)
        }
        guard position < end else { return NumberScan(end: position, isInteger: true) }
        var isInteger = true
        if position.pointee == UInt8(ascii: ".") {
            isInteger = false
            position = try skipAtLeastOneDigit(from: position + 1)
        }
        if position < end, position.pointee | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            position += 1
            if position < end,
                position.pointee == UInt8(ascii: "+") || position.pointee == UInt8(ascii: "-")
            {
                position += 1
            }
            position = try skipAtLeastOneDigit(from: position)
        }
        return NumberScan(end: position, isInteger: isInteger)
    }

    private func skipAtLeastOneDigit(
        from start: UnsafePointer<UInt8>
    ) throws(JSONError) -> UnsafePointer<UInt8> {
        let position = skipDigits(from: start)
        guard position > start else {
            throw failure(.invalidSyntax, expected: "digit", at: position)
        }
        return position
    }

    @inline(__always)
    private func skipDigits(from start: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
        var position = start
        while position < end, JSONReader.isDigit(position.pointee) { position += 1 }
        return position
    }

    @inline(__always)
    private static func isDigit(_ byte: UInt8) -> Bool {
        byte &- UInt8(ascii: "0") < 10
    }

    // MARK: - Integers

    /// Decodes an integer of any width exactly.
    ///
    /// `1.0` and `1e3` are integers too.
    @inlinable
    mutating func integer<Value: FixedWidthInteger>() throws(JSONError) -> Value {
        let start = cursor
        if let short = shortInteger(), let value = Value(exactly: short) { return value }
        cursor = start
        return try longInteger()
    }

    /// Decodes an integer of up to 18 digits; nil, without moving, for anything else.
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
        let scan = try scanNumber(expected: "\(Value.self)")
        let literal = UnsafeBufferPointer(start: cursor, count: scan.end - cursor)
        guard let value = DecimalText(literal).integer(Value.self) else {
            throw failure(
                .numberOutOfRange,
                expected: "\(Value.self)",
                found: "number out of range",
                at: cursor
            )
        }
        cursor = scan.end
        return value
    }

    // MARK: - Fractions

    @usableFromInline
    mutating func double() throws(JSONError) -> Double {
        let scan = try scanNumber(expected: "Double")
        let literal = UnsafeBufferPointer(start: cursor, count: scan.end - cursor)
        let value = DecimalText.double(literal)
        guard value.isFinite else {
            throw failure(
                .numberOutOfRange,
                expected: "Double",
                found: "number out of range",
                at: cursor
            )
        }
        cursor = scan.end
        return value
    }

    @usableFromInline
    mutating func float() throws(JSONError) -> Float {
        let start = cursor
        // By way of Double, like a number in a dictionary, so that both give the same value.
        let value = Float(try double())
        guard value.isFinite else {
            throw failure(
                .numberOutOfRange,
                expected: "Float",
                found: "number out of range",
                at: start
            )
        }
        return value
    }

    /// Decodes a number as its text.
    mutating func numberLiteral(expected: String) throws(JSONError) -> String {
        let scan = try scanNumber(expected: expected)
        let literal = UnsafeBufferPointer(start: cursor, count: scan.end - cursor)
        cursor = scan.end
        return String(decoding: literal, as: UTF8.self)
    }
}
