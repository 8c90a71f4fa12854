/// The conformances and options of a type in addition to its properties or cases.
package struct DeclarationTraits: Hashable, Sendable {
    /// The traits of every declaration of its kind.
    package static let standard = DeclarationTraits(
        conformances: [],
        isHashable: true,
        keepsUnknownKeys: false
    )

    /// The declared protocols, in the order of the schema, each once; a name may be qualified.
    ///
    /// The runtime provides `Codable`.
    package let conformances: [String]
    /// Whether it is `Hashable`: it is not excluded, and neither is anything that it contains.
    package let isHashable: Bool
    /// Whether keys that are not in the schema are kept from decoding to encoding; for values and
    /// entities only.
    package let keepsUnknownKeys: Bool
}
