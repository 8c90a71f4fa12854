package import Diagnostics

/// The reason why a file gave no tree: every mistake that was found in one reading.
package struct YAMLSyntaxError: Error, Hashable, Sendable {
    /// The mistakes, at least one, in the order in which they were found.
    package let diagnostics: [Diagnostic]
    /// The tree of a file whose only mistakes are duplicate keys, with the first of each; nil if
    /// there are other mistakes.
    package let root: YAMLNode?

    /// Makes an error from the mistakes of a file.
    package init(_ diagnostics: [Diagnostic], root: YAMLNode? = nil) {
        self.diagnostics = diagnostics
        self.root = root
    }
}
