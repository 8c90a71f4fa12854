/// The width of a text, regardless of the viewer's font: at least that in any common one.
///
/// The fonts of viewers are unknown. Widths are therefore upper bounds over common system fonts:
/// San Francisco Mono and DejaVu Sans Mono for code, and DejaVu Sans, Verdana and Segoe UI for
/// headings.
package struct TextMetrics: Sendable {
    /// A family of fonts.
    package enum Family: String, Hashable, Sendable, CaseIterable {
        /// All characters have the same width.
        case code
        /// For headings, which may be bold.
        case heading
    }

    /// The width of a text.
    ///
    /// - Parameters:
    ///   - text: The text, in one line.
    ///   - family: The family of fonts.
    ///   - size: The size of the font, in pixels.
    /// - Returns: The width in pixels.
    package static func width(of text: String, _ family: Family, size: Double) -> Double {
        var sum = 0.0
        for scalar in text.unicodeScalars { sum += units(of: scalar, family) }
        return sum * size
    }

    /// The text, truncated to a width with an ellipsis.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - width: The maximum width in pixels.
    ///   - family: The family of fonts.
    ///   - size: The size of the font, in pixels.
    /// - Returns: The text, or the beginning of it.
    package static func cut(
        _ text: String,
        to width: Double,
        _ family: Family,
        size: Double
    ) -> String {
        guard self.width(of: text, family, size: size) > width else { return text }
        var room = width - self.width(of: "…", family, size: size)
        var kept = ""
        for character in text {
            room -= self.width(of: String(character), family, size: size)
            if room < 0 { break }
            kept.append(character)
        }
        return kept + "…"
    }

    /// The width of a character in relation to the font size.
    private static func units(of scalar: Unicode.Scalar, _ family: Family) -> Double {
        switch scalar.value {
        case 0x20...0x7E: return family == .code ? 0.62 : headingUnits(of: scalar)
        case 0xA0...0x24F, 0x370...0x52F, 0x1E00...0x1FFF: return family == .code ? 0.62 : 0.95
        case 0x2010...0x2027, 0x2030...0x205E: return family == .code ? 0.7 : 1
        case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: return 0
        // The width of the widest ligature.
        case 0xFDFD: return 12
        case 0x1F000...0x1FBFF, 0x2600...0x27BF: return 1.5
        // The characters of scripts with square glyphs, and of scripts that few fonts support.
        default: return 1.25
        }
    }

    private static func headingUnits(of scalar: Unicode.Scalar) -> Double {
        switch Character(scalar) {
        case "i", "j", "l", "I", "'", "|", ".", ",", ":", ";", "!": 0.4
        case " ", "f", "t", "r", "J", "(", ")", "[", "]", "/", "-", "\\": 0.5
        case "m", "M", "w", "W", "%", "@", "#": 1.1
        case "A"..."Z", "&", "+", "=", "<", ">", "~": 0.86
        default: 0.72
        }
    }
}
