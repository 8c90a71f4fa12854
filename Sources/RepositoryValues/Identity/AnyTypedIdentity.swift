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

/// The name of the type of which values are on the wire, for errors: of a typed identity that of its raw value.
///
/// - Parameter type: The type in Swift.
/// - Returns: Such as `Int`, or `Array<Int>`.
@usableFromInline
func wireName(of type: Any.Type) -> String {
    switch type {
    case let identity as any AnyTypedIdentity.Type: wireName(of: identity.rawType)
    case let list as any ColumnList.Type: "Array<\(wireName(of: list.elementType))>"
    default: String(describing: type)
    }
}
