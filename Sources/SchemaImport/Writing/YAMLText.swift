import YAMLTree

/// Writes scalars so that YAML reads them back: plain if possible, else quoted.
enum YAMLText {
    /// A string as a value.
    static func scalar(_ text: String, isFlow: Bool) -> String {
        isPlain(text, isFlow: isFlow) && CoreSchema.meaning(of: text) == .string
            ? text : quoted(text)
    }

    /// A string as a key; keys are strings in a schema, whatever they mean in YAML.
    static func key(_ text: String, isFlow: Bool = false) -> String {
        switch CoreSchema.meaning(of: text) {
        case .string, .integer: isPlain(text, isFlow: isFlow) ? text : quoted(text)
        case .null, .bool, .float: quoted(text)
        }
    }

    /// A double-quoted string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.isUnprintable:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let width = scalar.value > 0xFFFF ? 8 : 4
                let zeros = String(repeating: "0", count: max(0, width - digits.count))
                result += (width == 8 ? "\\U" : "\\u") + zeros + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Whether YAML syntax allows a string without quotes.
    private static func isPlain(_ text: String, isFlow: Bool) -> Bool {
        let scalars = text.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { return false }
        if "!&*?|>%@`\"'#,[]{}-:=<~".unicodeScalars.contains(first) || first == " " || last == " " {
            return false
        }
        var previous: Unicode.Scalar = " "
        for scalar in scalars {
            switch scalar {
            // Some parsers, for example PyYAML, treat a `?` in brackets as a key indicator.
            case ",", "[", "]", "{", "}", "?":
                if isFlow { return false }
            case "#":
                if previous == " " { return false }
            case " ":
                if previous == ":" { return false }
            case "\n", "\r", "\t": return false
            case _ where scalar.isUnprintable: return false
            default: break
            }
            previous = scalar
        }
        // In brackets, a `:` may end a word.
        return last != ":" && !(isFlow && text.contains(":"))
    }
}

extension Unicode.Scalar {
    /// Whether YAML allows it only as an escape in quotes.
    var isUnprintable: Bool {
        switch value {
        case 0x20...0x7E, 0xA0...0x2027, 0x202A...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
            0x10000...0x10FFFF:
            false
        default: true
        }
    }
}
