struct StructureDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    /// The property that contains it, for an inline object.
    var inlineProperty: String?
    /// The mixin that contains it, for an inline object in one.
    var mixin: String?
    var properties: [PropertyDeclaration] = []
    /// The mixins that it includes.
    var includes: [Located<String>] = []
    var traits = TraitsDeclaration()
}

struct EntityDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    /// The identity; nil if none could be read.
    var identity: PropertyDeclaration?
    var identityOrigin: CheckedEntity.IdentityOrigin
    /// Whether its identity has its own type, if it specifies that.
    var hasTypedIdentity: Bool?
    /// Its resource type in JSON:API, if it declares one.
    var resourceType: Located<String>?
    var properties: [PropertyDeclaration] = []
    /// The mixins that it includes.
    var includes: [Located<String>] = []
    var traits = TraitsDeclaration()
    var indexes = EntityIndexes()
    /// Its names in earlier versions.
    var formerNames: [Located<String>] = []
}

/// A named group of properties.
struct MixinDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    var properties: [PropertyDeclaration] = []
    /// The mixins that it includes.
    var includes: [Located<String>] = []
}

/// The traits of a declaration in addition to its properties or cases.
struct TraitsDeclaration: Hashable, Sendable {
    /// The protocols to conform to.
    var conformances: [Located<String>] = []
    /// Whether it is hashable, if it specifies that.
    var isHashable: Located<Bool>?
    /// Whether keys that the schema does not declare are kept.
    var keepsUnknownKeys = false
}
