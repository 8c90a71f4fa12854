/// The words with a special meaning in Swift, by context.
enum SwiftKeywords {
    /// Words that need backticks in a declaration or on their own.
    ///
    /// They are the reserved words and the contextual keywords that the parser reads as the start
    /// of an expression, such as `unsafe` in `f(unsafe)`. Backticks are legal around any
    /// identifier.
    static let inExpressions: Set<String> = [
        "Any", "Protocol", "Self", "Type", "actor", "any", "as", "associatedtype", "async", "await",
        "borrow", "borrowing", "break", "case", "catch", "class", "consume", "consuming",
        "continue",
        "copy", "default", "defer", "deinit", "discard", "do", "each", "else", "enum", "extension",
        "fallthrough", "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init",
        "inout", "internal", "is", "isolated", "let", "macro", "nil", "nonisolated", "operator",
        "package", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows",
        "return", "self", "sending", "some", "static", "struct", "subscript", "super", "switch",
        "then", "throw", "throws", "true", "try", "typealias", "unsafe", "var", "where", "while",
        "yield",
    ]

    /// Words that need backticks also as a parameter declaration.
    static let inParameters: Set<String> = ["inout", "let", "var"]

    /// Words that need backticks also as an argument label; other words must not have them.
    static let inArguments: Set<String> = ["inout"]

    /// Words that need backticks also as the label of a tuple type between `<` and `>`; in an
    /// expression, the parser mistakes them for a declaration.
    static let inTuples: Set<String> = [
        "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import", "init",
        "inout", "let", "operator", "precedencegroup", "protocol", "static", "struct", "subscript",
        "typealias", "var",
    ]

    /// Words with a meaning after a dot, which would need backticks at every use.
    static let neverMembers: Set<String> = ["self", "Self", "init", "Type", "Protocol"]

    /// Words that cannot name a type that is used as `Name.self`.
    static let neverTypes: Set<String> = ["Any", "Self", "Type", "Protocol"]
}
