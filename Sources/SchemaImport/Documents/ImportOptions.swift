/// What an import takes, and how.
package struct ImportOptions: Sendable {
    /// Whether schemas are declared that no operation needs.
    package var includesUnused = false
    /// Whether entities and repositories are left out, which are conclusions.
    package var onlyEndpoints = false
    /// Whether what is left out, simplified or guessed is an error; a conclusion is none.
    package var isStrict = false
    /// Tags, paths and names of schemas, of which something is taken; all, where there are none.
    package var only: [String] = []
    /// Names of schemas that are entities, whatever speaks against it.
    package var entities: [String] = []
    /// Names of declarations by those that the document gives them.
    package var renames: [String: String] = [:]
    /// Names that no declaration may have.
    package var reservedNames: [String: String] = [:]
    /// What gets to know each step.
    package var onStep: @Sendable (ImportStep) -> Void = { _ in }

    /// Makes options that take everything.
    package init() {}
}
