/// What a type conforms to and carries beyond its properties or cases.
package struct DeclarationTraits: Hashable, Sendable {
    /// What comes with every declaration of its kind.
    package static let standard = DeclarationTraits(
        conformances: [],
        isHashable: true,
        keepsUnknownKeys: false
    )

    /// The protocols it conforms to beyond its own, in the order of the schema, each once; a name
    /// may be qualified.
    ///
    /// `Codable` is given by the runtime.
    package let conformances: [String]
    /// Whether it is `Hashable`: it says so, and all that it contains is.
    package let isHashable: Bool
    /// Whether keys that the schema does not know are carried from a read to a write; of values and
    /// entities only.
    package let keepsUnknownKeys: Bool
}
