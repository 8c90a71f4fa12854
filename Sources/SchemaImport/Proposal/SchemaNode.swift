/// A node of a schema to write: its value, its order, and its comments.
package indirect enum SchemaNode: Hashable, Sendable {
    /// A string, quoted if YAML would read it differently.
    case text(String)
    /// A literal number, `true`, `false` or `null`.
    case literal(String)
    /// The elements, in order.
    case sequence([SchemaNode])
    /// The pairs, in order.
    case mapping(SchemaMapping)

    /// A mapping of keys to values, without comments.
    package static func mapping(_ pairs: [(key: String, value: SchemaNode)]) -> SchemaNode {
        .mapping(SchemaMapping(pairs.map { SchemaEntry($0.key, $0.value) }))
    }

    /// One string, or a list of several.
    static func oneOrMany(_ texts: [String]) -> SchemaNode {
        if let only = texts.first, texts.count == 1 { return .text(only) }
        return .sequence(texts.map { .text($0) })
    }
}

/// The pairs of a mapping, and their layout.
package struct SchemaMapping: Hashable, Sendable {
    /// The pairs, in the order in which they are written.
    package var entries: [SchemaEntry]
    /// Whether each pair is on its own line, even if all would fit on one.
    package var isBlock: Bool

    /// Creates a mapping.
    package init(_ entries: [SchemaEntry] = [], isBlock: Bool = false) {
        self.entries = entries
        self.isBlock = isBlock
    }

    /// Appends a pair, if there is a value.
    mutating func add(_ key: String, _ value: SchemaNode?) {
        if let value { entries.append(SchemaEntry(key, value)) }
    }

    /// Appends a pair with a string, if there is one.
    mutating func add(_ key: String, text: String?) {
        add(key, text.map { .text($0) })
    }

    /// Appends a key with the value `true`.
    mutating func add(_ key: String, flag: Bool) {
        if flag { add(key, .literal("true")) }
    }
}

/// A key with its value and their comments.
package struct SchemaEntry: Hashable, Sendable {
    /// The key.
    package var key: String
    /// The value.
    package var value: SchemaNode
    /// The lines of the comment above the key, without `#`.
    package var comments: [String]
    /// The comment after the value, without `#`.
    package var remark: String?
    /// The comment lines in the text of the value that belong to none of its entries.
    ///
    /// They are written above the key.
    package var looseComments: [String] = []

    /// Creates a pair.
    package init(
        _ key: String,
        _ value: SchemaNode,
        comments: [String] = [],
        remark: String? = nil
    ) {
        self.key = key
        self.value = value
        self.comments = comments
        self.remark = remark
    }

    /// Whether there are comments on the pair itself.
    var hasComments: Bool { !comments.isEmpty || remark != nil || !looseComments.isEmpty }
}
