import RepositoryValues
import YAMLTree

/// A property as a schema writes it.
///
/// It has dozens of fields, and every check looks at thousands of properties: so copies share what
/// they hold.
@dynamicMemberLookup
struct PropertyDeclaration: Hashable, Sendable {
    /// What it holds.
    struct Contents: Hashable, Sendable {
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
        /// The properties of its value that are indexed, with dots into deeper values; nil where it
        /// lists none.
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
        /// The mixin that brings it, at the place where a structure includes it; nil where it is
        /// written.
        var mixin: Located<String>?
        /// Whether its name, and all that it says beside its type, could be read; where not, how it
        /// is
        /// written is not known.
        var isWhole = true

        /// Who writes it, and when.
        var direction: PropertyDirection { directions.first?.value ?? .readWrite }
    }

    private var contents: Shared<Contents>

    init(_ contents: Contents) {
        self.contents = Shared(contents)
    }

    @inline(__always)
    subscript<Field>(dynamicMember field: KeyPath<Contents, Field>) -> Field {
        contents.value[keyPath: field]
    }

    @inline(__always)
    subscript<Field>(dynamicMember field: WritableKeyPath<Contents, Field>) -> Field {
        get { contents.value[keyPath: field] }
        set {
            var changed = contents.value
            changed[keyPath: field] = newValue
            contents = Shared(changed)
        }
    }
}
