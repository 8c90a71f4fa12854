// Exact comparisons for constraints: neither large numbers nor many digits are rounded.
extension DecimalText {
    /// Returns whether the number is less than another one.
    func isLess(than other: DecimalText) -> Bool {
        guard sign == other.sign else { return sign < other.sign }
        return isNegative ? other.isSmaller(than: self) : isSmaller(than: other)
    }

    private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

    /// Returns whether the absolute value is less than that of another number.
    private func isSmaller(than other: DecimalText) -> Bool {
        guard !digits.isEmpty, !other.digits.isEmpty else { return !other.digits.isEmpty }
        let (order, otherOrder) = (magnitude, other.magnitude)
        guard order == otherOrder else { return order < otherOrder }
        return digits.lexicographicallyPrecedes(other.digits)
    }

    /// The power of ten of the first digit, saturating for extreme exponents.
    private var magnitude: Int {
        let (sum, overflows) = exponent.addingReportingOverflow(digits.count)
        return overflows ? .max : sum
    }

    /// Returns whether the number is a multiple of another one.
    ///
    /// A divisor of more than 19 digits is not supported: any number counts as its multiple.
    func isMultiple(of divisor: DecimalText) -> Bool {
        guard !digits.isEmpty else { return true }
        guard !divisor.digits.isEmpty, divisor.digits.count <= 19 else { return true }
        // Trailing zeros are stripped, so with a smaller power of ten the quotient has a fraction.
        let (shift, overflows) = exponent.subtractingReportingOverflow(divisor.exponent)
        guard overflows ? exponent > divisor.exponent : shift >= 0 else { return false }
        let modulus = divisor.digits.reduce(0 as UInt64) { $0 * 10 + UInt64($1) }
        let remainder = digits.reduce(0 as UInt64) { remainder, digit in
            (Self.product(remainder, 10, modulus) + UInt64(digit)) % modulus
        }
        let power = Self.powerOfTen(overflows ? Int.max : shift, modulus)
        return Self.product(remainder, power, modulus) == 0
    }

    private static func product(_ left: UInt64, _ right: UInt64, _ modulus: UInt64) -> UInt64 {
        modulus.dividingFullWidth(
            (left % modulus).multipliedFullWidth(by: right % modulus)
        ).remainder
    }

    private static func powerOfTen(_ exponent: Int, _ modulus: UInt64) -> UInt64 {
        var (result, base, rest) = (1 % modulus, 10 % modulus, exponent)
        while rest > 0 {
            if rest & 1 == 1 { result = product(result, base, modulus) }
            base = product(base, base, modulus)
            rest >>= 1
        }
        return result
    }
}
