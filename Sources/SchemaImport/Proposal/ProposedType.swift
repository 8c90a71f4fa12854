/// A type of a proposed schema.
package indirect enum ProposedType: Hashable, Sendable {
    /// A type of the language, or a declaration: `Int`, `Message`, `Message.ID`.
    case name(String)
    /// `[T]`
    case array(ProposedType)
    /// `{ String: T }`
    case dictionary(ProposedType)
    /// `T?`
    case optional(ProposedType)
    /// `_`, the object that the property describes in place.
    case inline

    /// Any JSON.
    package static let json = ProposedType.name("JSON")
    /// Text.
    package static let string = ProposedType.name("String")

    /// The type as a schema writes it.
    package var text: String {
        switch self {
        case .name(let name): name
        case .array(let element): "[\(element.text)]"
        case .dictionary(let value): "{ String: \(value.text) }"
        case .optional(let inner): "\(inner.text)?"
        case .inline: "_"
        }
    }

    /// The type that may be null; JSON, and what may be null already, stay as they are.
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

    /// The type at the bottom of arrays, dictionaries and `?`.
    package var leaf: ProposedType {
        switch self {
        case .array(let inner), .dictionary(let inner), .optional(let inner): inner.leaf
        case .name, .inline: self
        }
    }

    /// The name at the bottom, if it is one.
    package var leafName: String? {
        if case .name(let name) = leaf { name } else { nil }
    }

    /// The same type with another at the bottom.
    package func replacingLeaf(with leaf: ProposedType) -> ProposedType {
        switch self {
        case .array(let inner): .array(inner.replacingLeaf(with: leaf))
        case .dictionary(let inner): .dictionary(inner.replacingLeaf(with: leaf))
        case .optional(let inner): inner.replacingLeaf(with: leaf).nullable
        case .name, .inline: leaf
        }
    }
}

/// A value in a proposed schema: a default, or that of a case.
package enum ProposedValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// A number, `true`, `false` or `null`, as it is written.
    case literal(String)
    /// A case of an enum, by its name.
    case enumCase(String)
    /// `[]`
    case emptyArray
    /// `{}`
    case emptyDictionary

    /// The value behind `=` in the short form; nil where that cannot say it.
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

    /// The value as a node of its own.
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
    /// Whether it is a word that neither YAML nor the grammar of types reads otherwise.
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
