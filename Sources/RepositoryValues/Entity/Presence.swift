/// A value that may be absent, null or present, where absent and null differ in meaning.
///
/// The Swift type of a property that a schema writes as `name?: T?`.
public enum Presence<Value> {
    /// The key is missing.
    case absent
    /// The key is present, and its value is null.
    case null
    /// The key has a value.
    case value(Value)

    /// Creates a presence from an optional; nil becomes ``null``.
    ///
    /// - Parameter value: The value, or nil for null.
    public init(_ value: Value?) {
        self = value.map { .value($0) } ?? .null
    }

    /// The value; nil if it is null or absent.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the key is missing.
    public var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// Whether the key is present, and its value is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension Presence: Sendable where Value: Sendable {}
extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
