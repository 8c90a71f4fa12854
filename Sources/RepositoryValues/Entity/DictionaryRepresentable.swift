/// A type that can be written as a dictionary.
///
/// The dictionary holds what JSON can say: strings, numbers and Booleans as Swift values, arrays,
/// dictionaries, and null as `NSNull`, so that `JSONSerialization` takes it. Dates have the form that
/// their codec gives them, enumerations are their raw values, and data is Base64 text.
public protocol DictionaryRepresentable: DictionaryValueRepresentable {
    /// This value as a dictionary.
    var dictionary: [String: any Sendable] { get }
}

extension DictionaryRepresentable {
    /// This value as a dictionary inside another one.
    @inlinable
    public var dictionaryValue: any Sendable {
        guard StackFloor.hasRoom() else { return DictionaryWriter.unrepresentable }
        return dictionary
    }
}

/// A type that can be written as a value inside a dictionary.
public protocol DictionaryValueRepresentable: NonisolatedConformance {
    /// This value as JSON's types in Swift say it.
    var dictionaryValue: any Sendable { get }
}
