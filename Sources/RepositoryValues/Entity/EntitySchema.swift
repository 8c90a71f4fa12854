/// How the entities of one type are stored.
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
    /// The key of the identity in JSON.
    public var identityKey: String
    /// The properties that queries find without reading every document.
    public var indexed: [IndexedProperty]
    /// The collections that properties refer to, by the key of the property in JSON.
    ///
    /// The value of such a property is an identity, or an array or an object of them.
    public var references: [String: String]
    /// Where in other properties identities stand, by the key of the property in JSON: the properties
    /// that contain values which refer to entities.
    public var containedReferences: [String: ReferencePlace]
    /// What the contained values refer to, by the names that ``ReferencePlace/value(_:)`` has; values
    /// that the entity does not contain may be listed too.
    public var containedValues: [String: ContainedReferences]
    /// The keys of the properties that a client sends once, to create an entity; no patch has them.
    public var immutable: Set<String>
    /// The keys of the properties that listings leave out, and only an entity has that is asked for by
    /// itself: what is known of them stays where a listing is stored.
    public var unlisted: Set<String>
    /// The keys of the properties that responses to writes leave out: null or nothing in their place says
    /// nothing, and what was sent or known stays.
    public var unreturned: Set<String>
    /// The keys of all properties in JSON; none where nobody says them.
    ///
    /// With them are those of the values that queries look into, with the keys that lead to these: `address.city`.
    ///
    /// A store has what earlier versions of an app have read. Where the keys are others than they were, its
    /// documents get the defaults of the new ones, and a service that lists what has changed is asked for
    /// all there is once.
    public var properties: Set<String>
    /// What properties were in earlier versions of an app, by their keys in JSON: stored documents and pending
    /// writes are converted.
    public var former: [String: [FormerProperty]]
    /// Where in properties the values of ``formerValues`` are, by the key of the property in JSON.
    public var formerPlaces: [String: ReferencePlace]
    /// What contained values were in earlier versions of an app, by the names that ``ReferencePlace/value(_:)`` has;
    /// values that the entity does not contain may be listed too.
    public var formerValues: [String: FormerValue]

    /// Indexed properties that queries ask for together, by their keys: all but the last are compared for
    /// equality; the last one may also be a range or the order.
    public var compoundIndexes: [[String]]
    /// Properties of which no two entities may have the same values, by their keys: a local write that would
    /// make two is refused.
    public var unique: [[String]]
    /// The properties in which a search looks for words, by their keys.
    public var searched: [String]
    /// The keys of the properties that stand for files, whose bytes a store keeps beside itself.
    public var files: Set<String>
    /// What becomes of the entities that refer to one of these when it is deleted.
    public var deletionRules: [DeletionRule]
    /// The names that the collection had in earlier versions of an app, whose records and pending writes become
    /// those of this one.
    public var formerNames: [String]
    /// The version of what is stored, which grows with each change; nil where versions are not numbered.
    ///
    /// A store in a file refuses an app of an earlier version than the one that has written it.
    public var version: Int?

    /// Creates a schema.
    ///
    /// - Parameters:
    ///   - name: The name of the collection.
    ///   - identityKey: The key of the identity in JSON.
    ///   - indexed: The properties that queries find without reading every document.
    ///   - references: The collections that properties refer to, by the key of the property.
    ///   - containedReferences: Where in other properties identities stand, by the key of the property.
    ///   - containedValues: What the contained values refer to, by their names.
    ///   - immutable: The keys of the properties that a client sends once, to create an entity.
    ///   - unlisted: The keys of the properties that listings leave out.
    ///   - unreturned: The keys of the properties that responses to writes leave out.
    ///   - former: What properties were in earlier versions of an app, by their keys.
    ///   - formerPlaces: Where in properties the values of `formerValues` are, by the key of the property.
    ///   - formerValues: What contained values were in earlier versions of an app, by their names.
    ///   - properties: The keys of all properties in JSON.
    ///   - compoundIndexes: Indexed properties that queries ask for together, by their keys.
    ///   - unique: Properties of which no two entities may have the same values, by their keys.
    ///   - searched: The properties in which a search looks for words, by their keys.
    ///   - files: The keys of the properties that stand for files.
    ///   - deletionRules: What becomes of the entities that refer to one that is deleted.
    ///   - formerNames: The names that the collection had in earlier versions of an app.
    ///   - version: The version of what is stored; nil where versions are not numbered.
    public init(
        name: String,
        identityKey: String = "id",
        indexed: [IndexedProperty] = [],
        references: [String: String] = [:],
        containedReferences: [String: ReferencePlace] = [:],
        containedValues: [String: ContainedReferences] = [:],
        immutable: Set<String> = [],
        unlisted: Set<String> = [],
        unreturned: Set<String> = [],
        former: [String: [FormerProperty]] = [:],
        formerPlaces: [String: ReferencePlace] = [:],
        formerValues: [String: FormerValue] = [:],
        properties: Set<String> = [],
        compoundIndexes: [[String]] = [],
        unique: [[String]] = [],
        searched: [String] = [],
        files: Set<String> = [],
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

    /// What only the response to a read is sure to have.
    package var partial: Set<String> { unlisted.union(unreturned) }

    /// What the response to a write says, without the nulls that stand for what it leaves out.
    package func returned(_ received: [String: JSON]) -> [String: JSON] {
        guard !unreturned.isEmpty else { return received }
        return received.filter { key, value in value != .null || !unreturned.contains(key) }
    }

    /// The keys of the properties that were sent, and are null in the response to the write: the server has
    /// removed them, or the response leaves them out.
    package func doubtful(in received: [String: JSON], over sent: [String: JSON]) -> [String] {
        returned(received).compactMap { key, value in
            value == .null && sent[key] ?? .null != .null ? key : nil
        }
    }

    /// The keys of the properties whose values queries look into.
    package var queriedValues: Set<String> {
        Set(
            properties.compactMap { name in
                name.firstIndex(of: ".").map { String(name[..<$0]) }
            }
        ).intersection(properties)
    }

    /// The keys of all properties as text that tells one set of them from another, with those of the values that are
    /// converted; nil where nobody says them.
    package var shape: String? {
        guard !properties.isEmpty else { return nil }
        let (keys, values) = (properties.sorted().map { JSON.string($0) }, valueShapes)
        return JSON.array(values.isEmpty ? keys : keys + [.object(values)]).description
    }
}
