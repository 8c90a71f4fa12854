package import YAMLTree

extension YAMLNode {
    /// The value of a key in a mapping.
    package subscript(key: String) -> YAMLNode? {
        guard case .mapping(let pairs) = content else { return nil }
        return pairs.first { $0.key.text == key }?.value
    }

    /// The pairs of a mapping.
    package var pairs: [YAMLPair] {
        if case .mapping(let pairs) = content { pairs } else { [] }
    }

    /// The elements of a sequence.
    package var elements: [YAMLNode] {
        if case .sequence(let elements) = content { elements } else { [] }
    }

    /// Whether it is a mapping.
    var isMapping: Bool {
        if case .mapping = content { true } else { false }
    }

    /// Whether it is a scalar.
    var isScalar: Bool {
        if case .scalar = content { true } else { false }
    }

    /// The reference of a schema, if its target does not depend on the dynamic scope.
    var reference: YAMLNode? { self["$ref"] ?? self["$dynamicRef"] ?? self["$recursiveRef"] }

    /// The text of a scalar, regardless of its type.
    package var text: String? {
        if case .scalar(let scalar) = content { scalar.text } else { nil }
    }

    /// The text of a scalar that is not blank.
    var sentence: String? {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text.trimmed
    }

    /// The value of a Boolean.
    var bool: Bool? {
        guard case .scalar(let scalar) = content, case .bool(let value) = scalar.meaning else {
            return nil
        }
        return value
    }

    /// The value of a scalar.
    var meaning: YAMLScalar.Meaning? {
        if case .scalar(let scalar) = content { scalar.meaning } else { nil }
    }

    /// Whether it is `null`.
    var isNull: Bool { meaning == .null }
}

extension String {
    /// Whether it is ASCII, in which every byte is a character, except for `\r\n`.
    var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }

    /// The text, trimmed.
    var trimmed: String {
        guard let first = first, let last = last, first.isWhitespace || last.isWhitespace else {
            return self
        }
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
