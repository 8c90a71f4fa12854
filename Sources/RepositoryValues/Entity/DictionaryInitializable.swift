/// A type that can be made from a dictionary, such as `JSONSerialization` gives.
///
/// Reading accepts and refuses what ``JSONDecodable`` accepts and refuses. In particular a Boolean is
/// never a number, whatever Foundation's casts say.
public protocol DictionaryInitializable: DictionaryValueInitializable {
    /// Makes a value.
    ///
    /// - Parameter dictionary: The value's keys, with Swift values or those of `JSONSerialization`.
    /// - Throws: ``ConversionError`` that names the key path, what was expected and what was found.
    init(dictionary: [String: Any]) throws(ConversionError)
}

extension DictionaryInitializable {
    /// Makes a value from a dictionary inside another one.
    ///
    /// - Parameter dictionaryValue: The dictionary.
    /// - Throws: ``ConversionError`` when it is none, or not one of this type.
    @inlinable
    public init(dictionaryValue: Any) throws(ConversionError) {
        guard let dictionary = dictionaryValue as? [String: Any] else {
            throw ConversionError(expected: "object", butFound: dictionaryValue)
        }
        try StackFloor.check()
        try self.init(dictionary: dictionary)
    }
}

/// A type that can be made from a value inside a dictionary.
public protocol DictionaryValueInitializable: NonisolatedConformance {
    /// Makes a value.
    ///
    /// - Parameter dictionaryValue: A Swift value or one of `JSONSerialization`.
    /// - Throws: ``ConversionError`` when it is not one of this type.
    init(dictionaryValue: Any) throws(ConversionError)
}
