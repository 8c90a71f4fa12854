/// A value that may be absent, null or there, where absent and null mean different things.
///
/// The Swift type of a property that a schema writes as `name?: T?`.
public enum Presence<Value> {
    /// The key is not there.
    case absent
    /// The key is there, and its value is null.
    case null
    /// The value is there.
    case value(Value)

    /// Makes a presence of an optional; nil becomes ``null``.
    ///
    /// - Parameter value: The value, or nil for null.
    public init(_ value: Value?) {
        self = value.map { .value($0) } ?? .null
    }

    /// The value; nil when it is null or absent.
    public var value: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Whether the key is not there.
    public var isAbsent: Bool {
        if case .absent = self { true } else { false }
    }

    /// Whether the key is there, and its value is null.
    public var isNull: Bool {
        if case .null = self { true } else { false }
    }
}

extension Presence: Sendable where Value: Sendable {}
extension Presence: Equatable where Value: Equatable {}
extension Presence: Hashable where Value: Hashable {}
