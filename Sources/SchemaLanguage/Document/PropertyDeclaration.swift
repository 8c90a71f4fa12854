import RepositoryValues
import YAMLTree

/// A property as written in a schema.
///
/// It has dozens of fields, and every check looks at thousands of properties, so copies share their
/// contents.
struct PropertyDeclaration: Hashable, Sendable {
    /// The contents of a property.
    struct Contents: Hashable, Sendable {
        /// The name, without the `?` of an optional property.
        var name: Located<String>
        var mayBeAbsent = false
        var type: TypeExpression
        var defaultValue: LiteralExpression?
        var key: Located<String>?
        var doc: String?
        var formats: [Located<DateFormat>] = []
        /// The constraints on its values.
        var constraints: [Located<Constraint>] = []
        /// The URL for a reference, with `{id}`.
        var url: Located<String>?
        /// The JSON type of its single values, if it declares one.
        var json: Located<PrimitiveType>?
        /// The declared directions; at most one, if every rule holds.
        var directions: [Located<PropertyDirection>] = []
        var onInvalid: Located<InvalidValuePolicy>?
        var isRedacted = false
        /// The reason not to use it.
        var deprecation: String?
        var isIndexed: Located<Bool>?
        /// The indexed properties of its value, with dots into nested values; nil if it lists none.
        var indexedMembers: Located<[Located<String>]>?
        /// The effect on the entity when the referenced one is deleted.
        var onDelete: Located<DeletionAction>?
        /// The name of the inverse in the entity that this refers to.
        var inverse: Located<String>?
        /// Its file.
        var file: FileDeclaration?
        /// Whether listings contain it.
        var isListed: Located<Bool>?
        /// Whether responses to writes contain it.
        var isReturned: Located<Bool>?
        var example: YAMLNode?
        /// Its forms in earlier versions, for converting stored documents.
        var former: [FormerPropertyDeclaration] = []
        var transform: CheckedParameter.Transform?
        /// How the elements of arrays are written, for a query parameter.
        var arrays: Located<CheckedMedia.Arrays>?
        /// How the properties of an object are written, for a query parameter.
        var objects: Located<CheckedMedia.Objects>?
        /// The mixin that adds it, at the place of the include; nil if it is declared here.
        var mixin: Located<String>?
        /// Whether its name, and all its options, could be read; if not, its form is unknown.
        var isWhole = true

        /// Who writes it, and when.
        var direction: PropertyDirection { directions.first?.value ?? .readWrite }
    }

    private var contents: Shared<Contents>

    init(_ contents: Contents) {
        self.contents = Shared(contents)
    }

    private mutating func change(_ change: (inout Contents) -> Void) {
        var changed = contents.value
        change(&changed)
        contents = Shared(changed)
    }
}

extension PropertyDeclaration {
    var name: Located<String> { contents.value.name }
    var mayBeAbsent: Bool { contents.value.mayBeAbsent }
    var type: TypeExpression {
        get { contents.value.type }
        set { change { $0.type = newValue } }
    }
    var defaultValue: LiteralExpression? { contents.value.defaultValue }
    var key: Located<String>? { contents.value.key }
    var doc: String? { contents.value.doc }
    var formats: [Located<DateFormat>] { contents.value.formats }
    var constraints: [Located<Constraint>] { contents.value.constraints }
    var url: Located<String>? { contents.value.url }
    var json: Located<PrimitiveType>? { contents.value.json }
    var directions: [Located<PropertyDirection>] { contents.value.directions }
    var onInvalid: Located<InvalidValuePolicy>? { contents.value.onInvalid }
    var isRedacted: Bool { contents.value.isRedacted }
    var deprecation: String? { contents.value.deprecation }
    var isIndexed: Located<Bool>? { contents.value.isIndexed }
    var indexedMembers: Located<[Located<String>]>? { contents.value.indexedMembers }
    var onDelete: Located<DeletionAction>? { contents.value.onDelete }
    var inverse: Located<String>? { contents.value.inverse }
    var file: FileDeclaration? { contents.value.file }
    var isListed: Located<Bool>? { contents.value.isListed }
    var isReturned: Located<Bool>? { contents.value.isReturned }
    var example: YAMLNode? { contents.value.example }
    var former: [FormerPropertyDeclaration] { contents.value.former }
    var transform: CheckedParameter.Transform? { contents.value.transform }
    var arrays: Located<CheckedMedia.Arrays>? { contents.value.arrays }
    var objects: Located<CheckedMedia.Objects>? { contents.value.objects }
    var mixin: Located<String>? {
        get { contents.value.mixin }
        set { change { $0.mixin = newValue } }
    }
    var isWhole: Bool {
        get { contents.value.isWhole }
        set { change { $0.isWhole = newValue } }
    }
    var direction: PropertyDirection { contents.value.direction }
}
