import Foundation

/// Determines the JSON kind of a value in a dictionary, of a Swift type or `JSONSerialization`.
@usableFromInline
enum DictionaryValueKind {
    /// Returns whether a value represents null.
    @usableFromInline
    static func isNull(_ value: Any) -> Bool {
        // Not `is NSNull`: the cast is slow, and most values of optional properties reach this
        // check.
        type(of: value) == NSNull.self
    }

    /// Returns whether a value is nil of some type, stored in `Any` as an optional.
    @usableFromInline @inline(never)
    static func isBoxedNil(_ value: Any) -> Bool {
        unboxed(value).map(isNull) ?? false
    }

    /// Returns the value of an optional stored in `Any`, null for nil; nil if the value is not an
    /// optional.
    ///
    /// `[String: Any]` silently accepts optionals. Checking each value would be slow, so only
    /// values that could not be converted are checked.
    @inline(never)
    static func unboxed(_ value: Any) -> Any? {
        guard var optional = value as? any BoxedOptional else { return nil }
        while true {
            guard let content = optional.content else { return NSNull() }
            guard let inner = content as? any BoxedOptional else { return content }
            optional = inner
        }
    }

    /// Returns a Boolean; nil for a number, which Foundation would cast too.
    @usableFromInline
    static func boolean(_ value: Any) -> Bool? {
        if type(of: value) == Bool.self { return value as? Bool }
        guard type(of: value) is AnyObject.Type, let number = value as? NSNumber else { return nil }
        return boolean(number, UInt8(bitPattern: number.objCType.pointee))
    }

    /// Returns the Boolean in an optional.
    @usableFromInline @inline(never)
    static func boxedBoolean(_ value: Any) -> Bool? {
        unboxed(value).flatMap(boolean)
    }

    /// Returns the Boolean of a Foundation number; nil if it is a number.
    static func boolean(_ number: NSNumber, _ type: UInt8) -> Bool? {
        guard type == UInt8(ascii: "c") || type == UInt8(ascii: "B") else { return nil }
        // There are exactly two Boolean instances on all platforms, and no number shares them.
        if number === NSNumber(value: true) { return true }
        if number === NSNumber(value: false) { return false }
        return nil
    }

    /// Returns the exact integer; nil for a Boolean, and if it does not fit.
    @inlinable
    static func integer<Value: FixedWidthInteger>(_ value: Any, _: Value.Type) -> Value? {
        if let number = signed(value) { return Value(exactly: number) }
        return unsigned(value).flatMap { Value(exactly: $0) }
    }

    @usableFromInline
    static func signed(_ value: Any) -> Int64? {
        number(value)?.integer(Int64.self)
    }

    @usableFromInline
    static func unsigned(_ value: Any) -> UInt64? {
        number(value)?.integer(UInt64.self)
    }

    /// Returns the nearest double, finite or not; nil for a Boolean.
    @usableFromInline
    static func double(_ value: Any) -> Double? {
        number(value)?.double
    }

    /// Returns the number, also of an optional; nil for a Boolean.
    static func number(_ value: Any) -> DictionaryNumber? {
        DictionaryNumber(value) ?? unboxed(value).flatMap { DictionaryNumber($0) }
    }

    /// Returns the kind of a value; nil if JSON has no such value.
    static func kind(of value: Any) -> JSONKind? {
        if isNull(value) { return .null }
        if value is String { return .string }
        if boolean(value) != nil { return .boolean }
        if DictionaryNumber(value) != nil { return .number }
        if let plain = unboxed(value) { return kind(of: plain) }
        if let json = value as? JSON { return json.kind }
        if value is [String: Any] { return .object }
        if value is [Any] { return .array }
        return nil
    }

    /// Returns the kind of a value for an error, without the value.
    static func describe(_ value: Any) -> String {
        kind(of: value)?.rawValue ?? "\(type(of: value))"
    }
}

/// An optional of an unknown type.
private protocol BoxedOptional {
    /// Its value; nil for nil.
    var content: Any? { get }
}

extension Optional: BoxedOptional {
    fileprivate var content: Any? { self }
}
