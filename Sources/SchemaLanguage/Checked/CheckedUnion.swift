/// A value of one of several types.
package struct CheckedUnion: Hashable, Sendable {
    /// One of the types.
    package struct Case: Hashable, Sendable {
        /// The name in the schema.
        package let name: String
        /// The type of the value: an object if the union has a discriminator.
        package let type: CheckedType
        /// The documentation.
        package let doc: String?
        /// The mark that distinguishes it from the others.
        package let mark: Mark
    }

    /// The mark of a case.
    package enum Mark: Hashable, Sendable {
        /// The value of the discriminator.
        case tag(String)
        /// The kind of JSON value; no two cases have the same.
        case kind(WireKind)
    }

    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The key of the discriminator; nil if the kind of JSON value decides.
    package let discriminator: String?
    /// The cases, at least one, with unique names and marks.
    package let cases: [Case]
    /// Whether an unknown value is kept as JSON; if not, it is an error.
    package let keepsUnknown: Bool
    /// Its conformances in addition to those of every union.
    package let traits: DeclarationTraits
    /// Whether values must be stored indirectly, because the union contains itself.
    package let isIndirect: Bool
}

/// The kinds of JSON values that distinguish the cases of a union; null is not one of them.
package enum WireKind: String, Hashable, Sendable, CaseIterable {
    case string, number, bool, array, object

    /// Whether its values have no parts.
    package var isSingleValue: Bool {
        switch self {
        case .string, .number, .bool: true
        case .array, .object: false
        }
    }
}
