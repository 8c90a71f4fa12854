/// The key of a record: its collection and its identity.
///
/// Identities are compared byte by byte, as servers do: two strings that are equal in Swift, one
/// composed and one decomposed, are different keys.
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
    /// Whether two keys have the same collection and identity, compared byte by byte.
    public static func == (first: RecordKey, second: RecordKey) -> Bool {
        first.id.utf8.elementsEqual(second.id.utf8) && first.collection == second.collection
    }

    /// Hashes the key.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(collection)
        var id = id
        id.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    /// Whether a key sorts before another one: by collection, then by the bytes of the identity.
    public static func < (first: RecordKey, second: RecordKey) -> Bool {
        first.collection == second.collection
            ? first.id.utf8.lexicographicallyPrecedes(second.id.utf8)
            : first.collection < second.collection
    }
}

extension RecordKey: CustomStringConvertible {
    /// The collection and the identity, with a slash between them.
    public var description: String { "\(collection)/\(id)" }
}
