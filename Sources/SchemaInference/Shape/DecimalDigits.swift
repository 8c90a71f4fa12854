/// The exact value of a number: digits without zeros at either end, and a power of ten.
struct DecimalDigits: Equatable {
    /// The digits as ASCII; empty for zero.
    let digits: [UInt8]
    /// The exponent to the base ten.
    let exponent: Int
    private let isNegative: Bool

    /// Parses the text of a number.
    init(_ text: some Collection<UInt8>) {
        var digits: [UInt8] = []
        var fraction = 0
        var isFraction = false
        var power = 0
        var isPowerNegative = false
        var isPower = false
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let value = Int(byte - UInt8(ascii: "0"))
                if isPower {
                    // Far beyond the range of any type, but far from an overflow.
                    power = min(power * 10 + value, 1 << 40)
                } else {
                    if isFraction { fraction += 1 }
                    if value != 0 || !digits.isEmpty { digits.append(byte) }
                }
            case UInt8(ascii: "."): isFraction = true
            case UInt8(ascii: "-") where isPower: isPowerNegative = true
            case UInt8(ascii: "e"), UInt8(ascii: "E"): isPower = true
            default: break
            }
        }
        var zeros = 0
        while digits.last == UInt8(ascii: "0") {
            digits.removeLast()
            zeros += 1
        }
        self.digits = digits
        exponent = digits.isEmpty ? 0 : (isPowerNegative ? -power : power) - fraction + zeros
        isNegative = text.first == UInt8(ascii: "-") && !digits.isEmpty
    }

    /// Whether it is zero.
    var isZero: Bool { digits.isEmpty }

    /// The number of digits before and after the point, without trailing zeros.
    var digitCount: Int { max(digits.count, digits.count + exponent) }

    /// Whether `Double` represents a number without loss.
    static func isDouble(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let string = String(decoding: text, as: UTF8.self)
        guard let double = Double(string), double.isFinite else { return false }
        let written = "\(double)"
        // Most services format numbers like Swift.
        return written == string || DecimalDigits(written.utf8) == DecimalDigits(text)
    }

    /// Whether `Decimal` represents a number without loss.
    static func isDecimal(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let isShort = text.count <= 38 && !text.contains { $0 | 0x20 == UInt8(ascii: "e") }
        if isShort { return true }
        let number = DecimalDigits(text)
        let (count, exponent) = (number.digits.count, number.exponent)
        return count <= 38 && exponent >= -120 && exponent + count <= 120
    }
}
