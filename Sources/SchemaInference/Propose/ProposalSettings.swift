import SchemaImport

/// The settings of a proposal.
package struct ProposalSettings: Sendable {
    /// Names that no declaration may have.
    package var reservedNames: Set<String>
    /// The names of existing declarations.
    var takenNames: Set<String> = []
    /// The conversion of keys to property names; nil to derive it from the keys.
    var naming: PropertyNaming?
    /// The names of types to make entities; nil to derive them from the shapes.
    package var entities: Set<String>?

    /// Creates settings.
    ///
    /// - Parameters:
    ///   - reservedNames: Names that no declaration may have.
    ///   - entities: The names of types to make entities; nil to derive them from the shapes.
    package init(
        reservedNames: Set<String> = [],
        entities: Set<String>? = nil
    ) {
        self.reservedNames = reservedNames
        self.entities = entities
    }
}
