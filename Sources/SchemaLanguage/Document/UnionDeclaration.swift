import Diagnostics

struct UnionDeclaration: Hashable, Sendable {
    struct Case: Hashable, Sendable {
        var name: Located<String>
        var type: TypeExpression
        /// The value of the discriminator, where it is not the name.
        var tag: Located<String>?
        var doc: String?
    }

    var heading: DeclarationHeading
    /// The key by which the cases are told apart; nil where the kind of JSON value decides.
    var discriminator: Located<String>?
    var cases: [Case] = []
    var keepsUnknown = true
    var traits = TraitsDeclaration()
}
