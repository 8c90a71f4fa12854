/// A JSON value whose objects keep the order of their properties, so that the same value gives the
/// same bytes.
package indirect enum OrderedJSON: Hashable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case string(String)
    case array([OrderedJSON])
    case object([Member])

    /// A property of an object.
    package struct Member: Hashable, Sendable {
        /// The name.
        package let name: String
        /// The value.
        package let value: OrderedJSON

        /// Makes a property.
        package init(_ name: String, _ value: OrderedJSON) {
            self.name = name
            self.value = value
        }
    }

    /// The value as text, indented by two spaces, with a line break at its end.
    package var text: String { text(indentation: "") + "\n" }

    private func text(indentation: String) -> String {
        let inner = indentation + "  "
        switch self {
        case .null: return "null"
        case .bool(let value): return "\(value)"
        case .integer(let value): return "\(value)"
        case .string(let value): return value.jsonLiteral
        case .array(let elements):
            if elements.allSatisfy(\.isScalar) {
                return "[\(elements.map { $0.text(indentation: "") }.joined(separator: ", "))]"
            }
            let lines = elements.map { inner + $0.text(indentation: inner) }
            return "[\n\(lines.joined(separator: ",\n"))\n\(indentation)]"
        case .object(let members):
            guard !members.isEmpty else { return "{}" }
            let lines = members.map {
                "\(inner)\($0.name.jsonLiteral): \($0.value.text(indentation: inner))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indentation)}"
        }
    }

    private var isScalar: Bool {
        switch self {
        case .null, .bool, .integer, .string: true
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        }
    }
}

extension OrderedJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByIntegerLiteral
{
    /// Makes a string.
    package init(stringLiteral value: String) { self = .string(value) }
    /// Makes a Boolean.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Makes an integer.
    package init(integerLiteral value: Int) { self = .integer(value) }
    /// Makes an array.
    package init(arrayLiteral elements: OrderedJSON...) { self = .array(elements) }
    /// Makes an object, in the order of the literal.
    package init(dictionaryLiteral elements: (String, OrderedJSON)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}

extension String {
    /// The text as a JSON string (RFC 8259); control characters are escaped, all others are not.
    package var jsonLiteral: String {
        let isPlain = utf8.allSatisfy {
            $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
        }
        if isPlain { return "\"\(self)\"" }
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
