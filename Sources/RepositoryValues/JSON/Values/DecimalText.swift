/// A JSON number split into sign, significant digits and exponent.
///
/// Two numbers are equal if these three are.
struct DecimalText: Hashable {
    /// Whether it is negative.
    let isNegative: Bool

    /// The digits without leading and trailing zeros; empty for zero.
    let digits: [UInt8]

    /// The power of ten of the last digit; 0 for zero.
    let exponent: Int

    /// The text of an exponent beyond `Int`; such numbers are equal if written the same.
    private let hugeExponent: String?

    /// Parses a number.
    ///
    /// - Parameter literal: A JSON number.
    init(_ literal: UnsafeBufferPointer<UInt8>) {
        var isNegative = false
        var digits: [UInt8] = []
        var fractionCount = 0
        var isFraction = false
        var index = 0
        scan: while index < literal.count {
            let byte = literal[index]
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                if isFraction { fractionCount &+= 1 }
                if byte != UInt8(ascii: "0") || !digits.isEmpty {
                    digits.append(byte &- UInt8(ascii: "0"))
                }
            default: break scan
            }
            index &+= 1
        }
        var trailingZeros = 0
        while digits.last == 0 {
            digits.removeLast()
            trailingZeros &+= 1
        }
        guard !digits.isEmpty else {
            self.isNegative = false
            self.digits = []
            exponent = 0
            hugeExponent = nil
            return
        }
        self.isNegative = isNegative
        self.digits = digits
        let written = literal[min(index &+ 1, literal.count)...]
        if let power = DecimalText.power(written) {
            exponent = power &- fractionCount &+ trailingZeros
            hugeExponent = nil
        } else {
            exponent = written.first == UInt8(ascii: "-") ? .min : .max
            hugeExponent = String(decoding: literal, as: UTF8.self)
        }
    }

    /// Parses a number.
    ///
    /// - Parameter literal: A JSON number.
    init(_ literal: String) {
        var literal = literal
        self = literal.withUTF8 { DecimalText($0) }
    }

    /// Returns the value of an exponent; nil if it is so large that sums with it could overflow.
    private static func power(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Int? {
        var value = 0
        for byte in text where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") {
            value = value &* 10 &+ Int(byte &- UInt8(ascii: "0"))
            if value > 1 << 56 { return nil }
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }

    /// Returns the number as an integer; nil if it has a fraction or does not fit.
    func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
        guard !digits.isEmpty else { return 0 }
        guard exponent >= 0, exponent <= 20, digits.count + exponent <= 20 else { return nil }
        var magnitude: UInt64 = 0
        for digit in digits + [UInt8](repeating: 0, count: exponent) {
            let (product, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(UInt64(digit))
            if isTooLarge || overflows { return nil }
            magnitude = sum
        }
        guard isNegative else { return Value(exactly: magnitude) }
        if magnitude == Int64.min.magnitude { return Value(exactly: Int64.min) }
        return Int64(exactly: magnitude).flatMap { Value(exactly: -$0) }
    }

    // MARK: - Doubles

    /// Returns the double nearest to a number; infinite if it is too large.
    ///
    /// - Parameter literal: A JSON number.
    /// - Returns: The double.
    static func double(_ literal: UnsafeBufferPointer<UInt8>) -> Double {
        shortDouble(literal) ?? Double(String(decoding: literal, as: UTF8.self)) ?? .nan
    }

    /// Returns the double nearest to a number with few digits.
    ///
    /// Integers below 2^53 and powers of ten up to 10^22 are exact doubles, so a single
    /// multiplication or division rounds once (Clinger 1990).
    private static func shortDouble(_ literal: UnsafeBufferPointer<UInt8>) -> Double? {
        var mantissa: UInt64 = 0
        var fractionCount = 0
        var isFraction = false
        var isNegative = false
        var index = 0
        guard literal.count <= 19 else { return nil }
        scan: while index < literal.count {
            let byte = literal[index]
            switch byte {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                mantissa = mantissa &* 10 &+ UInt64(byte &- UInt8(ascii: "0"))
                if isFraction { fractionCount &+= 1 }
            default: break scan
            }
            index &+= 1
        }
        guard mantissa <= 1 << 53 else { return nil }
        guard let power = power(literal[min(index &+ 1, literal.count)...]) else { return nil }
        let exponent = power &- fractionCount
        guard exponent >= -22, exponent <= 22 else { return nil }
        let magnitude = Double(mantissa)
        let value =
            exponent < 0 ? magnitude / powersOfTen[-exponent] : magnitude * powersOfTen[exponent]
        return isNegative ? -value : value
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
