/// A typed identity with an unknown owner.
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

/// Returns the name of the encoded type, for errors: for a typed identity, that of its raw value.
///
/// - Parameter type: The type in Swift.
/// - Returns: A name such as `Int`, or `Array<Int>`.
@usableFromInline
func wireName(of type: Any.Type) -> String {
    switch type {
    case let identity as any AnyTypedIdentity.Type: wireName(of: identity.rawType)
    case let list as any ColumnList.Type: "Array<\(wireName(of: list.elementType))>"
    default: String(describing: type)
    }
}
