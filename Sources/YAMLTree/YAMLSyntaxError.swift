package import Diagnostics

/// Says why a file gave no tree: every mistake that could be found in one reading.
package struct YAMLSyntaxError: Error, Hashable, Sendable {
    /// The mistakes, at least one, in the order in which they were found.
    package let diagnostics: [Diagnostic]

    /// Makes an error from the mistakes of a file.
    package init(_ diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }
}
