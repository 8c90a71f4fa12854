import Diagnostics
import RepositoryValues
import YAMLTree

struct StructureDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    /// The property in which it is written, for an inline object.
    var inlineProperty: String?
    /// The mixin in which it is written, for an inline object of one.
    var mixin: String?
    var properties: [PropertyDeclaration] = []
    /// The mixins that it includes.
    var includes: [Located<String>] = []
    var traits = TraitsDeclaration()
}

struct EntityDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    /// The identity; nil where there is none to be read.
    var identity: PropertyDeclaration?
    var identityOrigin: CheckedEntity.IdentityOrigin
    /// Whether its identity has a type of its own, if it specifies that.
    var hasTypedIdentity: Bool?
    /// The type of its resources in JSON:API, where it says so.
    var resourceType: Located<String>?
    var properties: [PropertyDeclaration] = []
    /// The mixins that it includes.
    var includes: [Located<String>] = []
    var traits = TraitsDeclaration()
    var indexes = EntityIndexes()
    /// The names that it had in earlier versions.
    var formerNames: [Located<String>] = []
}

/// A named group of properties.
struct MixinDeclaration: Hashable, Sendable {
    var heading: DeclarationHeading
    var properties: [PropertyDeclaration] = []
    /// The mixins that it includes.
    var includes: [Located<String>] = []
}

/// What a declaration may say beyond its properties or cases.
struct TraitsDeclaration: Hashable, Sendable {
    /// The protocols to conform to.
    var conformances: [Located<String>] = []
    /// Whether it is hashable, where it says so.
    var isHashable: Located<Bool>?
    /// Whether keys that the schema does not know are kept.
    var keepsUnknownKeys = false
}

struct PropertyDeclaration: Hashable, Sendable {
    /// The name, without the `?` of a key that may be absent.
    var name: Located<String>
    var mayBeAbsent = false
    var type: TypeExpression
    var defaultValue: LiteralExpression?
    var key: Located<String>?
    var doc: String?
    var formats: [Located<DateFormat>] = []
    /// What restricts its values beyond their type.
    var constraints: [Located<Constraint>] = []
    /// The URL that a reference is written as, with `{id}`.
    var url: Located<String>?
    /// What the single values in it are in JSON, where it says so.
    var json: Located<PrimitiveType>?
    /// The directions that it says; no more than one, where every rule holds.
    var directions: [Located<PropertyDirection>] = []
    var onInvalid: Located<InvalidValuePolicy>?
    var isRedacted = false
    /// Why not to use it.
    var deprecation: String?
    var isIndexed: Located<Bool>?
    /// The properties of its value that are indexed, with dots into deeper values; nil where it lists none.
    var indexedMembers: Located<[Located<String>]>?
    /// What becomes of the entity when the one is deleted to which this refers.
    var onDelete: Located<DeletionAction>?
    /// The name under which the entity that this refers to has those that refer to it.
    var inverse: Located<String>?
    /// The file that it stands for.
    var file: FileDeclaration?
    /// Whether listings have it.
    var isListed: Located<Bool>?
    /// Whether responses to writes have it.
    var isReturned: Located<Bool>?
    var example: YAMLNode?
    /// What it was in earlier versions, where stored documents are converted.
    var former: [FormerPropertyDeclaration] = []
    var transform: CheckedParameter.Transform?
    /// How the elements of arrays are written, of a query parameter.
    var arrays: Located<CheckedMedia.Arrays>?
    /// How the properties of an object are written, of a query parameter.
    var objects: Located<CheckedMedia.Objects>?
    /// The mixin that brings it, at the place where a structure includes it; nil where it is written.
    var mixin: Located<String>?
    /// Whether its name, and all that it says beside its type, could be read; where not, how it is
    /// written is not known.
    var isWhole = true

    /// Who writes it, and when.
    var direction: PropertyDirection { directions.first?.value ?? .readWrite }
}
