extension Conventions {
    /// The property that marks a listed entity as deleted.
    ///
    ///     Conventions(tombstone: "deleted")
    ///     Conventions(tombstone: .init("status", is: "cancelled"))
    public struct Tombstone: Hashable, Sendable {
        /// The path of the property.
        public var member: JSONKeyPath
        /// The value that marks a deleted entity; nil for `true`, a number above 0, or the date of
        /// deletion.
        public var value: JSON?

        /// Creates a tombstone.
        ///
        /// - Parameters:
        ///   - member: The path of the property.
        ///   - value: The value that marks a deleted entity; nil for `true`, a number above 0, or a
        ///     date.
        public init(_ member: JSONKeyPath, is value: JSON? = nil) {
            self.member = member
            self.value = value
        }
    }
}

extension Conventions.Tombstone: ExpressibleByStringLiteral {
    /// Creates a tombstone with a property that is true, or has a date, if the entity is deleted.
    ///
    /// - Parameter value: The key path of the property.
    public init(stringLiteral value: String) {
        self.init(JSONKeyPath(stringLiteral: value))
    }
}

extension Conventions.Tombstone {
    /// Returns whether an entity is marked as deleted.
    ///
    /// - Parameter entity: An entity as a service lists it.
    /// - Returns: Whether it is deleted.
    package func marks(_ entity: JSON) -> Bool {
        let found = entity.value(at: member)
        if let value { return found == value }
        // Zero is never the date of a deletion.
        if case .string(let text) = found { return Self.isDate(text) }
        return found?.flag ?? false
    }

    /// Returns whether a string is a date in any common format.
    private static func isDate(_ text: String) -> Bool {
        let codec = DateCodec(.iso8601, .iso8601WithoutZone, .dateOnly, .rfc1123)
        return (try? codec.decode(dictionaryValue: text)) != nil
    }
}

extension JSON {
    /// Whether a flag is set, which is a number in a service without Booleans; nil for other values.
    var flag: Bool? {
        switch self {
        case .bool(let isSet): isSet
        case .number(let number): Double(number.literal).map { $0 > 0 } ?? false
        default: nil
        }
    }
}

extension JSONError {
    /// Creates the error for a value that is not a flag.
    init(noFlag value: JSON, at path: JSONKeyPath) {
        self.init(
            code: .typeMismatch,
            expected: "boolean or number",
            found: value.kind.rawValue,
            offset: 0,
            keyPath: path
        )
    }
}
