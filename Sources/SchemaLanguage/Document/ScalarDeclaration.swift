import Diagnostics

struct ScalarDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    /// What it is in Swift.
    var swift: Located<String>
    /// The module of a type of the user's own.
    var module: Located<String>?
    /// What it is in JSON.
    var json: Located<PrimitiveType>?
    var formats: [Located<DateFormat>] = []
}
