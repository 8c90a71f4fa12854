import YAMLTree

extension YAMLScalar {
    /// The value of an integer; nil for any other meaning, or if it does not fit.
    var integerValue: Int? {
        guard meaning == .integer else { return nil }
        if text.hasPrefix("0o") { return Int(text.dropFirst(2), radix: 8) }
        if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
        return Int(text)
    }

    /// The value of an integer or float, rounded to the nearest; nil for any other meaning.
    var floatingPointValue: Double? {
        switch meaning {
        case .integer where text.hasPrefix("0o") || text.hasPrefix("0x"):
            return hexadecimalOrOctalValue
        case .integer:
            return Double(text)
        case .float:
            break
        default:
            return nil
        }
        switch text.lowercased() {
        case ".nan": return .nan
        case ".inf", "+.inf": return .infinity
        case "-.inf": return -.infinity
        default: return Double(text)
        }
    }

    /// The value of an integer that may be larger than any `Int`.
    private var hexadecimalOrOctalValue: Double {
        let radix = text.hasPrefix("0o") ? 8.0 : 16.0
        return text.dropFirst(2).reduce(0) { $0 * radix + Double($1.hexDigitValue ?? 0) }
    }
}
