package import Diagnostics

/// The limits of an output; `repogen check` fails if it exceeds them.
package struct OutputBudget: Hashable, Sendable {
    /// A limit, with its place in the configuration.
    package struct Limit: Hashable, Sendable {
        /// The maximum; in milliseconds for a time.
        package let value: Int
        /// Its place.
        package let range: SourceRange
    }

    /// The limits of files, or of one declaration.
    package struct Limits: Hashable, Sendable {
        /// The maximum number of lines.
        package var lines: Limit?
        /// The maximum number of bytes.
        package var bytes: Limit?
        /// The maximum estimated time to compile, in milliseconds.
        package var compile: Limit?
    }

    /// The maximum number of files.
    package var files: Limit?
    /// The limits of all files together.
    package var all = Limits()
    /// The limits of each declaration.
    package var declaration = Limits()
}
