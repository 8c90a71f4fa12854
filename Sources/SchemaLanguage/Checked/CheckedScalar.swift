/// A scalar: a name for a domain type on a representation in JSON.
package struct CheckedScalar: Hashable, Sendable {
    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// What it is in Swift.
    package let type: ScalarType
    /// How it is written on the wire.
    package let wire: WireForm
}

/// What a scalar is in Swift.
package enum ScalarType: Hashable, Sendable {
    /// A type of the language: never `JSON`.
    case primitive(PrimitiveType)
    /// A type that the users of the output wrote, made from and written as a primitive.
    ///
    /// `name` may be qualified, `Money.Amount`; `module` is imported where the type is named.
    case custom(name: String, module: String?, representation: PrimitiveType)
}

/// How a value is written on the wire, where its type leaves a choice.
package enum WireForm: Hashable, Sendable {
    /// In the form of the type itself.
    case own
    /// A number or a boolean as text: `"-37.3159"`, `"true"`.
    case text
    /// A boolean as `0` or `1`.
    case numericBool
    /// A date in one of these formats; at least one.
    case date(DateFormats)
    /// An identity as the URL of its entity: the text has `{id}` as the last component of its path.
    case url(String)
}
