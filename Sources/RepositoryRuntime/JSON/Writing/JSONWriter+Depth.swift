extension JSONWriter {
    /// Whether the stack has room for the frames that write one more level.
    ///
    /// Asked before each value that may contain itself, some levels further in.
    @inlinable
    var hasStackRoom: Bool {
        @inline(__always) get { depth < 32 || StackFloor.hasRoom() }
    }

    /// Keeps the error about a value that stands deeper than the stack has room to write.
    @usableFromInline @inline(never)
    mutating func failTooDeep() {
        fail(.tooDeep, expected: StackFloor.expectation, found: "one more")
    }

    // MARK: - Members that may contain what they are members of

    /// Writes a member.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value.
    @inlinable
    public mutating func member<Value: UnionValue>(_ key: StaticString, _ value: Value) {
        self.key(key)
        guard hasStackRoom else { return failTooDeep() }
        value.encode(to: &self)
    }

    /// Writes a member, nil as null.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func memberOrNull<Value: RecursiveValue>(_ key: StaticString, _ value: Value?) {
        self.key(key)
        guard let value else { return null() }
        guard hasStackRoom else { return failTooDeep() }
        value.encode(to: &self)
    }

    /// Writes a member, or nothing for nil.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - value: The value, or nil.
    @inlinable
    public mutating func memberIfPresent<Value: RecursiveValue>(
        _ key: StaticString,
        _ value: Value?
    ) {
        if let value { memberOrNull(key, value) }
    }

    /// Writes a member as it is present: with a value, with null, or not at all.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - presence: The value, null or absent.
    @inlinable
    public mutating func presence<Value: RecursiveValue>(
        _ key: StaticString,
        _ presence: Presence<Value>
    ) {
        switch presence {
        case .value(let value): memberOrNull(key, value)
        case .null: memberOrNull(key, Value?.none)
        case .absent: break
        }
    }
}
