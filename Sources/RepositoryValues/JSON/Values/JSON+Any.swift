import Foundation

extension JSON {
    /// Makes a value of one such as `JSONSerialization` gives: strings, numbers, Booleans, arrays,
    /// dictionaries and `NSNull`, of Swift or Foundation; a ``TypedIdentity`` is its raw value.
    ///
    /// - Parameter any: The value.
    /// - Throws: ``ConversionError`` when something in it is not JSON, such as an infinite number.
    public init(any: Any) throws(ConversionError) {
        if let text = any as? String {
            self = .string(text)
        } else if DictionaryValueKind.isNull(any) {
            self = .null
        } else if let boolean = DictionaryValueKind.boolean(any) {
            self = .bool(boolean)
        } else if let number = DictionaryNumber(any) {
            guard let literal = number.literal, let number = Number(literal) else {
                throw ConversionError(expected: "finite number", found: "infinite number")
            }
            self = .number(number)
        } else if let value = any as? JSON {
            self = value
        } else if any is [String: Any] {
            self = .object(try [String: JSON](dictionaryValue: any))
        } else if any is [Any] {
            self = .array(try [JSON](dictionaryValue: any))
        } else if let identity = any as? any AnyTypedIdentity {
            try self.init(any: identity.anyRawValue)
        } else if let plain = DictionaryValueKind.unboxed(any) {
            try self.init(any: plain)
        } else {
            throw ConversionError(expected: "JSON", butFound: any)
        }
    }

    /// This value as `JSONSerialization` takes it.
    ///
    /// A number becomes an `Int`, `UInt64`, `Double` or `Decimal`, the first that says it exactly;
    /// else the nearest finite `Double`. What stands deeper than the stack has room for becomes a
    /// number that is none, which nothing accepts.
    public var any: any Sendable {
        switch self {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let value): value.any
        case .string(let value): value
        case .array(let value): value.dictionaryValue
        case .object(let value): value.dictionaryValue
        }
    }
}

extension JSON: DictionaryValueInitializable, DictionaryValueRepresentable {
    /// Makes a value of one inside a dictionary.
    ///
    /// - Parameter dictionaryValue: Any value that JSON can say.
    /// - Throws: ``ConversionError`` when it is none.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(any: dictionaryValue)
    }

    /// This value as one inside a dictionary.
    public var dictionaryValue: any Sendable { any }
}
