import Foundation

extension JSON {
    /// Creates a value from a `JSONSerialization` value: a string, number, Boolean, array,
    /// dictionary or `NSNull`, of Swift or Foundation; a ``TypedIdentity`` is its raw value.
    ///
    /// - Parameter any: The value.
    /// - Throws: ``ConversionError`` if it contains something that JSON does not support, such as
    ///   an infinite number.
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

    /// This value in a form that `JSONSerialization` accepts.
    ///
    /// A number becomes an `Int`, `UInt64`, `Double` or `Decimal`, the first that represents it
    /// exactly; if none does, a `Decimal` with its first 38 digits if it is as close as a `Double`,
    /// or else the nearest finite `Double`. A value that is nested too deeply for
    /// the stack becomes not-a-number, which nothing accepts.
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
    /// Creates a value from one in a dictionary.
    ///
    /// - Parameter dictionaryValue: Any value that JSON supports.
    /// - Throws: ``ConversionError`` if JSON does not support it.
    public init(dictionaryValue: Any) throws(ConversionError) {
        try self.init(any: dictionaryValue)
    }

    /// This value converted for a dictionary.
    public var dictionaryValue: any Sendable { any }
}
