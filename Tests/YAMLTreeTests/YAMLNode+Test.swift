import YAMLTree

extension YAMLNode {
    /// Returns the value of a key, for a mapping that has it.
    subscript(key: String) -> YAMLNode? {
        pairs?.first { $0.key.text == key }?.value
    }

    /// Returns the element at an index, for a sequence that has it.
    subscript(number: Int) -> YAMLNode? {
        guard let elements, elements.indices.contains(number) else {
            return nil
        }
        return elements[number]
    }

    /// The pairs of a mapping.
    var pairs: [YAMLPair]? {
        guard case .mapping(let pairs) = content else {
            return nil
        }
        return pairs
    }

    /// The elements of a sequence.
    var elements: [YAMLNode]? {
        guard case .sequence(let elements) = content else {
            return nil
        }
        return elements
    }

    /// The content of a scalar.
    var scalar: YAMLScalar? {
        guard case .scalar(let scalar) = content else {
            return nil
        }
        return scalar
    }

    /// The text of a scalar.
    var text: String? {
        scalar?.text
    }
}
