import Diagnostics

struct ScalarDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    /// What it is in Swift; nil where that could not be read.
    var swift: Located<String>?
    /// The module of a type of the user's own.
    var module: Located<String>?
    /// What it is in JSON.
    var json: Located<PrimitiveType>?
    var formats: [Located<DateFormat>] = []
    /// Whether it says how it is written in a way that could not be read.
    var hasUnreadableForm = false
}
