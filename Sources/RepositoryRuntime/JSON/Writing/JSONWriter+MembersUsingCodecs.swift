extension JSONWriter {
    /// Writes a member in the form that a codec knows.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    ///   - codec: How it is written.
    @inlinable
    public mutating func member<Codec: JSONCodec>(
        _ key: StaticString,
        _ value: Codec.Value,
        using codec: Codec
    ) {
        self.key(key)
        codec.encode(value, to: &self)
    }

    /// Writes a member in the form that a codec knows, nil as null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: How it is written.
    @inlinable
    public mutating func memberOrNull<Codec: JSONCodec>(
        _ key: StaticString,
        _ value: Codec.Value?,
        using codec: Codec
    ) {
        self.key(key)
        if let value { codec.encode(value, to: &self) } else { null() }
    }

    /// Writes a member in the form that a codec knows, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    ///   - codec: How it is written.
    @inlinable
    public mutating func memberIfPresent<Codec: JSONCodec>(
        _ key: StaticString,
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
        _ key: StaticString,
        _ presence: Presence<Codec.Value>,
        using codec: Codec
    ) {
        switch presence {
        case .value(let value): member(key, value, using: codec)
        case .null: memberOrNull(key, nil, using: codec)
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
        _ key: StaticString,
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
        _ key: StaticString,
        _ change: NullableChange<Codec.Value>,
        using codec: Codec
    ) {
        switch change {
        case .set(let value): member(key, value, using: codec)
        case .clear: memberOrNull(key, nil, using: codec)
        case .keep: break
        }
    }
}
