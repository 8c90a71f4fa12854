/// Text as a Swift literal.
enum StringLiteral {
    /// The literal of a text, on one line.
    ///
    /// Quotes and backslashes make a raw literal, which is easier to read. Characters that are
    /// invisible, or change how the line is displayed, are escaped: control characters, line
    /// separators, bidirectional marks.
    static func literal(_ text: String) -> String {
        // A mark would combine with the quote before it.
        var needsEscape = text.unicodeScalars.first?.isMark ?? false
        var hasQuoteOrBackslash = false
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" {
                hasQuoteOrBackslash = true
            } else if scalar.isHidden {
                needsEscape = true
            }
        }
        if !needsEscape {
            return hasQuoteOrBackslash ? raw(text) : "\"\(text)\""
        }
        return escaped(text)
    }

    /// The literal of a text where Swift allows no raw literal, as in an attribute.
    static func escaped(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case "\0": literal += "\\0"
            case _ where scalar.isHidden || scalar.isMark && literal == "\"":
                literal += "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// A raw literal with as many `#` as its text needs.
    private static func raw(_ text: String) -> String {
        var longest = 0
        var run: Int?
        for scalar in text.unicodeScalars {
            switch scalar {
            // A quote followed by that many `#` ends the literal, a backslash followed by them
            // starts an escape.
            case "\"", "\\": run = 0
            case "#": run = run.map { $0 + 1 }
            default: run = nil
            }
            longest = max(longest, run ?? 0)
        }
        let hashes = String(repeating: "#", count: longest + 1)
        return "\(hashes)\"\(text)\"\(hashes)"
    }
}

extension Unicode.Scalar {
    /// Whether the character is invisible in source code, or changes the order in which others are
    /// displayed.
    var isHidden: Bool {
        if isASCII { return value < 0x20 || value == 0x7F }
        // A joiner belongs to emoji and to the scripts that need it.
        if value == 0x200D || value == 0x200C { return false }
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
            .spaceSeparator:
            return true
        default: return properties.isDefaultIgnorableCodePoint && !properties.isVariationSelector
        }
    }
}
