/// The storage schema of the entities of one type.
///
///     static let schema = EntitySchema(
///         name: "Message",
///         identityKey: "_id",
///         indexed: [IndexedProperty("likes", .integer)],
///         references: ["author": "User"]
///     )
public struct EntitySchema: Hashable, Sendable {
    /// The name of the collection, such as `Message`.
    public var name: String
    /// The JSON key of the identity.
    public var identityKey: String
    /// The indexed properties, by which queries find entities without reading every document.
    public var indexed: [IndexedProperty]
    /// The collections that properties refer to, by JSON key.
    ///
    /// The value of such a property is an identity, or an array or an object of identities.
    public var references: [String: String]
    /// The locations of references in nested values, by the JSON key of the property that contains
    /// them.
    public var containedReferences: [String: ReferencePlace]
    /// The references in nested values, by the names used in ``ReferencePlace/value(_:)``; may
    /// include values that the entity does not contain.
    public var containedValues: [String: ContainedReferences]
    /// The keys of the properties that a client sends only to create an entity; no patch contains
    /// them.
    public var immutable: Set<String>
    /// The keys of the properties that listings omit and only the read of a single entity returns;
    /// storing a listing keeps their known values.
    public var unlisted: Set<String>
    /// The keys of the properties that responses to writes omit; if they are null or missing there,
    /// the sent or known values are kept.
    public var unreturned: Set<String>
    /// The JSON keys of all properties; empty if unknown.
    ///
    /// It includes those of nested values, with their path: `address.city`.
    ///
    /// A store contains documents of earlier versions of an app. If the keys have changed, its
    /// documents get the defaults of the new properties, and a service that lists changes is asked
    /// for everything once.
    public var properties: Set<String>
    /// The former forms of properties in earlier versions of an app, by JSON key; stored documents
    /// and pending writes are converted.
    public var former: [String: [FormerProperty]]
    /// The locations of ``formerValues`` in properties, by JSON key.
    public var formerPlaces: [String: ReferencePlace]
    /// The former forms of nested values in earlier versions of an app, by the names used in
    /// ``ReferencePlace/value(_:)``; may include values that the entity does not contain.
    public var formerValues: [String: FormerValue]

    /// Compound indexes of indexed properties, by key: queries compare all but the last for
    /// equality; the last one may also be a range or the order.
    public var compoundIndexes: [[String]]
    /// Unique constraints: sets of keys whose values must differ between entities; a local write
    /// that violates one is rejected.
    public var unique: [[String]]
    /// The keys of the properties for full-text search.
    public var searched: [String]
    /// The keys of the properties for files, whose bytes a store keeps outside of the document.
    public var files: Set<String>
    /// The rules for entities that refer to a deleted entity of this type.
    public var deletionRules: [DeletionRule]
    /// The former names of the collection; its records and pending writes are moved to this one.
    public var formerNames: [String]
    /// The version of the stored form, which increases with each change; nil if versions are not
    /// numbered.
    ///
    /// A store file rejects an app with an earlier version than the one that has written it. After
    /// a change, a service that lists changes is asked for everything once.
    public var version: Int?

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - identityKey: The JSON key of the identity.
    ///   - indexed: The indexed properties.
    ///   - references: The collections that properties refer to, by key.
    ///   - containedReferences: The locations of references in nested values, by the key of the
    ///     property.
    ///   - containedValues: The references in nested values, by name.
    ///   - immutable: The keys of the properties that a client sends only to create an entity.
    ///   - unlisted: The keys of the properties that listings omit.
    ///   - unreturned: The keys of the properties that responses to writes omit.
    ///   - former: The former forms of properties, by key.
    ///   - formerPlaces: The locations of `formerValues` in properties, by key.
    ///   - formerValues: The former forms of nested values, by name.
    ///   - properties: The JSON keys of all properties.
    ///   - compoundIndexes: Compound indexes of indexed properties, by key.
    ///   - unique: Sets of keys whose values must differ between entities.
    ///   - searched: The keys of the properties for full-text search.
    ///   - files: The keys of the properties for files.
    ///   - deletionRules: The rules for entities that refer to a deleted entity.
    ///   - formerNames: The former names of the collection.
    ///   - version: The version of the stored form; nil if versions are not numbered.
    public init(
        name: String,
        identityKey: String = "id",
        indexed: [IndexedProperty] = [],
        references: [String: String] = .init(),
        containedReferences: [String: ReferencePlace] = .init(),
        containedValues: [String: ContainedReferences] = .init(),
        immutable: Set<String> = .init(),
        unlisted: Set<String> = .init(),
        unreturned: Set<String> = .init(),
        former: [String: [FormerProperty]] = .init(),
        formerPlaces: [String: ReferencePlace] = .init(),
        formerValues: [String: FormerValue] = .init(),
        properties: Set<String> = .init(),
        compoundIndexes: [[String]] = [],
        unique: [[String]] = [],
        searched: [String] = [],
        files: Set<String> = .init(),
        deletionRules: [DeletionRule] = [],
        formerNames: [String] = [],
        version: Int? = nil
    ) {
        self.name = name
        self.identityKey = identityKey
        self.indexed = indexed
        self.references = references
        self.containedReferences = containedReferences
        self.containedValues = containedValues
        self.immutable = immutable
        self.unlisted = unlisted
        self.unreturned = unreturned
        self.former = former
        self.formerPlaces = formerPlaces
        self.formerValues = formerValues
        self.properties = properties
        self.compoundIndexes = compoundIndexes
        self.unique = unique
        self.searched = searched
        self.files = files
        self.deletionRules = deletionRules
        self.formerNames = formerNames
        self.version = version
    }

    /// Creates a schema without other details than its properties.
    ///
    /// The compiler emits the default arguments of the other initializer in each file that calls it.
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - properties: The JSON keys of all properties.
    public init(name: String, properties: Set<String>) {
        self.init(name: name, identityKey: "id", properties: properties)
    }

    /// The keys of the properties that only the response to a read contains for certain.
    package var partial: Set<String> { unlisted.union(unreturned) }

    /// Returns the properties of the response to a write, without nulls for properties that it
    /// omits.
    package func returned(_ received: [String: JSON]) -> [String: JSON] {
        guard !unreturned.isEmpty else { return received }
        return received.filter { key, value in value != .null || !unreturned.contains(key) }
    }

    /// Returns the keys of sent properties that are null in the response to the write: the server
    /// has removed them, or the response omits them.
    package func doubtful(in received: [String: JSON], over sent: [String: JSON]) -> [String] {
        returned(received).compactMap { key, value in
            value == .null && sent[key] ?? .null != .null ? key : nil
        }
    }

    /// The keys of the properties with nested values whose properties are listed.
    package var listedValues: Set<String> {
        Set(
            properties.compactMap { name in
                name.firstIndex(of: ".").map { String(name[..<$0]) }
            }
        ).intersection(properties)
    }

    /// A string that differs for different sets of properties and converted values; nil if the
    /// properties are unknown.
    package var shape: String? {
        guard !properties.isEmpty else { return nil }
        let keys = properties.sorted { $0.precedesBytewise($1) }.map { JSON.string($0) }
        let values = formerValues.filter { !$0.value.properties.isEmpty }
            .mapValues {
                JSON.array(
                    $0.properties.sorted { $0.precedesBytewise($1) }.map { .string($0) }
                )
            }
        return JSON.array(values.isEmpty ? keys : keys + [.object(values)]).description
    }
}
