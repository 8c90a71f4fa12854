extension JSONWriter {
    @usableFromInline
    mutating func boolean(_ value: Bool) {
        reserve(5)
        append(value ? "true" : "false")
    }

    @inlinable @inline(__always)
    mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        digits(
            UInt64(truncatingIfNeeded: value.magnitude),
            isNegative: Value.isSigned && value < 0
        )
    }

    /// Writes an integer of up to 64 bits.
    @usableFromInline
    mutating func digits(_ magnitude: UInt64, isNegative: Bool) {
        reserve(20)
        if isNegative {
            cursor.pointee = UInt8(ascii: "-")
            cursor += 1
        }
        var rest = magnitude
        var count = 1
        while rest >= 10 {
            rest /= 10
            count &+= 1
        }
        rest = magnitude
        var position = cursor + count
        cursor = position
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            position -= 1
            position.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest != 0
    }

    /// Writes the shortest number that is decoded as this one.
    @usableFromInline
    mutating func double(_ value: Double) {
        guard value.isFinite else { return notFinite() }
        // Nearly all doubles in practice are small and whole; their text needs no search.
        if abs(value) < 1e15, let whole = Int64(exactly: value), whole != 0 || value.sign == .plus {
            integer(whole)
            reserve(2)
            append(".0")
        } else {
            ascii(value.description)
        }
    }

    @usableFromInline
    mutating func float(_ value: Float) {
        guard value.isFinite else { return notFinite() }
        let shortest = value.description
        // Readers go by way of Double; in rare cases that rounds twice, and more digits are needed.
        if let double = Double(shortest), Float(double) == value {
            ascii(shortest)
        } else {
            double(Double(value))
        }
    }

    private mutating func notFinite() {
        fail(expected: "finite number", found: "infinite number or not a number")
    }

    /// Writes the characters of a number, which needs no quotes or escapes.
    @usableFromInline
    mutating func ascii(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            guard let start = bytes.baseAddress else { return }
            reserve(bytes.count)
            cursor.update(from: start, count: bytes.count)
            cursor += bytes.count
        }
    }
}
