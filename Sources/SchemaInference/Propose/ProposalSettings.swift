/// What a caller wants of a proposal.
package struct ProposalSettings: Sendable {
    /// Names that no declaration may have.
    package var reservedNames: Set<String>
    /// The names of what is to be an entity; nil leaves that to the shapes.
    package var entities: Set<String>?
    /// Whether recordings are among the bodies, of which no value may be in the output.
    package var hidesValues: Bool

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - reservedNames: Names that no declaration may have.
    ///   - entities: The names of what is to be an entity; nil leaves that to the shapes.
    ///   - hidesValues: Whether recordings are among the bodies.
    package init(
        reservedNames: Set<String> = [],
        entities: Set<String>? = nil,
        hidesValues: Bool = false
    ) {
        self.reservedNames = reservedNames
        self.entities = entities
        self.hidesValues = hidesValues
    }
}
