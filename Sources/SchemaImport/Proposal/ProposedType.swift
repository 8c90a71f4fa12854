/// A type of a proposed schema.
package indirect enum ProposedType: Hashable, Sendable {
    /// A built-in type, or a declaration: `Int`, `Message`, `Message.ID`.
    case name(String)
    /// `[T]`
    case array(ProposedType)
    /// `{ String: T }`
    case dictionary(ProposedType)
    /// `T?`
    case optional(ProposedType)
    /// `_`, an object that the property describes inline.
    case inline

    /// Any JSON.
    package static let json = ProposedType.name("JSON")
    /// A string.
    package static let string = ProposedType.name("String")

    /// The type, in the syntax of a schema.
    package var text: String {
        switch self {
        case .name(let name): name
        case .array(let element): "[\(element.text)]"
        case .dictionary(let value): "{ String: \(value.text) }"
        case .optional(let inner): "\(inner.text)?"
        case .inline: "_"
        }
    }

    /// The nullable type; JSON and nullable types are unchanged.
    package var nullable: ProposedType {
        switch self {
        case .optional, .name("JSON"): self
        default: .optional(self)
        }
    }

    /// The type without an outermost `?`.
    package var withoutNull: ProposedType {
        if case .optional(let inner) = self { inner } else { self }
    }

    /// The innermost type of arrays, dictionaries and nullable types.
    package var leaf: ProposedType {
        switch self {
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.leaf
        case .name, .inline: self
        }
    }

    /// The innermost name, if there is one.
    package var leafName: String? {
        if case .name(let name) = leaf { name } else { nil }
    }

    /// The same type with another innermost type.
    package func replacingLeaf(with leaf: ProposedType) -> ProposedType {
        switch self {
        case .array(let inner): .array(inner.replacingLeaf(with: leaf))
        case .dictionary(let inner): .dictionary(inner.replacingLeaf(with: leaf))
        case .optional(let inner): inner.replacingLeaf(with: leaf).nullable
        case .name, .inline: leaf
        }
    }
}

/// A value in a proposed schema: a default, or the raw value of a case.
package enum ProposedValue: Hashable, Sendable {
    /// A string.
    case text(String)
    /// A literal number, `true`, `false` or `null`.
    case literal(String)
    /// A case of an enum, by name.
    case enumCase(String)
    /// `[]`
    case emptyArray
    /// `{}`
    case emptyDictionary

    /// The value after `=` in the short form; nil if the short form cannot express it.
    var shortText: String? {
        switch self {
        case .text(let text):
            text.isEmpty ? "\"\"" : text.isPlainWord ? text : nil
        case .literal(let text): text
        case .enumCase(let name): name.isPlainWord ? name : nil
        case .emptyArray: "[]"
        case .emptyDictionary: "{}"
        }
    }

    /// The value as a separate node.
    var node: SchemaNode {
        switch self {
        case .text(let text), .enumCase(let text): .text(text)
        case .literal(let text): .literal(text)
        case .emptyArray: .sequence([])
        case .emptyDictionary: .mapping(SchemaMapping())
        }
    }
}

extension String {
    /// Whether it is a word without another meaning in YAML or in the grammar of types.
    fileprivate var isPlainWord: Bool {
        guard let first = utf8.first, first | 0x20 >= 0x61, first | 0x20 <= 0x7A else {
            return false
        }
        let isWord = utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
            default: false
            }
        }
        return isWord && !["null", "true", "false"].contains(lowercased())
    }
}
