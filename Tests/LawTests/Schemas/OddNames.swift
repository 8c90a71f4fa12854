/// Names that are legal in a schema and difficult for the generator.
enum OddNames {
    /// Ordinary names of properties.
    static let plain = [
        "text", "name", "likes", "sentAt", "created_at", "imageURL", "author", "URLSession", "tags",
        "isOn", "x", "y", "place", "parent", "children", "line1", "line_1", "line2", "userID",
        "user_id", "kind", "count", "title", "note", "size", "first", "last", "amount", "state",
    ]

    /// Swift keywords, from all positions.
    static let keywords = [
        "class", "self", "Self", "init", "Type", "Protocol", "default", "in", "await", "any",
        "some",
        "true", "nil", "super", "throws", "operator", "extension", "inout", "repeat", "subscript",
        "where", "switch", "case", "let", "var", "func", "is", "as", "try", "internal", "public",
        "static", "actor", "async", "borrowing", "consuming", "each", "package", "associatedtype",
        "nonisolated", "weak", "unowned", "lazy", "mutating", "get", "set", "willSet", "left",
        "precedence", "macro", "isolated", "sending", "throw", "rethrows", "_", "deinit", "import",
    ]

    /// Names that generated code itself uses.
    static let taken = [
        "dictionary", "dictionaryValue", "draft", "hashValue", "description", "encode", "from",
        "to",
        "value", "parameters", "source", "target", "reader", "writer", "key", "fields", "patch",
        "hash", "hasher", "rawValue", "allCases", "none", "some", "unknown", "path", "method",
        "body", "environment", "example", "failures", "networking", "storage", "textStorage",
        "unknownKeys", "customMirror", "debugDescription", "jsonData", "create", "find", "update",
        "delete", "parent_storage", "API", "Response", "Body", "ID", "id2", "newValue", "oldValue",
        "wrappedValue", "request", "session", "store", "result", "error", "skipped",
        "discriminator",
    ]

    /// Names that are not identifiers in any language.
    static let hostile = [
        "official-artwork", "_id", "1st", "2nd", "x-y", "with space", "emoji 🐟", "🐟", "👩‍👩‍👧",
        "ünïcode", "e\u{301}t\u{E9}", "quote\"d", "back\\slash", "interpolated \\(name)",
        "new\nline", "---", "*/", "/*", "a.b", "a_b", "aB", "AB", "ab", "Ab", "\u{202E}rtl", "$ref",
        "@type", "#", "\"\"\"", "\u{0}", "\u{7}", "\u{2028}", "\u{FEFF}bom", "null", "~", "0", "-1",
        "1.5", "[]", "{}", "a,b", "a: b", "'", "`", "``", "`class`", "%s", "\\u{41}", "日本語", "имя",
        "Straße", "İ", "ﬁ", "Ⅷ", "١", "__", "_1", "a\tb", " leading", "trailing ", "//", "a{b}",
        "xmlHTTPRequest2", "ALLCAPS", "snake_Case_Mixed", "kebab-Case", "é",
    ]

    /// Names of declarations that equal types of the runtime or of Swift, and may shadow them.
    static let types = [
        "Order", "Repository", "Locked", "Identifiable", "Task", "Character", "Instant",
        "Number", "Predicate", "Comparison", "Query", "Middleware", "Encoder", "Decoder", "Range",
        "Sequence", "Collection", "Codec", "Value", "Wrapped", "Element", "Key", "Mock", "Main",
        "MainActor", "Actor", "Equatable", "Comparable", "CaseIterable", "Generated", "Storage",
        "Iterator", "Index", "Credential", "Session", "Redacted", "Union", "Scalar", "Mixin",
        "Environment", "Header", "Path", "Method", "Failure", "Success", "Output", "Input", "T",
        "Some", "Nonisolated", "Extension", "Class", "Import", "Default", "Static", "URLSession",
    ]

    /// The last parts of names of declarations.
    static let stems = [
        "Message", "User", "Place", "Mood", "Item", "Ünïcode", "HTTPThing", "_Odd_", "V2", "A",
        "Response", "Draft", "Patch", "Protocol", "Mock", "Type", "日本", "Fields", "Indirect",
    ]

    /// Documentation that could end a comment or a line, or confuse a formatter.
    static let docs = [
        "A message in a conversation.", "*/ let x = 1 /*", "`unclosed", "```\nlet a = 1\n```",
        "One line.\n\nAnother paragraph, which is long enough that it has to be broken into several "
            + "lines of documentation wherever it stands, whatever the indentation is there.",
        "- Parameter x: not one\n- Returns: nothing", "\\(interpolated) \"quoted\" #\"raw\"#",
        "Tabs\tand \u{202E}direction", "🐟", "a\u{2028}b\u{0}c\r\nd", "/// slashes", "#if os(Linux)",
        "x" + String(repeating: "y", count: 150), "* star\n  * nested\n1. number",
        "[link](https://a.b)",
        "  leading and trailing  ", "TODO: FIXME <#placeholder#>", "\n\nblank lines around\n\n",
    ]
}
