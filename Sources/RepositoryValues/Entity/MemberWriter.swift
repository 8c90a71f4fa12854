/// Receives the properties of a structure: an open JSON object, or a dictionary.
///
/// ``JSONWriter`` and ``DictionaryWriter`` conform. The schema of a property determines which
/// function to call:
///
/// | property | function |
/// |---|---|
/// | required | ``member(_:_:)`` |
/// | nullable | ``memberOrNull(_:_:)`` |
/// | optional | ``memberIfPresent(_:_:)`` |
/// | nullable and optional | ``presence(_:_:)`` |
/// | of a patch | ``change(_:_:)``, ``nullableChange(_:_:)`` |
///
/// Each has an overload for encoding with a codec.
public protocol MemberWriter: ~Copyable {
    /// Reserves capacity.
    ///
    /// - Parameter count: The approximate number of keys.
    mutating func reserve(members count: Int)

    /// Writes a key with a value.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    mutating func member<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ value: Value
    )

    /// Writes a key with a value encoded with a codec.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - codec: The codec of the value.
    mutating func member<Codec: JSONCodec>(_ key: String, _ value: Codec.Value, using codec: Codec)

    /// Writes a key with null.
    ///
    /// - Parameter key: The key.
    mutating func nullMember(_ key: String)

    /// Writes keys that the schema does not declare.
    ///
    /// - Parameter unknownKeys: The values by key.
    mutating func members(_ unknownKeys: UnknownKeys)
}

extension MemberWriter where Self: ~Copyable {
    // MARK: - Values

    /// Writes a key with a value, or with null for nil.
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

    /// Writes a key with a value, or nothing for nil.
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

    /// Writes a key with a value, with null, or nothing if it is absent.
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

    /// Writes the change of a property; nothing for ``Change/keep``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: The change.
    @inlinable
    public mutating func change<Value: JSONEncodable & DictionaryValueRepresentable>(
        _ key: String,
        _ change: Change<Value>
    ) {
        if case .set(let value) = change { member(key, value) }
    }

    /// Writes the change of a property, null for ``NullableChange/clear``, and nothing for
    /// ``NullableChange/keep``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: The change.
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

    // MARK: - Values encoded with a codec

    /// Writes a key with a value encoded with a codec, or with null for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func memberOrNull<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { member(key, value, using: codec) } else { nullMember(key) }
    }

    /// Writes a key with a value encoded with a codec, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func memberIfPresent<Codec: JSONCodec>(
        _ key: String,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        if let value { member(key, value, using: codec) }
    }

    /// Writes a key with a value encoded with a codec, with null, or nothing if it is absent.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - presence: The value, null or absent.
    ///   - codec: The codec of the value.
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

    /// Writes the change of a property, encoded with a codec; nothing for ``Change/keep``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: The change.
    ///   - codec: The codec of the value.
    @inlinable
    public mutating func change<Codec: JSONCodec>(
        _ key: String,
        _ change: Change<Codec.Value>,
        using codec: Codec
    ) {
        if case .set(let value) = change { member(key, value, using: codec) }
    }

    /// Writes the change of a property, encoded with a codec, null for ``NullableChange/clear``,
    /// and nothing for ``NullableChange/keep``.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: The change.
    ///   - codec: The codec of the value.
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
