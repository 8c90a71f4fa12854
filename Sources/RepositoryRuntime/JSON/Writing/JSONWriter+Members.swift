extension JSONWriter {
    // MARK: - Keys

    /// Writes the key of a member, to be followed by its value.
    ///
    /// - Parameter key: The key.
    @inlinable
    public mutating func key(_ key: StaticString) {
        if key.hasPointerRepresentation {
            self.key(key.utf8Start, count: key.utf8CodeUnitCount)
        } else {
            self.key(key.description)
        }
    }

    /// Writes a key that is only known at run time, to be followed by its value.
    ///
    /// - Parameter key: The key.
    public mutating func key(_ key: String) {
        separate()
        string(key)
        reserve(1)
        cursor.pointee = UInt8(ascii: ":")
        cursor += 1
    }

    @usableFromInline
    mutating func key(_ start: UnsafePointer<UInt8>, count: Int) {
        separate()
        text(UnsafeBufferPointer(start: start, count: count))
        reserve(1)
        cursor.pointee = UInt8(ascii: ":")
        cursor += 1
    }

    // MARK: - Members

    /// Writes a member.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    @inlinable
    public mutating func member<Value: JSONEncodable>(_ key: StaticString, _ value: Value) {
        self.key(key)
        value.encode(to: &self)
    }

    /// Writes a member, nil as null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func memberOrNull<Value: JSONEncodable>(_ key: StaticString, _ value: Value?) {
        self.key(key)
        if let value { value.encode(to: &self) } else { null() }
    }

    /// Writes a member, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func memberIfPresent<Value: JSONEncodable>(
        _ key: StaticString,
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
    public mutating func presence<Value: JSONEncodable>(
        _ key: StaticString,
        _ presence: Presence<Value>
    ) {
        switch presence {
        case .value(let value): member(key, value)
        case .null: memberOrNull(key, Value?.none)
        case .absent: break
        }
    }

    /// Writes a member that changes; nothing for what is kept.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - change: What becomes of it.
    @inlinable
    public mutating func change<Value: JSONEncodable>(
        _ key: StaticString,
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
    public mutating func nullableChange<Value: JSONEncodable>(
        _ key: StaticString,
        _ change: NullableChange<Value>
    ) {
        switch change {
        case .set(let value): member(key, value)
        case .clear: memberOrNull(key, Value?.none)
        case .keep: break
        }
    }
}
