/// The options of an import.
package struct ImportOptions: Sendable {
    /// Whether to import schemas that no operation needs.
    package var includesUnused = false
    /// Whether to infer no entities and repositories.
    package var onlyEndpoints = false
    /// Whether omissions, simplifications and guesses are errors; inferences are not.
    package var isStrict = false
    /// The tags, paths and schema names to import; all if empty.
    package var only: [String] = []
    /// The names of schemas to import as entities.
    package var entities: [String] = []
    /// The new names of declarations, by their names in the document.
    package var renames: [String: String] = [:]
    /// Names that no declaration may have.
    package var reservedNames: [String: String] = [:]
    /// Receives the progress.
    package var onStep: @Sendable (ImportStep) -> Void = { _ in }

    /// Creates options that import everything.
    package init() {}
}
