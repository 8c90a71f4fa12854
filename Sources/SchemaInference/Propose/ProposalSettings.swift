import SchemaImport

/// What a caller wants of a proposal.
package struct ProposalSettings: Sendable {
    /// Names that no declaration may have.
    package var reservedNames: Set<String>
    /// The names of declarations that there are.
    var takenNames: Set<String> = []
    /// How properties are named after their keys; nil leaves that to the keys.
    var naming: PropertyNaming?
    /// The names of what is to be an entity; nil leaves that to the shapes.
    package var entities: Set<String>?

    /// Makes settings.
    ///
    /// - Parameters:
    ///   - reservedNames: Names that no declaration may have.
    ///   - entities: The names of what is to be an entity; nil leaves that to the shapes.
    package init(
        reservedNames: Set<String> = [],
        entities: Set<String>? = nil
    ) {
        self.reservedNames = reservedNames
        self.entities = entities
    }
}
