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

    /// Whether a value is nil of some type, put into `Any` as it is.
    @usableFromInline @inline(never)
    static func isBoxedNil(_ value: Any) -> Bool {
        unboxed(value).map(isNull) ?? false
    }

    /// What is inside a value that was put into `Any` as an optional, null for nil; nil when the value
    /// is no optional.
    ///
    /// `[String: Any]` takes optionals without a word. Asking each value would be slow, so only what
    /// could not be converted is asked.
    @inline(never)
    static func unboxed(_ value: Any) -> Any? {
        guard var optional = value as? any BoxedOptional else { return nil }
        while true {
            guard let content = optional.content else { return NSNull() }
            guard let inner = content as? any BoxedOptional else { return content }
            optional = inner
        }
    }

    /// The Boolean that a value is; nil for a number, which Foundation would cast too.
    @usableFromInline
    static func boolean(_ value: Any) -> Bool? {
        if type(of: value) == Bool.self { return value as? Bool }
        guard type(of: value) is AnyObject.Type, let number = value as? NSNumber else { return nil }
        return boolean(number, UInt8(bitPattern: number.objCType.pointee))
    }

    /// The Boolean inside an optional.
    @usableFromInline @inline(never)
    static func boxedBoolean(_ value: Any) -> Bool? {
        unboxed(value).flatMap(boolean)
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
        number(value)?.integer(Int64.self)
    }

    @usableFromInline
    static func unsigned(_ value: Any) -> UInt64? {
        number(value)?.integer(UInt64.self)
    }

    /// The double that is nearest to a number, finite or not; nil for a Boolean.
    @usableFromInline
    static func double(_ value: Any) -> Double? {
        number(value)?.double
    }

    /// The number that a value is, also inside an optional; nil for a Boolean.
    static func number(_ value: Any) -> DictionaryNumber? {
        DictionaryNumber(value) ?? unboxed(value).flatMap { DictionaryNumber($0) }
    }

    /// The kind of a value; nil when JSON has no such value.
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

    /// The kind of a value for an error, without the value.
    static func describe(_ value: Any) -> String {
        kind(of: value)?.rawValue ?? "\(type(of: value))"
    }
}

/// An optional of a type that is not known.
private protocol BoxedOptional {
    /// What it holds; nil for nil.
    var content: Any? { get }
}

extension Optional: BoxedOptional {
    fileprivate var content: Any? { self }
}
