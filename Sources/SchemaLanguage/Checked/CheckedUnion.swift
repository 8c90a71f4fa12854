/// A value of one of several types.
package struct CheckedUnion: Hashable, Sendable {
    /// One of the types.
    package struct Case: Hashable, Sendable {
        /// The name, as the schema writes it.
        package let name: String
        /// The type of the value: an object where the union has a discriminator.
        package let type: CheckedType
        /// The documentation.
        package let doc: String?
        /// What tells it from the others.
        package let mark: Mark
    }

    /// What tells a case from the others.
    package enum Mark: Hashable, Sendable {
        /// The value of the discriminator.
        case tag(String)
        /// The kind of JSON value; no two cases have the same.
        case kind(WireKind)
    }

    /// Name, schema and documentation.
    package let head: DeclarationHead
    /// The key of the discriminator; nil where the kind of JSON value decides.
    package let discriminator: String?
    /// The cases, at least one, with distinct names and marks.
    package let cases: [Case]
    /// Whether a value that the schema does not know is kept, as JSON; otherwise it is an error.
    package let keepsUnknown: Bool
    /// What it conforms to beyond what every union does.
    package let traits: DeclarationTraits
    /// Whether values must be stored indirectly, because the union contains itself.
    package let isIndirect: Bool
}

/// The kinds of JSON values by which a union tells its cases apart; null is none of them.
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
