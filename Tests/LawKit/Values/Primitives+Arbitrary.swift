public import RepositoryRuntime
import TestSupport

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension String: Arbitrary {
    private static let samples = [
        "", " ", "a", "Zoë", "null", "true", "1", "-0.5", "2026-02-30", "\u{0}", "\u{7F}",
        "\"", "\\", "/", "\u{2028}", "\u{FEFF}", "e\u{301}", "é", "👩‍👩‍👧", "\u{10FFFF}", "\r\n",
        "\u{202E}rtl", "\\u0041", "<redacted>",
    ]

    /// Returns a string, from empty to unusual.
    public static func arbitrary(_ values: inout RandomValues) -> String {
        let count = values.random.number(in: 0...3)
        return (0..<count).map { _ in values.random.element(of: samples) ?? "" }.joined()
    }
}

extension Bool: Arbitrary {
    /// Returns either value.
    public static func arbitrary(_ values: inout RandomValues) -> Bool {
        values.random.once(in: 2)
    }
}

extension FixedWidthInteger {
    /// Returns a number, often a small one or one at the ends of its range.
    public static func arbitrary(_ values: inout RandomValues) -> Self {
        switch values.random.number(in: 0...5) {
        case 0: 0
        case 1: min
        case 2: max
        case 3: Self(values.random.number(in: 0...100))
        default: Self(truncatingIfNeeded: values.random.next())
        }
    }
}

extension Int: Arbitrary {}
extension Int8: Arbitrary {}
extension Int16: Arbitrary {}
extension Int32: Arbitrary {}
extension Int64: Arbitrary {}
extension UInt8: Arbitrary {}
extension UInt16: Arbitrary {}
extension UInt32: Arbitrary {}
extension UInt64: Arbitrary {}

extension Double: Arbitrary {
    /// Returns a finite number of any size.
    public static func arbitrary(_ values: inout RandomValues) -> Double {
        switch values.random.number(in: 0...4) {
        case 0:
            return values.element(
                of: 0,
                -0.0,
                0.1,
                -1.5,
                1e21,
                1e-7,
                .greatestFiniteMagnitude,
                .leastNonzeroMagnitude,
                -37.3159,
                9_007_199_254_740_994
            )
        case 1: return Double(values.random.number(in: -1000...1000))
        case 2: return Double(values.random.number(in: -100_000...100_000)) / 100
        default:
            let number = Double(bitPattern: values.random.next())
            return number.isFinite ? number : 0.25
        }
    }
}

extension Float: Arbitrary {
    /// Returns a finite number of any size.
    public static func arbitrary(_ values: inout RandomValues) -> Float {
        switch values.random.number(in: 0...3) {
        case 0:
            return values.element(
                of: 0,
                -0.0,
                0.1,
                1e-7,
                16_777_216,
                .greatestFiniteMagnitude,
                .leastNonzeroMagnitude
            )
        case 1: return Float(values.random.number(in: -1000...1000)) / 8
        default:
            let number = Float(bitPattern: UInt32(truncatingIfNeeded: values.random.next()))
            return number.isFinite ? number : 0.25
        }
    }
}

extension Decimal: Arbitrary {
    /// Returns a number of few or many digits.
    public static func arbitrary(_ values: inout RandomValues) -> Decimal {
        switch values.random.number(in: 0...2) {
        case 0: Decimal(values.random.number(in: -1000...1000))
        case 1:
            Decimal(values.random.number(in: -100_000_000...100_000_000))
                / Decimal(values.element(of: 10, 100, 1000, 1_000_000))
        default:
            // All 38 digits; zeros at the end would be lost when it is written.
            Decimal(string: "-12345678901234567890123456789.123456789") ?? 0
        }
    }
}

extension Date: Arbitrary {
    /// Returns a date between the years 1 and 9999 that the current form can express.
    public static func arbitrary(_ values: inout RandomValues) -> Date {
        let years = values.random.once(in: 3) ? -1960...8000 : -60...200
        let year = values.random.number(in: years)
        let second = year * 31_556_952 + values.random.number(in: 0...31_556_951)
        switch values.dates {
        case .days: return Date(timeIntervalSince1970: Double(second / 86_400 * 86_400))
        case .seconds: return Date(timeIntervalSince1970: Double(second))
        // A double cannot store the microseconds of dates that are far away.
        case .microseconds where abs(second) > 9_000_000_000:
            return Date(timeIntervalSince1970: Double(second))
        case .microseconds:
            let digits = values.element(of: 0, 0, 500_000, 123_000, 999_999, 1)
            return Date(timeIntervalSince1970: Double(second * 1_000_000 + digits) / 1_000_000)
        }
    }
}

extension URL: Arbitrary {
    /// Returns an absolute or a relative URL.
    public static func arbitrary(_ values: inout RandomValues) -> URL {
        let text = values.element(
            of: "https://example.com/a%20b?c=d#e",
            "http://[::1]:8080/",
            "relative/path",
            "mailto:a@b.c",
            "https://user@example.com",
            "?only=query",
            "#fragment",
            "file:///tmp/x",
            "a"
        )
        return URL(string: text) ?? URL(filePath: "/")
    }
}

extension UUID: Arbitrary {
    /// Returns any UUID.
    public static func arbitrary(_ values: inout RandomValues) -> UUID {
        let (first, second) = (values.random.next(), values.random.next())
        func byte(_ number: UInt64, _ index: UInt64) -> UInt8 {
            UInt8(truncatingIfNeeded: number >> (index * 8))
        }
        return UUID(
            uuid: (
                byte(first, 0), byte(first, 1), byte(first, 2), byte(first, 3),
                byte(first, 4), byte(first, 5), byte(first, 6), byte(first, 7),
                byte(second, 0), byte(second, 1), byte(second, 2), byte(second, 3),
                byte(second, 4), byte(second, 5), byte(second, 6), byte(second, 7)
            )
        )
    }
}

extension Data: Arbitrary {
    /// Returns up to five bytes.
    public static func arbitrary(_ values: inout RandomValues) -> Data {
        Data((0..<values.random.number(in: 0...5)).map { _ in UInt8.arbitrary(&values) })
    }
}

extension Day: Arbitrary {
    /// Returns a day between the years 0 and 9999.
    public static func arbitrary(_ values: inout RandomValues) -> Day {
        let number = values.random.number(in: -719_000...2_932_000)
        return Day(daysSince1970: number) ?? Day.arbitrary(&values)
    }
}

extension JSON: Arbitrary {
    /// Returns any JSON value.
    public static func arbitrary(_ values: inout RandomValues) -> JSON {
        let isFlat = values.depth > 3
        switch values.random.number(in: 0...(isFlat ? 4 : 6)) {
        case 0: return .null
        case 1: return .bool(.arbitrary(&values))
        case 2: return .number(Number(Int.arbitrary(&values)))
        case 3: return .string(.arbitrary(&values))
        case 4:
            let literal = values.element(of: "0.1", "-1.50", "1e3", "12345678901234567890", "-0.0")
            return Number(literal).map { .number($0) } ?? .null
        case 5: return .array(.arbitrary(&values))
        default: return .object(.arbitrary(&values))
        }
    }
}
