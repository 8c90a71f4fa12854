import Foundation

/// Writes values to a dictionary that `JSONSerialization` accepts.
///
/// It corresponds to ``JSONWriter`` for bytes; ``MemberWriter`` documents the functions.
public struct DictionaryWriter {
    /// The dictionary written so far.
    @inlinable public var dictionary: [String: any Sendable] { members }

    @usableFromInline var members: [String: any Sendable]

    /// Creates a writer.
    @inlinable
    public init() {
        members = [:]
    }

    /// Represents a number that JSON does not support; nothing accepts it.
    @usableFromInline
    static var unrepresentable: any Sendable { Double.nan }

    @inlinable
    mutating func store(_ value: any Sendable, _ key: String) {
        members[key] = value
    }
}

extension DictionaryWriter: MemberWriter {
    /// Reserves capacity, before the first value.
    ///
    /// - Parameter count: The approximate number of keys.
    @inlinable
    public mutating func reserve(members count: Int) {
        // Not `reserveCapacity(_:)`: it is not specialized, and its type lookup for each dictionary
        // costs more than three values.
        guard members.isEmpty else { return }
        members = Dictionary(uniqueKeysWithValues: Room(underestimatedCount: count))
    }

    /// Writes a key with a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    @inlinable
    public mutating func member<Value: DictionaryValueRepresentable>(
        _ key: String,
        _ value: Value
    ) {
        store(value.dictionaryValue, key)
    }

    /// Writes a key with a value encoded with a codec.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func member<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        store(codec.dictionaryValue(of: value), key)
    }

    /// Writes a key with null, as `NSNull`.
    ///
    /// - Parameter key: The key.
    public mutating func nullMember(_ key: String) {
        store(NSNull(), key)
    }

    /// Writes keys that the schema does not declare.
    ///
    /// - Parameter unknownKeys: The values by key.
    public mutating func members(_ unknownKeys: UnknownKeys) {
        for (key, value) in unknownKeys { member(key, value) }
    }
}

/// An empty sequence whose size makes the dictionary reserve capacity.
@usableFromInline
struct Room: Sequence, IteratorProtocol {
    @usableFromInline let underestimatedCount: Int

    @inlinable
    init(underestimatedCount: Int) {
        self.underestimatedCount = underestimatedCount
    }

    @inlinable
    mutating func next() -> (String, any Sendable)? { nil }
}
