/// A node of a schema that is to be written: what it says, its order, and the comments on it.
package indirect enum SchemaNode: Hashable, Sendable {
    /// A text, which is put in quotes where YAML would read it otherwise.
    case text(String)
    /// A number, `true`, `false` or `null`, as it is written.
    case literal(String)
    /// The elements, in order.
    case sequence([SchemaNode])
    /// The pairs, in order.
    case mapping(SchemaMapping)

    /// A mapping of keys with their values, without comments.
    package static func mapping(_ pairs: [(key: String, value: SchemaNode)]) -> SchemaNode {
        .mapping(SchemaMapping(pairs.map { SchemaEntry($0.key, $0.value) }))
    }

    /// One text, or a list of several.
    static func oneOrMany(_ texts: [String]) -> SchemaNode {
        if let only = texts.first, texts.count == 1 { return .text(only) }
        return .sequence(texts.map { .text($0) })
    }
}

/// The pairs of a mapping, and how it is laid out.
package struct SchemaMapping: Hashable, Sendable {
    /// The pairs, in the order in which they are written.
    package var entries: [SchemaEntry]
    /// Whether each pair is on a line of its own, also where all would fit on one.
    package var isBlock: Bool

    /// Makes a mapping.
    package init(_ entries: [SchemaEntry] = [], isBlock: Bool = false) {
        self.entries = entries
        self.isBlock = isBlock
    }

    /// Appends a pair, if there is a value.
    mutating func add(_ key: String, _ value: SchemaNode?) {
        if let value { entries.append(SchemaEntry(key, value)) }
    }

    /// Appends a pair with a text, if there is one.
    mutating func add(_ key: String, text: String?) {
        add(key, text.map { .text($0) })
    }

    /// Appends a key that is true.
    mutating func add(_ key: String, flag: Bool) {
        if flag { add(key, .literal("true")) }
    }
}

/// A key with its value, and the comments on them.
package struct SchemaEntry: Hashable, Sendable {
    /// The key.
    package var key: String
    /// The value.
    package var value: SchemaNode
    /// The lines of the comment above the key, without `#`.
    package var comments: [String]
    /// The comment behind the value, without `#`.
    package var remark: String?
    /// The lines of comments in the text of the value that belong to none of its entries.
    ///
    /// They are written above the key.
    package var looseComments: [String] = []

    /// Makes a pair.
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
