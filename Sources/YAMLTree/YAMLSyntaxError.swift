package import Diagnostics

/// Says why a file gave no tree: every mistake that could be found in one reading.
package struct YAMLSyntaxError: Error, Hashable, Sendable {
    /// The mistakes, at least one, in the order in which they were found.
    package let diagnostics: [Diagnostic]
    /// What the file says but for keys that stand twice, of which the first counts; nil where there are
    /// other mistakes.
    package let root: YAMLNode?

    /// Makes an error from the mistakes of a file.
    package init(_ diagnostics: [Diagnostic], root: YAMLNode? = nil) {
        self.diagnostics = diagnostics
        self.root = root
    }
}
