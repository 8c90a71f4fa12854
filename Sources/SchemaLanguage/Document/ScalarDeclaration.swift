import Diagnostics

struct ScalarDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    /// Its Swift type; nil if that could not be read.
    var swift: Located<String>?
    /// The module of a type of the user.
    var module: Located<String>?
    /// Its JSON type.
    var json: Located<PrimitiveType>?
    var formats: [Located<DateFormat>] = []
    /// Whether it declares a form that could not be read.
    var hasUnreadableForm = false
}
