import YAMLTree

/// Writes a node as JSON, using the meaning of its scalars.
enum JSONText {
    /// The JSON text; numbers without a JSON form are written as strings.
    static func text(of node: YAMLNode) -> String {
        switch node.content {
        case .sequence(let elements):
            "[" + elements.map(text).joined(separator: ",") + "]"
        case .mapping(let pairs):
            "{"
                + pairs.map { ($0.key.scalarText ?? "").jsonLiteral + ":" + text(of: $0.value) }
                .joined(separator: ",") + "}"
        case .scalar(let scalar):
            switch scalar.meaning {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .integer, .float: number(scalar.text) ?? scalar.text.jsonLiteral
            case .string: scalar.text.jsonLiteral
            }
        }
    }

    /// A number in JSON notation; nil if it has none.
    ///
    /// Hexadecimal and octal numbers of YAML become decimal.
    static func number(_ text: String) -> String? {
        if text.isDecimalNumber { return text.normalizedNumber }
        let radix = text.hasPrefix("0x") ? 16 : 8
        return UInt64(text.dropFirst(2), radix: radix).map(String.init)
    }
}
