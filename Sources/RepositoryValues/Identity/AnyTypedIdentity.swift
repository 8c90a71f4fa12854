/// A typed identity whose owner does not matter.
protocol AnyTypedIdentity {
    /// The type of the raw value.
    static var rawType: Any.Type { get }
    /// The raw value.
    var anyRawValue: Any { get }
}

extension TypedIdentity: AnyTypedIdentity {
    static var rawType: Any.Type { RawValue.self }
    var anyRawValue: Any { rawValue }
}

/// The type of which values are on the wire, as errors name it: of a typed identity that of the raw value.
///
/// - Parameter type: The type in Swift.
/// - Returns: The type on the wire.
func wireType(of type: Any.Type) -> Any.Type {
    (type as? any AnyTypedIdentity.Type)?.rawType ?? type
}
