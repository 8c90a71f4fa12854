import SchemaLanguage

/// An event of a JSON text that is kept.
enum JSONToken {
    case beginObject, endObject, beginArray, endArray, null
    case key(String)
    case text(String)
    case number(String, isInteger: Bool)
    case bool(Bool)

    /// What it is, in words.
    var noun: String {
        switch self {
        case .beginObject, .endObject: "an object"
        case .beginArray, .endArray: "an array"
        case .null: "null"
        case .key: "a key"
        case .text: "text"
        case .number(_, let isInteger): isInteger ? "a whole number" : "a number with a fraction"
        case .bool: "a Boolean"
        }
    }

    /// By how much it changes the depth.
    var depth: Int {
        switch self {
        case .beginObject, .beginArray: 1
        case .endObject, .endArray: -1
        default: 0
        }
    }
}

extension JSONToken {
    /// The kind of JSON value that begins with it; nil of null.
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
