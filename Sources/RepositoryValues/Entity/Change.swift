/// A change of a property that is not nullable.
public enum Change<Value> {
    /// Unchanged, and not sent.
    case keep
    /// Set to this value.
    case set(Value)
}

extension Change {
    /// Applies the change to a property.
    ///
    /// - Parameter property: The property; unchanged for ``keep``.
    public func apply(to property: inout Value) {
        if case .set(let value) = self { property = value }
    }
}

extension Change: Sendable where Value: Sendable {}
extension Change: Equatable where Value: Equatable {}
extension Change: Hashable where Value: Hashable {}

/// A change of a nullable property.
public enum NullableChange<Value> {
    /// Unchanged, and not sent.
    case keep
    /// Set to this value.
    case set(Value)
    /// Set to null.
    case clear
}

extension NullableChange {
    /// Creates the change for the value of a key in a patch.
    ///
    /// - Parameter presence: The value: a missing key keeps the property, null clears it.
    public init(_ presence: Presence<Value>) {
        switch presence {
        case .absent: self = .keep
        case .null: self = .clear
        case .value(let value): self = .set(value)
        }
    }

    /// Applies the change to a property.
    ///
    /// - Parameter property: The property; nil for ``clear``.
    public func apply(to property: inout Value?) {
        switch self {
        case .keep: break
        case .set(let value): property = value
        case .clear: property = nil
        }
    }

    /// Applies the change to a property.
    ///
    /// - Parameter property: The property; null for ``clear``.
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
