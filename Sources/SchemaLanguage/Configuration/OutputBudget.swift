package import Diagnostics

/// What an output may cost; `repogen check` fails where it costs more.
package struct OutputBudget: Hashable, Sendable {
    /// A limit, and where the configuration sets it.
    package struct Limit: Hashable, Sendable {
        /// The most that is allowed; milliseconds for a time.
        package let value: Int
        /// Where it is set.
        package let range: SourceRange
    }

    /// What files, or one declaration, may cost.
    package struct Limits: Hashable, Sendable {
        /// The most lines.
        package var lines: Limit?
        /// The most bytes.
        package var bytes: Limit?
        /// The longest estimated time to compile, in milliseconds.
        package var compile: Limit?
    }

    /// The most files.
    package var files: Limit?
    /// What all files may cost together.
    package var all = Limits()
    /// What each declaration may cost.
    package var declaration = Limits()
}
