/// The numbers at a path.
struct NumberStatistics: Hashable, Sendable {
    /// The types that hold all of them without loss; each includes the one before.
    enum IntegerWidth: UInt8, Comparable, Sendable {
        case int, uint64, decimal, none

        static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// The number of integers.
    var integers = 0
    /// The number of those with a fraction or an exponent.
    var decimals = 0
    /// The type of the integers.
    private(set) var width = IntegerWidth.int
    /// The smallest integer in the range of `Int`.
    var least = Int.max
    /// The greatest integer in the range of `Int`.
    var greatest = Int.min
    /// Whether `Double` represents all of them without loss.
    var areDoubles = true
    /// Whether `Decimal` represents all of them without loss.
    var areDecimals = true

    /// The total number.
    var count: Int { integers + decimals }

    mutating func add(_ text: UnsafeBufferPointer<UInt8>, isInteger: Bool) {
        if isInteger { integers += 1 } else { decimals += 1 }
        if isInteger, text.count <= 18 {
            let value = Self.value(text)
            least = min(least, value)
            greatest = max(greatest, value)
            // Sixteen digits may exceed the precision of Double.
            if text.count <= 15 { return }
        } else if !isInteger, text.count <= 15,
            !text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
        {
            return
        }
        if areDoubles { areDoubles = DecimalDigits.isDouble(text) }
        if areDecimals { areDecimals = DecimalDigits.isDecimal(text) }
        guard isInteger, text.count > 18 else { return }
        let string = String(decoding: text, as: UTF8.self)
        if let value = Int(string) {
            least = min(least, value)
            greatest = max(greatest, value)
        } else {
            let found: IntegerWidth =
                UInt64(string) != nil
                ? .uint64 : DecimalDigits.isDecimal(text) ? .decimal : .none
            width = max(width, found)
        }
    }

    /// The type that holds all of the integers without loss.
    var commonWidth: IntegerWidth {
        width == .uint64 && least < 0 ? (areDecimals ? .decimal : .none) : width
    }

    mutating func join(_ other: NumberStatistics) {
        integers += other.integers
        decimals += other.decimals
        width = max(width, other.width)
        least = min(least, other.least)
        greatest = max(greatest, other.greatest)
        areDoubles = areDoubles && other.areDoubles
        areDecimals = areDecimals && other.areDecimals
    }

    private static func value(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        var value = 0
        for byte in text where byte != UInt8(ascii: "-") {
            value = value * 10 + Int(byte - UInt8(ascii: "0"))
        }
        return text.first == UInt8(ascii: "-") ? -value : value
    }
}
