/// What a client asks to become of a property that cannot be null.
public enum Change<Value> {
    /// It stays as it is, and is not sent.
    case keep
    /// It becomes this value.
    case set(Value)
}

extension Change {
    /// Changes a property as the client asks.
    ///
    /// - Parameter property: The property; unchanged when the change is ``keep``.
    public func apply(to property: inout Value) {
        if case .set(let value) = self { property = value }
    }
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

extension NullableChange {
    /// Makes the change that a member of a patch asks for.
    ///
    /// - Parameter presence: The member: a missing one keeps the property, null clears it.
    public init(_ presence: Presence<Value>) {
        switch presence {
        case .absent: self = .keep
        case .null: self = .clear
        case .value(let value): self = .set(value)
        }
    }

    /// Changes a property as the client asks.
    ///
    /// - Parameter property: The property; nil when the change is ``clear``.
    public func apply(to property: inout Value?) {
        switch self {
        case .keep: break
        case .set(let value): property = value
        case .clear: property = nil
        }
    }

    /// Changes a property as the client asks.
    ///
    /// - Parameter property: The property; null when the change is ``clear``.
    public func apply(to property: inout Presence<Value>) {
        switch self {
        case .keep: break
        case .set(let value): property = .value(value)
        case .clear: property = .null
        }
    }
}

extension NullableChange: Sendable where Value: Sendable {}
extension NullableChange: Equatable where Value: Equatable {}
extension NullableChange: Hashable where Value: Hashable {}
