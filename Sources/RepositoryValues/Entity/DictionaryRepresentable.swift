/// A type that can be converted to a dictionary.
///
/// The dictionary contains the types of JSON, as `JSONSerialization` accepts them: strings, numbers
/// and Booleans as Swift values, arrays, dictionaries, and null as `NSNull`. Dates have the format
/// of their codec, enums are their raw values, and data is Base64 text.
public protocol DictionaryRepresentable: DictionaryValueRepresentable {
    /// This value as a dictionary.
    var dictionary: [String: any Sendable] { get }
}

extension DictionaryRepresentable {
    /// This value as a nested dictionary.
    @inlinable
    public var dictionaryValue: any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return dictionary
    }
}

/// A type that can be converted to a value in a dictionary.
public protocol DictionaryValueRepresentable: NonisolatedConformance {
    /// This value as a Swift type that JSON supports.
    var dictionaryValue: any Sendable { get }
}
