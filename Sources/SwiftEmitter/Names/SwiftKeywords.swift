/// The words that Swift gives a meaning, by where they have it.
enum SwiftKeywords {
    /// Words that need backticks where they are declared or stand alone.
    ///
    /// Besides the reserved words these are the contextual ones that the parser takes for the start of
    /// an expression: `unsafe` in `f(unsafe)` is one. Backticks are legal round any identifier.
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

    /// Words that need backticks also where they declare a parameter.
    static let inParameters: Set<String> = ["inout", "let", "var"]

    /// Words that need backticks also as the label of an argument; others may not have them.
    static let inArguments: Set<String> = ["inout"]

    /// Words that need backticks also as the label of a type in a tuple between `<` and `>`, which in an
    /// expression the parser gives up on for the declaration that it sees.
    static let inTuples: Set<String> = [
        "associatedtype", "case", "class", "deinit", "enum", "extension", "func", "import", "init",
        "inout", "let", "operator", "precedencegroup", "protocol", "static", "struct", "subscript",
        "typealias", "var",
    ]

    /// Words that mean something after a dot, so that backticks would be needed at every use.
    static let neverMembers: Set<String> = ["self", "Self", "init", "Type", "Protocol"]

    /// Words that no type can have for a name where it is used as `Name.self`.
    static let neverTypes: Set<String> = ["Any", "Self", "Type", "Protocol"]
}
