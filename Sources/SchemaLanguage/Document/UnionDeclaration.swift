import Diagnostics

struct UnionDeclaration: Hashable, Sendable {
    struct Case: Hashable, Sendable {
        var name: Located<String>
        var type: TypeExpression
        /// The value of the discriminator, if it is not the name.
        var tag: Located<String>?
        var doc: String?
        /// Whether all its options could be read.
        var isWhole = true
    }

    var heading: DeclarationHeading
    /// The key that distinguishes the cases; nil if the kind of JSON value decides.
    var discriminator: Located<String>?
    /// Whether it may have a discriminator that could not be read.
    var hasUnreadableDiscriminator = false
    var cases: [Case] = []
    /// Whether there are cases, or tags of them, that could not be read.
    var lacksCases = false
    var keepsUnknown = true
    var traits = TraitsDeclaration()
}
