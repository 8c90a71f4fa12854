import Foundation

/// What kind of JSON a value inside a dictionary is, be it Swift's or that of `JSONSerialization`.
@usableFromInline
enum DictionaryValueKind {
    /// Whether a value stands for null.
    @usableFromInline
    static func isNull(_ value: Any) -> Bool {
        // Not `is NSNull`: the cast is slow, and most values of optional properties come here.
        type(of: value) == NSNull.self
    }

    /// The Boolean that a value is; nil for a number, which Foundation would cast too.
    @usableFromInline
    static func boolean(_ value: Any) -> Bool? {
        if type(of: value) == Bool.self { return value as? Bool }
        guard type(of: value) is AnyObject.Type, let number = value as? NSNumber else { return nil }
        return boolean(number, UInt8(bitPattern: number.objCType.pointee))
    }

    /// The Boolean that a Foundation number is; nil when it is a number.
    static func boolean(_ number: NSNumber, _ type: UInt8) -> Bool? {
        guard type == UInt8(ascii: "c") || type == UInt8(ascii: "B") else { return nil }
        // There are just two Booleans, on all platforms, and they are no other numbers.
        if number === NSNumber(value: true) { return true }
        if number === NSNumber(value: false) { return false }
        return nil
    }

    /// The integer that a number is, exactly; nil for a Boolean, and when it does not fit.
    @inlinable
    static func integer<Value: FixedWidthInteger>(_ value: Any, _: Value.Type) -> Value? {
        if let number = signed(value) { return Value(exactly: number) }
        return unsigned(value).flatMap { Value(exactly: $0) }
    }

    @usableFromInline
    static func signed(_ value: Any) -> Int64? {
        DictionaryNumber(value)?.integer(Int64.self)
    }

    @usableFromInline
    static func unsigned(_ value: Any) -> UInt64? {
        DictionaryNumber(value)?.integer(UInt64.self)
    }

    /// The double that is nearest to a number, finite or not; nil for a Boolean.
    @usableFromInline
    static func double(_ value: Any) -> Double? {
        DictionaryNumber(value)?.double
    }

    /// The kind of a value for an error, without the value.
    static func describe(_ value: Any) -> String {
        if isNull(value) { return JSONKind.null.rawValue }
        if boolean(value) != nil { return JSONKind.boolean.rawValue }
        if DictionaryNumber(value) != nil { return JSONKind.number.rawValue }
        if value is String { return JSONKind.string.rawValue }
        if value is [String: Any] { return JSONKind.object.rawValue }
        if value is [Any] { return JSONKind.array.rawValue }
        return "\(type(of: value))"
    }
}
