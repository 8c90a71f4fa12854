/// The type of a variable that ``JSONReader/read(_:)`` sets to the value of a key: an optional, a
/// ``Presence``, a ``Change`` or a ``NullableChange``.
public protocol JSONVariable<JSONValue> {
    /// The type of the value.
    associatedtype JSONValue

    /// Creates the content of the variable for a value.
    ///
    /// - Parameter jsonValue: The value.
    init(jsonValue: JSONValue)
}

/// The type of a variable that ``JSONReader/readOrNull(_:)`` sets to the value of a key, which may
/// be null: an optional, a ``Presence`` or a ``NullableChange``.
public protocol NullableJSONVariable<JSONValue>: JSONVariable {
    /// The content of the variable for null.
    static var jsonNull: Self { get }
}

extension Optional: NullableJSONVariable {
    /// Creates an optional with a value.
    ///
    /// - Parameter jsonValue: The value.
    @inlinable @inline(__always)
    public init(jsonValue: Wrapped) { self = jsonValue }

    /// Nil.
    @inlinable
    public static var jsonNull: Wrapped? {
        @inline(__always) get { nil }
    }
}

extension Presence: NullableJSONVariable {
    /// Creates ``value(_:)``.
    ///
    /// - Parameter jsonValue: The value.
    @inlinable @inline(__always)
    public init(jsonValue: Value) { self = .value(jsonValue) }

    /// Null.
    @inlinable
    public static var jsonNull: Presence {
        @inline(__always) get { .null }
    }
}

extension Change: JSONVariable {
    /// Creates ``set(_:)``.
    ///
    /// - Parameter jsonValue: The value.
    @inlinable @inline(__always)
    public init(jsonValue: Value) { self = .set(jsonValue) }
}

extension NullableChange: NullableJSONVariable {
    /// Creates ``set(_:)``.
    ///
    /// - Parameter jsonValue: The value.
    @inlinable @inline(__always)
    public init(jsonValue: Value) { self = .set(jsonValue) }

    /// ``clear``.
    @inlinable
    public static var jsonNull: NullableChange {
        @inline(__always) get { .clear }
    }
}
