/// A regular expression in the dialect of JSON Schema: ECMA-262 in Unicode mode, not anchored.
///
/// ```swift
/// let pattern = try Pattern("^[A-Z]{2}-\\d+$")
/// pattern.matches("AB-17")  // true
/// ```
///
/// The same implementation runs on every platform: an expression matches the same texts on Linux as on Apple platforms,
/// but for `\p{…}` of characters that only one of their versions of Unicode has. It compares Unicode scalars, and takes
/// time in proportion to the text, whatever the expression: `(a+)+$` is no danger.
///
/// For that it lacks what needs backtracking: back references such as `\1` and lookbehind such as `(?<=a)`. Nor does it
/// know scripts, `\p{Script=Greek}`. Lookahead, classes, quantifiers, groups and `\p{…}` of general categories work.
public struct Pattern: Sendable {
    /// The expression as it was written.
    public let source: String

    private let program: PatternProgram

    /// Reads an expression.
    ///
    /// - Parameter source: The expression, without delimiters or flags.
    /// - Throws: ``PatternError`` where it is no expression, or one that is not supported.
    public init(_ source: String) throws(PatternError) {
        self.source = source
        var parser = PatternParser(source)
        program = try PatternProgram(try parser.parse())
    }

    /// Whether the expression matches somewhere in a text.
    ///
    /// - Parameter text: The text.
    /// - Returns: Whether it does.
    public func matches(_ text: String) -> Bool {
        program.matches(Array(text.unicodeScalars)).contains(true)
    }
}

extension Pattern: Hashable {
    /// Whether two expressions are written alike.
    public static func == (left: Pattern, right: Pattern) -> Bool { left.source == right.source }

    /// Feeds the expression to a hasher.
    ///
    /// - Parameter hasher: Takes the expression.
    public func hash(into hasher: inout Hasher) { hasher.combine(source) }
}

/// Why a text is no regular expression that ``Pattern`` supports.
public struct PatternError: Error, Hashable, Sendable {
    /// What is wrong, such as `there is nothing to repeat before '*'`.
    public let message: String
    /// Where it is, in Unicode scalars from the start.
    public let offset: Int
}

extension PatternError: CustomStringConvertible {
    /// What is wrong, and at which character.
    public var description: String { "\(message) at character \(offset + 1)" }
}
