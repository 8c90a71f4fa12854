/// Where a record is kept: its collection, and its identity in there.
///
/// Identities are told apart by their bytes, for servers do so: two strings that are equal in Swift,
/// composed and decomposed, are two keys.
public struct RecordKey: Sendable {
    /// The name of the collection.
    public var collection: String
    /// The identity as text, see `EntityIdentifier.pathComponent`.
    public var id: String

    /// Creates a key.
    ///
    /// - Parameters:
    ///   - collection: The name of the collection.
    ///   - id: The identity as text.
    public init(collection: String, id: String) {
        self.collection = collection
        self.id = id
    }
}

extension RecordKey: Hashable, Comparable {
    /// Whether two keys have the same collection, and the same bytes as identity.
    public static func == (first: RecordKey, second: RecordKey) -> Bool {
        first.id.utf8.elementsEqual(second.id.utf8) && first.collection == second.collection
    }

    /// Feeds the key to a hasher.
    ///
    /// - Parameter hasher: Takes the key.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        var id = id
        id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Whether a key is before another one: by the collection, then by the bytes of the identity.
    public static func < (first: RecordKey, second: RecordKey) -> Bool {
        first.collection == second.collection
            ? first.id.utf8.lexicographicallyPrecedes(second.id.utf8)
            : first.collection < second.collection
    }
}

extension RecordKey {
    /// The collection and the identity, as they are kept in small values.
    var parts: [String] { [collection, id] }

    /// Reads what was kept; nil for anything else.
    init?(parts: [String]) {
        guard parts.count == 2 else { return nil }
        self.init(collection: parts[0], id: parts[1])
    }
}

extension RecordKey: CustomStringConvertible {
    /// The collection and the identity, with a slash between them.
    public var description: String { "\(collection)/\(id)" }
}
