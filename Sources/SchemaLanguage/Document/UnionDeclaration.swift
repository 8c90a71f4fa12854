import Diagnostics

struct UnionDeclaration: Hashable, Sendable {
    struct Case: Hashable, Sendable {
        var name: Located<String>
        var type: TypeExpression
        /// The value of the discriminator, where it is not the name.
        var tag: Located<String>?
        var doc: String?
        /// Whether all that it says beside its type could be read.
        var isWhole = true
    }

    var heading: DeclarationHeading
    /// The key by which the cases are told apart; nil where the kind of JSON value decides.
    var discriminator: Located<String>?
    /// Whether it may have a discriminator that could not be read.
    var hasUnreadableDiscriminator = false
    var cases: [Case] = []
    /// Whether there are cases, or tags of them, that could not be read.
    var lacksCases = false
    var keepsUnknown = true
    var traits = TraitsDeclaration()
}
