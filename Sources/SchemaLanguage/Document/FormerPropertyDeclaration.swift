import Diagnostics

/// The form of a property in an earlier version of the schema.
struct FormerPropertyDeclaration: Hashable, Sendable {
    /// The key in JSON; nil if it is the current one.
    var key: Located<String>?
    /// The type; nil if it is the current one.
    var type: TypeExpression?
    /// The function of the app that converts its values.
    var function: Located<String>?
    let range: SourceRange
}
