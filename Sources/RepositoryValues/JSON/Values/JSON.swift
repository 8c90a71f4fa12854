/// Any JSON value.
///
/// ```swift
/// let extra: JSON = ["name": "Ada", "tags": [1, 2.5, nil]]
/// extra["name"]?.string  // "Ada"
/// extra["tags"]?[1]?.double  // 2.5
/// ```
///
/// Numbers keep all their digits, and are equal if their values are. If a key occurs twice, the
/// last one counts; keys are compared like Swift strings, by canonical equivalence.
public enum JSON: Hashable, Sendable {
    /// `null`
    case null
    /// `true` or `false`
    case bool(Bool)
    /// A number, with all its digits.
    case number(Number)
    /// A string.
    case string(String)
    /// An array.
    case array([JSON])
    /// An object; its keys have no order.
    case object([String: JSON])
}

extension JSON: JSONDecodable, JSONEncodable {
    /// Decodes any value.
    ///
    /// - Parameter reader: The reader, positioned at the first byte of the value.
    /// - Throws: ``JSONError`` if there is no JSON value.
    public init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.kind {
        case .object: self = .object(try [String: JSON](from: &reader))
        case .array: self = .array(try [JSON](from: &reader))
        case .string: self = .string(try reader.scanner.string())
        case .boolean: self = .bool(try reader.scanner.boolean())
        case .null:
            try reader.null()
            self = .null
        case .number: self = .number(try Number(from: &reader))
        case nil: throw reader.scanner.mismatch(expected: "value")
        }
    }

    /// Encodes the value: numbers with their original digits, objects sorted by key.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let value): writer.boolean(value)
        case .number(let value): value.encode(to: &writer)
        case .string(let value): writer.string(value)
        case .array(let value): value.encode(to: &writer)
        case .object(let value): value.encode(to: &writer)
        }
    }
}

// Not `ExpressibleByNilLiteral`: where `JSON?` is inferred, `nil` could then be an existing null.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates a Boolean.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates a number.
    public init(integerLiteral value: Int) { self = .number(Number(value)) }

    /// Creates a number; one that is not finite (no literal is) becomes null.
    public init(floatLiteral value: Double) { self = Number(value).map { .number($0) } ?? .null }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates an array.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Creates an object; if a key occurs twice, the last one counts.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON text.
    public var description: String {
        // JSON can represent every value of this type, if the stack has room for its levels.
        (try? jsonText()) ?? "<too deep>"
    }
}
