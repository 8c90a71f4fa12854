/// A type that can be created from a dictionary, such as one from `JSONSerialization`.
///
/// It accepts and rejects the same values as ``JSONDecodable``. In particular, a Boolean is never a
/// number, unlike in Foundation's casts.
public protocol DictionaryInitializable: DictionaryValueInitializable {
    /// Creates a value.
    ///
    /// - Parameter dictionary: Values by key, of Swift types or those of `JSONSerialization`.
    /// - Throws: ``ConversionError`` with the key path, the expected type and the kind found.
    init(dictionary: [String: Any]) throws(ConversionError)
}

extension DictionaryInitializable {
    /// Creates a value from a nested dictionary.
    ///
    /// - Parameter dictionaryValue: The dictionary.
    /// - Throws: ``ConversionError`` if it is not a dictionary, or not of this type.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let dictionary = dictionaryValue as? [String: Any] else {
            throw ConversionError(expected: "object", butFound: dictionaryValue)
        }
        try StackFloor.check()
        try self.init(dictionary: dictionary)
    }
}

/// A type that can be created from a value in a dictionary.
public protocol DictionaryValueInitializable: NonisolatedConformance {
    /// Creates a value.
    ///
    /// - Parameter dictionaryValue: A value of a Swift type or one of `JSONSerialization`.
    /// - Throws: ``ConversionError`` if it is not of this type.
    init(dictionaryValue: Any) throws(ConversionError)
}
