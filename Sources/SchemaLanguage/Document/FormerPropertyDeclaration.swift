import Diagnostics

/// What a property was in an earlier version of the schema.
struct FormerPropertyDeclaration: Hashable, Sendable {
    /// The key in JSON; nil where it is the one of today.
    var key: Located<String>?
    /// The type; nil where it is the one of today.
    var type: TypeExpression?
    /// The function of the app that converts its values.
    var function: Located<String>?
    let range: SourceRange
}
