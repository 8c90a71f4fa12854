/// A property of an entity or of a value in queries: a ``Field``, a ``ReferenceField``, a
/// ``ValueField`` or a ``ValueListField``.
///
/// Functions that only need the property accept any of them:
///
///     let counts = try await messages.aggregate({ _ in .count }, by: { $0.author })
///
/// The functions of this protocol are static, because instance functions could hide a property of
/// the same name, such as `$0.author.field`.
public protocol PropertyName<Value>: Sendable {
    /// The type of the property.
    associatedtype Value: Sendable
    /// The type of the property when reached through a reference or an array of values:
    /// `$0.author.name`.
    associatedtype Related: FieldPath where Related.Value == Value

    /// Returns the field of the property.
    ///
    /// - Parameter name: The property.
    /// - Returns: The field.
    static func field(of name: Self) -> Field<Value>

    /// Returns a property of a nested value.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The outer property.
    /// - Returns: The property, starting at the entity: `$0.address.city`.
    static func name<Outer>(_ name: Self, of value: Field<Outer>) -> Self

    /// Returns a property that is reached through a reference or an array of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: Converts a condition on this property into one on the entity at the start of the
    ///     path.
    /// - Returns: The path.
    static func path(
        to name: Self,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> Related
}

extension Field: PropertyName {
    /// Returns the field itself.
    ///
    /// - Parameter name: The field.
    /// - Returns: The same field.
    public static func field(of name: Field) -> Field { name }

    /// Returns a property of a nested value.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The outer property.
    /// - Returns: Its field.
    public static func name<Outer>(_ name: Field, of value: Field<Outer>) -> Field {
        Field(name, of: value)
    }

    /// Returns a property that is reached through a reference or an array of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: Converts a condition on this property into one on the entity at the start of the
    ///     path.
    /// - Returns: The path.
    public static func path(
        to name: Field,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedField<Value> {
        RelatedField(name, behind: route)
    }
}
