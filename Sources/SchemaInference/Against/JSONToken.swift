import SchemaLanguage

/// A buffered event of a JSON text.
enum JSONToken {
    case beginObject, endObject, beginArray, endArray, null
    case key(String)
    case text(String)
    case number(String, isInteger: Bool)
    case bool(Bool)

    /// The token as text.
    var noun: String {
        switch self {
        case .beginObject, .endObject: "an object"
        case .beginArray, .endArray: "an array"
        case .null: "null"
        case .key: "a key"
        case .text: "a string"
        case .number(_, let isInteger): isInteger ? "an integer" : "a number with a fraction"
        case .bool: "a Boolean"
        }
    }

    /// The change of the nesting depth.
    var depth: Int {
        switch self {
        case .beginObject, .beginArray: 1
        case .endObject, .endArray: -1
        default: 0
        }
    }
}

extension JSONToken {
    /// The type of the JSON value that starts with it; nil for null.
    var kind: WireKind? {
        switch self {
        case .beginObject: .object
        case .beginArray: .array
        case .text: .string
        case .number: .number
        case .bool: .bool
        case .null, .key, .endObject, .endArray: nil
        }
    }
}
