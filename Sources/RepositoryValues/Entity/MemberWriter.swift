/// What the members of a structure are written to: an open JSON object, or a dictionary.
///
/// ``JSONWriter`` and ``DictionaryWriter`` are the two. How a property is written says which function
/// its schema asks for:
///
/// | property | function |
/// |---|---|
/// | required | ``member(_:_:)`` |
/// | may be null | ``memberOrNull(_:_:)`` |
/// | may be absent | ``memberIfPresent(_:_:)`` |
/// | may be null or absent | ``presence(_:_:)`` |
/// | of a patch | ``change(_:_:)``, ``nullableChange(_:_:)`` |
///
/// Each has a twin with a codec, for values in another form than their own.
public protocol MemberWriter: ~Copyable {
    /// Makes room for members.
    ///
    /// - Parameter count: About how many will be written.
    mutating func reserve(members count: Int)

    /// Writes a member.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    mutating func member<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ value: Value
    )

    /// Writes a member in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - codec: How it is written.
    mutating func member<Codec: JSONCodec>(_ key: String, _ value: Codec.Value, using codec: Codec)

    /// Writes a member that is null.
    ///
    /// - Parameter key: The key.
    mutating func nullMember(_ key: String)

    /// Writes members that the schema does not know.
    ///
    /// - Parameter unknownKeys: The members.
    mutating func members(_ unknownKeys: UnknownKeys)
}

extension MemberWriter where Self: ~Copyable {
    // MARK: - Values

    /// Writes a member, nil as null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func memberOrNull<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ value: Value?
    ) {
        if let value { member(key, value) } else { nullMember(key) }
    }

    /// Writes a member, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func memberIfPresent<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ value: Value?
    ) {
        if let value { member(key, value) }
    }

    /// Writes a member as it is present: with a value, with null, or not at all.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - presence: The value, null or absent.
    @inlinable
    public mutating func presence<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ presence: Presence<Value>
    ) {
        switch presence {
        case .value(let value): member(key, value)
        case .null: nullMember(key)
        case .absent: break
        }
    }

    /// Writes a member that changes; nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    @inlinable
    public mutating func change<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ change: Change<Value>
    ) {
        if case .set(let value) = change { member(key, value) }
    }

    /// Writes a member that changes, null for what is cleared; nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    @inlinable
    public mutating func nullableChange<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ change: NullableChange<Value>
    ) {
        switch change {
        case .set(let value): member(key, value)
        case .clear: nullMember(key)
        case .keep: break
        }
    }

    // MARK: - Values in another form

    /// Writes a member in the form that a codec knows, nil as null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: How it is written.
    @inlinable
    public mutating func memberOrNull<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { member(key, value, using: codec) } else { nullMember(key) }
    }

    /// Writes a member in the form that a codec knows, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: How it is written.
    @inlinable
    public mutating func memberIfPresent<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { member(key, value, using: codec) }
    }

    /// Writes a member as it is present, in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - presence: The value, null or absent.
    ///   - codec: How it is written.
    @inlinable
    public mutating func presence<Codec: JSONCodec>(
        _ key: String,
        _ presence: Presence<Codec.Value>,
        using codec: Codec
    ) {
        switch presence {
        case .value(let value): member(key, value, using: codec)
        case .null: nullMember(key)
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
    public mutating func change<Codec: JSONCodec>(
        _ key: String,
        _ change: Change<Codec.Value>,
        using codec: Codec
    ) {
        if case .set(let value) = change { member(key, value, using: codec) }
    }

    /// Writes a member that changes, in the form that a codec knows, null for what is cleared;
    /// nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    ///   - codec: How it is written.
    @inlinable
    public mutating func nullableChange<Codec: JSONCodec>(
        _ key: String,
        _ change: NullableChange<Codec.Value>,
        using codec: Codec
    ) {
        switch change {
        case .set(let value): member(key, value, using: codec)
        case .clear: nullMember(key)
        case .keep: break
        }
    }
}
