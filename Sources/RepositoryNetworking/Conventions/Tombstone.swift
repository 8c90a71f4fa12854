extension Conventions {
    /// What tells, in a listing, an entity that is no more from the others.
    ///
    ///     Conventions(tombstone: "deleted")
    ///     Conventions(tombstone: .init("status", is: "cancelled"))
    public struct Tombstone: Hashable, Sendable {
        /// Where it stands in the entity.
        public var member: JSONKeyPath
        /// What stands there where the entity is no more; nil for `true`, a number above 0, or a date since
        /// when it is no more.
        public var value: JSON?

        /// Creates what tells entities that are no more.
        ///
        /// - Parameters:
        ///   - member: Where it stands in the entity.
        ///   - value: What stands there where the entity is no more; nil for `true`, a number above 0, or
        ///     a date.
        public init(_ member: JSONKeyPath, is value: JSON? = nil) {
            self.member = member
            self.value = value
        }
    }
}

extension Conventions.Tombstone: ExpressibleByStringLiteral {
    /// Creates one of a member that is true of what is no more, or says since when.
    ///
    /// - Parameter value: The key path of the member.
    public init(stringLiteral value: String) {
        self.init(JSONKeyPath(stringLiteral: value))
    }
}

extension Conventions.Tombstone {
    /// Whether it stands on an entity.
    ///
    /// - Parameter entity: An entity as a service lists it.
    /// - Returns: Whether the entity is no more.
    package func marks(_ entity: JSON) -> Bool {
        let found = entity.value(at: member)
        if let value { return found == value }
        return switch found {
        case .bool(let isDeleted): isDeleted
        case .string(let text): Self.isDate(text)
        // 0 is false where the service has no Booleans, and no time at which anything was deleted.
        case .number(let number): Double(number.literal).map { $0 > 0 } ?? false
        default: false
        }
    }

    /// Whether a text is a date in any of the forms that services write.
    private static func isDate(_ text: String) -> Bool {
        let codec = DateCodec(.iso8601, .iso8601WithoutZone, .dateOnly, .rfc1123)
        return (try? codec.decode(dictionaryValue: text)) != nil
    }
}
