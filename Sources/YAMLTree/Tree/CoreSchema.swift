/// The core schema of YAML 1.2.2 (10.3), which gives plain scalars their meaning.
///
/// Rules of YAML 1.1 do not apply: no `yes` and `off`, no base 60, no `_` in numbers, no binary.
package enum CoreSchema {
    /// The meaning of a text.
    package static func meaning(of text: String) -> YAMLScalar.Meaning {
        var text = text
        return text.withUTF8 { meaning(of: $0) }
    }

    /// The meaning of a text in UTF-8.
    static func meaning(of text: UnsafeBufferPointer<UInt8>) -> YAMLScalar.Meaning {
        guard let first = text.first else {
            return .null
        }
        // Almost every scalar of a schema is a word, and returns here.
        switch first {
        case UInt8(ascii: "~") where text.count == 1:
            return .null
        case UInt8(ascii: "n"), UInt8(ascii: "N"):
            return matches(text, "null", "Null", "NULL") ? .null : .string
        case UInt8(ascii: "t"), UInt8(ascii: "T"):
            return matches(text, "true", "True", "TRUE") ? .bool(true) : .string
        case UInt8(ascii: "f"), UInt8(ascii: "F"):
            return matches(text, "false", "False", "FALSE") ? .bool(false) : .string
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."):
            return number(text)
        default:
            return .string
        }
    }

    /// Whether the text is one of three words of equal length.
    private static func matches(
        _ text: UnsafeBufferPointer<UInt8>,
        _ one: StaticString,
        _ two: StaticString,
        _ three: StaticString
    ) -> Bool {
        guard text.count == one.utf8CodeUnitCount else {
            return false
        }
        return one.withUTF8Buffer { $0.elementsEqual(text) }
            || two.withUTF8Buffer { $0.elementsEqual(text) }
            || three.withUTF8Buffer { $0.elementsEqual(text) }
    }

    /// The integer, float or string of a text that starts like a number.
    private static func number(_ text: UnsafeBufferPointer<UInt8>) -> YAMLScalar.Meaning {
        if text.count > 2, text[0] == UInt8(ascii: "0") {
            if text[1] == UInt8(ascii: "o") {
                return text[2...].allSatisfy { $0 >= 0x30 && $0 <= 0x37 } ? .integer : .string
            }
            if text[1] == UInt8(ascii: "x") {
                return text[2...].allSatisfy(isHexadecimal) ? .integer : .string
            }
        }
        if matches(text, ".nan", ".NaN", ".NAN") {
            return .float
        }
        var rest = text[...]
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
            rest.removeFirst()
        }
        if matches(UnsafeBufferPointer(rebasing: rest), ".inf", ".Inf", ".INF") {
            return .float
        }
        return decimal(rest)
    }

    /// The integer, float or string of a text without its sign.
    private static func decimal(
        _ text: Slice<UnsafeBufferPointer<UInt8>>
    ) -> YAMLScalar.Meaning {
        var rest = text
        var digits = skipDigits(&rest)
        if rest.isEmpty {
            return digits > 0 ? .integer : .string
        }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += skipDigits(&rest)
        }
        guard digits > 0 else {
            return .string
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest.removeFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
                rest.removeFirst()
            }
            guard skipDigits(&rest) > 0 else {
                return .string
            }
        }
        return rest.isEmpty ? .float : .string
    }

    /// Drops the digits at the start and counts them.
    private static func skipDigits(_ text: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
        let count = text.prefix(while: { $0 >= 0x30 && $0 <= 0x39 }).count
        text.removeFirst(count)
        return count
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default:
            false
        }
    }
}
