import Foundation

/// Writes the members of a dictionary that `JSONSerialization` takes.
///
/// It is to dictionaries what ``JSONWriter`` is to bytes; how members are written is said by
/// ``MemberWriter``.
public struct DictionaryWriter {
    /// What was written.
    @inlinable public var dictionary: [String: any Sendable] { members }

    @usableFromInline var members: [String: any Sendable]

    /// Makes a writer.
    @inlinable
    public init() {
        members = [:]
    }

    /// What stands for a value that JSON cannot say: a number that is none, which nothing accepts.
    @usableFromInline
    static var unrepresentable: any Sendable { Double.nan }

    @inlinable
    mutating func store(_ value: any Sendable, _ key: String) {
        members[key] = value
    }
}

extension DictionaryWriter: MemberWriter {
    /// Makes room for members, before the first.
    ///
    /// - Parameter count: About how many will be written.
    @inlinable
    public mutating func reserve(members count: Int) {
        // Not `reserveCapacity(_:)`: it is not specialized, and what it does for each dictionary to
        // find its type costs more than three members.
        guard members.isEmpty else { return }
        members = Dictionary(uniqueKeysWithValues: Room(underestimatedCount: count))
    }

    /// Writes a member.
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

    /// Writes a member in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - codec: How it is written.
    @inlinable
    public mutating func member<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        store(codec.dictionaryValue(of: value), key)
    }

    /// Writes a member that is null, as `NSNull`.
    ///
    /// - Parameter key: The key.
    public mutating func nullMember(_ key: String) {
        store(NSNull(), key)
    }

    /// Writes members that the schema does not know.
    ///
    /// - Parameter unknownKeys: The members.
    public mutating func members(_ unknownKeys: UnknownKeys) {
        for (key, value) in unknownKeys { member(key, value) }
    }
}

/// No members at all, for which a dictionary makes room nevertheless.
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
