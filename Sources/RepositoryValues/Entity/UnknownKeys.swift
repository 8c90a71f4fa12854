/// Values of an object under keys that its schema does not declare.
public typealias UnknownKeys = [String: JSON]

/// A structure that keeps undeclared keys from a read to a write.
///
/// If it is read, changed and sent back as a whole, nothing that a newer server has added is lost.
/// Numbers keep all their digits.
public protocol UnknownKeysKeeping: NonisolatedConformance {
    /// The undeclared keys with their values; must not contain declared keys.
    var unknownKeys: UnknownKeys { get set }
}

extension DictionaryReader {
    /// Returns the keys that the schema does not declare.
    ///
    /// - Parameter known: The declared keys.
    /// - Returns: The other keys, with their values.
    /// - Throws: ``ConversionError`` if JSON has no such value, for example for a `Date`.
    public func unknownKeys(besides known: Set<String>) throws(ConversionError) -> UnknownKeys {
        var unknownKeys: UnknownKeys = [:]
        // Sorted, so that the same dictionary always results in the same error.
        for key in dictionary.keys.filter({ !known.contains($0) }).sorted() {
            unknownKeys[key] = try required(key, as: JSON.self)
        }
        return unknownKeys
    }
}
