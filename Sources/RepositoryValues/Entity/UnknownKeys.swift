/// Members of an object that its schema does not know, by their keys.
public typealias UnknownKeys = [String: JSON]

/// A structure that carries members that its schema does not know from a read to a write.
///
/// So a structure that is read, changed and sent back as a whole loses nothing that a newer server put
/// into it. Numbers keep all their digits.
public protocol UnknownKeysKeeping: NonisolatedConformance {
    /// The members; keys that the schema knows must not be among them.
    var unknownKeys: UnknownKeys { get set }
}

extension DictionaryReader {
    /// The members that the schema does not know.
    ///
    /// - Parameter known: The keys that it knows.
    /// - Returns: The others, with their values.
    /// - Throws: ``ConversionError`` when JSON has no such value, as for a `Date`.
    public func unknownKeys(besides known: Set<String>) throws(ConversionError) -> UnknownKeys {
        var unknownKeys: UnknownKeys = [:]
        // In order, so that the same dictionary always gives the same error.
        for key in dictionary.keys.filter({ !known.contains($0) }).sorted() {
            unknownKeys[key] = try required(key, as: JSON.self)
        }
        return unknownKeys
    }
}
