/// Makes text safe to print: characters that a terminal executes, or that are invisible, are
/// spelled out.
///
/// A source text may contain escape sequences that rewrite the screen, or bidirectional marks that
/// make code look like other code (CVE-2021-42574); a diagnostic must show them instead of passing
/// them on.
package enum VisibleText {
    /// The text with control characters and invisible marks made visible.
    package static func make(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else {
            return text
        }
        var result = ""
        for scalar in text.unicodeScalars {
            if let replacement = replacement(for: scalar) {
                result += replacement
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// A piece of source text in quotes, made visible and shortened to fit a message.
    package static func quote(_ text: String, limit: Int = 60) -> String {
        let start = text.unicodeScalars.prefix(limit)
        let isWhole = start.endIndex == text.unicodeScalars.endIndex
        return "'\(make(String(start)))\(isWhole ? "" : "…")'"
    }

    /// The replacement for a scalar that must not be printed; nil for any other.
    static func replacement(for scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x20...0x7E, 0x200C, 0x200D:
            // The joiners belong to the spelling of words and emoji.
            return nil
        case 0x00...0x1F:
            return Unicode.Scalar(0x2400 + scalar.value).map { String($0) }
        case 0x7F:
            return "\u{2421}"
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
                .unassigned:
                return "<U+\(hexadecimal(scalar.value))>"
            default:
                return nil
            }
        }
    }

    /// The number of terminal columns that a scalar takes.
    static func columns(of scalar: Unicode.Scalar) -> Int {
        guard scalar.value >= 0x300 else {
            return 1
        }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format:
            return 0
        default:
            return isWide(scalar) ? 2 : 1
        }
    }

    /// The blocks that terminals print in two columns, from the East Asian Width of Unicode.
    private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3,
            0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            return true
        default:
            return scalar.properties.isEmojiPresentation
        }
    }

    /// A number with at least four hexadecimal digits, as Unicode writes scalars.
    package static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
