extension SchemaNode {
    /// The node without comments and layout, with the keys of mappings in one order, and with long texts as
    /// their digests: equal where a reader of schemas sees no difference.
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

    /// The node with long texts as their digests, and everything else as it is.
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

    /// The entries, of a mapping.
    var entries: [SchemaEntry] {
        if case .mapping(let mapping) = self { mapping.entries } else { [] }
    }

    /// Whether it is a mapping.
    var isMapping: Bool {
        if case .mapping = self { true } else { false }
    }

    /// The elements of a sequence, or a scalar as the only one; nil for a mapping.
    var listed: [SchemaNode]? {
        switch self {
        case .sequence(let elements): elements
        case .text, .literal: [self]
        case .mapping: nil
        }
    }

    /// The value of a key, of a mapping.
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
    /// The key without the `?` of one that may be missing.
    var name: String { isOptional ? String(key.dropLast()) : key }

    /// Whether the key says that the value may be missing.
    var isOptional: Bool { key.count > 1 && key.hasSuffix("?") }

    /// Whether both say the same, whatever their comments and their layout.
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
    /// How long a text may be, in bytes, that the state of an import keeps as it is.
    private static let longestKept = 80

    /// The text; of a long one, what tells it from others.
    fileprivate var digestIfLong: String {
        guard utf8.count > Self.longestKept else { return self }
        // The hash FNV-1a of 64 bits, which a change by accident does not pass.
        let hash = utf8.reduce(into: 0xcbf2_9ce4_8422_2325 as UInt64) { hash, byte in
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        let digits = String(hash, radix: 16)
        return "~" + String(repeating: "0", count: 16 - digits.count) + digits
    }
}
