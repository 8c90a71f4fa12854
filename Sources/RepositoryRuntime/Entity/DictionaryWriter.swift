import Foundation

/// Writes the members of a dictionary that `JSONSerialization` takes.
///
/// It is to dictionaries what ``JSONWriter`` is to bytes.
public struct DictionaryWriter {
    /// What was written.
    @inlinable public var dictionary: [String: any Sendable] { members }

    @usableFromInline var members: [String: any Sendable]

    /// Makes a writer.
    ///
    /// - Parameter capacity: The number of members to have room for.
    @inlinable
    public init(capacity: Int = 0) {
        // Not `init(minimumCapacity:)` and not `reserveCapacity(_:)`: neither is specialized, and
        // what they do for each dictionary to find its type costs more than three members.
        members = Dictionary(uniqueKeysWithValues: Room(underestimatedCount: capacity))
    }

    /// What stands for a value that JSON cannot say: a number that is none, which nothing accepts.
    @usableFromInline
    static var unrepresentable: any Sendable { Double.nan }

    @inlinable
    mutating func store(_ value: any Sendable, _ key: String) {
        members[key] = value
    }

    @usableFromInline
    mutating func storeNull(_ key: String) {
        store(NSNull(), key)
    }

    // MARK: - Values

    /// Writes a member.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    @inlinable
    public mutating func set<Value: DictionaryValueRepresentable>(_ key: String, _ value: Value) {
        store(value.dictionaryValue, key)
    }

    /// Writes a member, nil as null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func setOrNull<Value: DictionaryValueRepresentable>(
        _ key: String,
        _ value: Value?
    ) {
        if let value { set(key, value) } else { storeNull(key) }
    }

    /// Writes a member, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func setIfPresent<Value: DictionaryValueRepresentable>(
        _ key: String,
        _ value: Value?
    ) {
        if let value { set(key, value) }
    }

    /// Writes a member as it is present: with a value, with null, or not at all.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - presence: The value, null or absent.
    @inlinable
    public mutating func setPresence<Value: DictionaryValueRepresentable>(
        _ key: String,
        _ presence: Presence<Value>
    ) {
        switch presence {
        case .value(let value): set(key, value)
        case .null: storeNull(key)
        case .absent: break
        }
    }

    /// Writes a member that changes; nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    @inlinable
    public mutating func setChange<Value: DictionaryValueRepresentable>(
        _ key: String,
        _ change: Change<Value>
    ) {
        if case .set(let value) = change { set(key, value) }
    }

    /// Writes a member that changes, null for what is cleared; nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    @inlinable
    public mutating func setNullableChange<Value: DictionaryValueRepresentable>(
        _ key: String,
        _ change: NullableChange<Value>
    ) {
        switch change {
        case .set(let value): set(key, value)
        case .clear: storeNull(key)
        case .keep: break
        }
    }

    // MARK: - Values in another form

    /// Writes a member in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - codec: How it is written.
    @inlinable
    public mutating func set<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        store(codec.dictionaryValue(of: value), key)
    }

    /// Writes a member in the form that a codec knows, nil as null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: How it is written.
    @inlinable
    public mutating func setOrNull<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { set(key, value, using: codec) } else { storeNull(key) }
    }

    /// Writes a member in the form that a codec knows, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: How it is written.
    @inlinable
    public mutating func setIfPresent<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { set(key, value, using: codec) }
    }

    /// Writes a member as it is present, in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - presence: The value, null or absent.
    ///   - codec: How it is written.
    @inlinable
    public mutating func setPresence<Codec: JSONCodec>(
        _ key: String,
        _ presence: Presence<Codec.Value>,
        using codec: Codec
    ) {
        switch presence {
        case .value(let value): set(key, value, using: codec)
        case .null: storeNull(key)
        case .absent: break
        }
    }

    /// Writes a member that changes, in the form that a codec knows; nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    ///   - codec: How it is written.
    @inlinable
    public mutating func setChange<Codec: JSONCodec>(
        _ key: String,
        _ change: Change<Codec.Value>,
        using codec: Codec
    ) {
        if case .set(let value) = change { set(key, value, using: codec) }
    }

    /// Writes a member that changes, in the form that a codec knows, null for what is cleared;
    /// nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    ///   - codec: How it is written.
    @inlinable
    public mutating func setNullableChange<Codec: JSONCodec>(
        _ key: String,
        _ change: NullableChange<Codec.Value>,
        using codec: Codec
    ) {
        switch change {
        case .set(let value): set(key, value, using: codec)
        case .clear: storeNull(key)
        case .keep: break
        }
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
