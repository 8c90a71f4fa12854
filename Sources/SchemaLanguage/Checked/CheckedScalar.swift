/// A scalar: a name for a domain type with a JSON representation.
package struct CheckedScalar: Hashable, Sendable {
    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// Its type in Swift.
    package let type: ScalarType
    /// Its form in JSON.
    package let wire: WireForm
}

/// The Swift type of a scalar.
package enum ScalarType: Hashable, Sendable {
    /// A built-in type, but not `JSON`.
    case primitive(PrimitiveType)
    /// A type that the users of the output wrote, converted from and to a primitive.
    ///
    /// `name` may be qualified, `Money.Amount`; `module` is imported where the type is named.
    case custom(name: String, module: String?, representation: PrimitiveType)
}

/// The form of a value in JSON, if its type allows several.
package enum WireForm: Hashable, Sendable {
    /// The form of the type itself.
    case own
    /// A number or a Boolean as a string: `"-37.3159"`, `"true"`.
    case text
    /// A Boolean as `0` or `1`.
    case numericBool
    /// A date in one of these formats; at least one.
    case date(DateFormats)
    /// An identity as the URL of its entity, with `{id}` as the last component of its path.
    case url(String)
}
