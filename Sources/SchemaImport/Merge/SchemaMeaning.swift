extension SchemaNode {
    /// The node without comments and layout, with sorted keys and hashed long texts: equal for
    /// schemas with the same meaning.
    var meaning: SchemaNode {
        switch self {
        case .text(let text): .text(text.digestIfLong)
        case .literal: self
        case .sequence(let elements): .sequence(elements.map(\.meaning))
        case .mapping(let mapping):
            .mapping(
                SchemaMapping(
                    mapping.entries.map { SchemaEntry($0.key, $0.value.meaning) }
                        .sorted { $0.key < $1.key }
                )
            )
        }
    }

    /// The node with hashed long texts.
    var withDigests: SchemaNode {
        switch self {
        case .text(let text): return .text(text.digestIfLong)
        case .literal: return self
        case .sequence(let elements): return .sequence(elements.map(\.withDigests))
        case .mapping(var mapping):
            for index in mapping.entries.indices {
                mapping.entries[index].value = mapping.entries[index].value.withDigests
            }
            return .mapping(mapping)
        }
    }

    /// The entries of a mapping.
    var entries: [SchemaEntry] {
        if case .mapping(let mapping) = self { mapping.entries } else { [] }
    }

    /// Whether it is a mapping.
    var isMapping: Bool {
        if case .mapping = self { true } else { false }
    }

    /// The elements of a sequence, or a scalar as the only element; nil for a mapping.
    var listed: [SchemaNode]? {
        switch self {
        case .sequence(let elements): elements
        case .text, .literal: [self]
        case .mapping: nil
        }
    }

    /// The value of a key in a mapping.
    subscript(key: String) -> SchemaNode? {
        entries.first { $0.key == key }?.value
    }

    /// The text of a scalar.
    var scalarText: String? {
        switch self {
        case .text(let text), .literal(let text): text
        case .sequence, .mapping: nil
        }
    }
}

extension SchemaEntry {
    /// The key, without the `?` of an optional property.
    var name: String { isOptional ? String(key.dropLast()) : key }

    /// Whether the key marks an optional property.
    var isOptional: Bool { key.count > 1 && key.hasSuffix("?") }

    /// Whether both have the same meaning, regardless of comments and layout.
    func means(_ other: SchemaEntry) -> Bool {
        key == other.key && value.meaning == other.value.meaning
    }

    /// All comments on it and in it, in order.
    var allComments: [String] {
        var texts = comments + looseComments
        if let remark { texts.append(remark) }
        return value.entries.reduce(into: texts) { $0 += $1.allComments }
    }
}

extension String {
    /// The maximum size in bytes of a text stored in the state of an import.
    private static let longestKept = 80

    /// The text; a hash for a long one.
    fileprivate var digestIfLong: String {
        guard utf8.count > Self.longestKept else { return self }
        // The 64-bit FNV-1a hash, which detects accidental changes.
        let hash = utf8.reduce(into: 0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return "~" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
