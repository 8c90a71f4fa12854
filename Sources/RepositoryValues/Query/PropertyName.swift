/// What names a property of an entity or of a value: a ``Field``, a ``ReferenceField``, a ``ValueField`` or a
/// ``ValueListField``.
///
/// Functions that need no more than the property take any of them:
///
///     let counts = try await messages.aggregate({ _ in .count }, by: { $0.author })
///
/// The functions of this protocol are static, so that they hide no property behind a ``ReferenceField`` or in a
/// ``ValueField``.
public protocol PropertyName<Value>: Sendable {
    /// The type of the property.
    associatedtype Value: Sendable
    /// What names the property behind a reference, or in a list of values: `$0.author.name`.
    associatedtype Related: FieldPath where Related.Value == Value

    /// The field of the property.
    ///
    /// - Parameter name: What names the property.
    /// - Returns: The field.
    static func field(of name: Self) -> Field<Value>

    /// Names a property of the value of another property.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The property whose value has it.
    /// - Returns: What names it for the entity: `$0.address.city`.
    static func name<Outer>(_ name: Self, of value: Field<Outer>) -> Self

    /// Names a property behind a reference, or in a list of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: What turns a condition on that into one on the entity with which the path begins.
    /// - Returns: The path.
    static func path(
        to name: Self,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> Related
}

extension Field: PropertyName {
    /// The field itself.
    ///
    /// - Parameter name: The field.
    /// - Returns: The same field.
    public static func field(of name: Field) -> Field { name }

    /// Names a property of the value of another property.
    ///
    /// - Parameters:
    ///   - name: The property of the value.
    ///   - value: The property whose value has it.
    /// - Returns: Its field.
    public static func name<Outer>(_ name: Field, of value: Field<Outer>) -> Field {
        Field(name, of: value)
    }

    /// Names a property behind a reference, or in a list of values.
    ///
    /// - Parameters:
    ///   - name: The property of the other entity, or of an element.
    ///   - route: What turns a condition on that into one on the entity with which the path begins.
    /// - Returns: The path.
    public static func path(
        to name: Field,
        behind route: @escaping @Sendable (Condition) -> Condition
    ) -> RelatedField<Value> {
        RelatedField(name, behind: route)
    }
}
