/// What names a property of an entity: a ``Field``, or a ``ReferenceField``.
///
/// Functions that need no more than the property take any of them:
///
///     let counts = try await messages.aggregate({ _ in .count }, by: { $0.author })
public protocol PropertyName<Value>: Sendable {
    /// The type of the property.
    associatedtype Value: Sendable

    /// The field of the property.
    ///
    /// It is a static function, so that it hides no property of an entity behind a ``ReferenceField``.
    ///
    /// - Parameter name: What names the property.
    /// - Returns: The field.
    static func field(of name: Self) -> Field<Value>
}

extension Field: PropertyName {
    /// The field itself.
    ///
    /// - Parameter name: The field.
    /// - Returns: The same field.
    public static func field(of name: Field) -> Field { name }
}
