import YAMLTree

extension LiteralExpression.Form {
    /// Reads a text without quotes by the core schema of YAML.
    init(plain text: String) {
        switch text {
        case "null", "Null", "NULL", "~": self = .null
        case "true", "True", "TRUE": self = .bool(true)
        case "false", "False", "FALSE": self = .bool(false)
        case "[]": self = .emptyArray
        case "{}": self = .emptyDictionary
        default:
            if text.isDecimalInteger {
                self = .integer(text)
            } else if text.isDecimalNumber {
                self = .float(text)
            } else {
                self = .word(text)
            }
        }
    }

    /// Reads a node.
    init(_ node: YAMLNode) {
        switch node.content {
        case .sequence(let elements): self = elements.isEmpty ? .emptyArray : .collection
        case .mapping(let pairs): self = pairs.isEmpty ? .emptyDictionary : .collection
        case .scalar(let scalar):
            self = scalar.style == .plain ? Self(plain: scalar.text) : .quoted(scalar.text)
        }
    }
}

extension String {
    /// Whether it is `[-+]?[0-9]+`.
    var isDecimalInteger: Bool {
        let digits = first == "-" || first == "+" ? dropFirst() : self[...]
        return !digits.isEmpty && digits.utf8.allSatisfy { (48...57).contains($0) }
    }

    /// A decimal number with a fraction, an exponent or both.
    var isDecimalNumber: Bool {
        var rest = Substring(self).utf8
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest.removeFirst()
        }
        var digits = rest.dropDigits()
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            digits += rest.dropDigits()
        }
        guard digits > 0 else { return false }
        guard let mark = rest.first else { return true }
        guard mark | 0x20 == UInt8(ascii: "e") else { return false }
        rest.removeFirst()
        if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            rest.removeFirst()
        }
        return rest.dropDigits() > 0 && rest.isEmpty
    }
}

extension Substring.UTF8View {
    /// Drops the leading decimal digits, and returns their number.
    fileprivate mutating func dropDigits() -> Int {
        let before = count
        self = drop { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return before - count
    }
}
