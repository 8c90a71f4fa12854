extension JSON {
    /// The kind of the value.
    public var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// Whether the value is null.
    public var isNull: Bool { self == .null }

    /// The Boolean; nil for any other kind.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The number; nil for any other kind.
    public var number: Number? {
        if case .number(let value) = self { value } else { nil }
    }

    /// The number as an integer; nil for any other kind, and for a number that is not an integer.
    public var int: Int? { number?.integer(Int.self) }

    /// The nearest double of the number; nil for any other kind, and out of range.
    public var double: Double? { number?.double }

    /// The string; nil for any other kind.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements; nil for any other kind.
    public var array: [JSON]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The properties; nil for any other kind.
    public var object: [String: JSON]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value of a key; nil if there is none, or this is not an object.
    ///
    /// Setting a value turns null into an object, and does nothing to any other kind.
    public subscript(key: String) -> JSON? {
        get { object?[key] }
        set {
            switch self {
            case .object(var members):
                // Else the members would be shared with this value, and be copied.
                self = .null
                members[key] = newValue
                self = .object(members)
            case .null:
                if let newValue { self = .object([key: newValue]) }
            case .bool, .number, .string, .array:
                break
            }
        }
    }

    /// The element at an index; nil if there is none, or this is not an array.
    public subscript(index: Int) -> JSON? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSON {
    /// The string form of an identifier in a path; nil if this is not an identifier.
    package var identityText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.integer(Int64.self).map { "\($0)" } ?? number.literal
        case .null, .bool, .array, .object: nil
        }
    }
}
