/// What a client asks to become of a property that cannot be null.
public enum Change<Value> {
    /// It stays as it is, and is not sent.
    case keep
    /// It becomes this value.
    case set(Value)
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}

/// What a client asks to become of a property that can be null.
public enum NullableChange<Value> {
    /// It stays as it is, and is not sent.
    case keep
    /// It becomes this value.
    case set(Value)
    /// It becomes null.
    case clear
}

extension NullableChange: Sendable where Value: Sendable {}
extension NullableChange: Equatable where Value: Equatable {}
extension NullableChange: Hashable where Value: Hashable {}
