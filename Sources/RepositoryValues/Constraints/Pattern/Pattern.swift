/// A regular expression in the dialect of JSON Schema: ECMA-262 in Unicode mode, not anchored.
///
/// ```swift
/// let pattern = try Pattern("^[A-Z]{2}-\\d+$")
/// pattern.matches("AB-17")  // true
/// ```
///
/// The same implementation runs on every platform: an expression matches the same strings on Linux
/// and Apple platforms, except for `\p{…}` with characters that only one of their Unicode versions
/// contains. It compares Unicode scalars, in time proportional to the length of the string for any
/// expression, so `(a+)+$` is safe.
///
/// Features that require backtracking are not supported: back references such as `\1` and
/// lookbehind such as `(?<=a)`, and neither are scripts, `\p{Script=Greek}`. Lookahead, classes,
/// quantifiers, groups and `\p{…}` with general categories are supported.
public struct Pattern: Sendable {
    /// The expression as it was written.
    public let source: String

    private let program: PatternProgram

    /// Parses an expression.
    ///
    /// - Parameter source: The expression, without delimiters or flags.
    /// - Throws: ``PatternError`` if it is invalid or not supported.
    public init(_ source: String) throws(PatternError) {
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.parse())
    }

    /// Returns whether the expression matches somewhere in a string.
    ///
    /// - Parameter text: The string.
    /// - Returns: Whether it does.
    public func matches(_ text: String) -> Bool {
        program.matches(Array(text.unicodeScalars)).contains(true)
    }
}

extension Pattern: Hashable {
    /// Returns whether two expressions have the same source.
    public static func == (left: Pattern, right: Pattern) -> Bool { left.source == right.source }

    /// Hashes the source.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// An error because a string is not a regular expression that ``Pattern`` supports.
public struct PatternError: Error, Hashable, Sendable {
    /// The problem, such as `there is nothing to repeat before '*'`.
    public let message: String
    /// Its offset in Unicode scalars.
    public let offset: Int
}

extension PatternError: CustomStringConvertible {
    /// The problem and the number of its character.
    public var description: String { "\(message) at character \(offset + 1)" }
}
