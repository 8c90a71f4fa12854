import YAMLTree

/// The vocabulary of a node: its keys, and their values.
struct NodeShape {
    private let shape: Vocabulary.Shape?
    private let vocabulary: Vocabulary
    /// The keys of the mapping, if the node has a closed set of them.
    let form: Vocabulary.Form?

    /// The shape of a mapping of a form.
    init(form: Vocabulary.Form, vocabulary: Vocabulary) {
        self.form = form
        self.vocabulary = vocabulary
        shape = .form(form.name)
    }

    private init(_ shape: Vocabulary.Shape?, _ vocabulary: Vocabulary, of node: YAMLNode? = nil) {
        self.vocabulary = vocabulary
        let shape = shape.flatMap { Self.resolve($0, node) }
        self.shape = shape
        if case .form(let name) = shape { form = vocabulary.form(name) } else { form = nil }
    }

    /// The shape of the value of a key.
    subscript(key: YAMLNode) -> NodeShape {
        if let form {
            let key = form.keys.first { $0.name == key.scalarText }
            return NodeShape(key?.shape, vocabulary)
        }
        if case .map(_, let value) = shape { return NodeShape(value, vocabulary) }
        return NodeShape(nil, vocabulary)
    }

    /// Whether a text is a type, with an optional default after it.
    var takesDefault: Bool {
        switch shape {
        case .property, .typeWithDefault: true
        default: false
        }
    }

    /// The shape of an element of the sequence.
    var element: NodeShape {
        if case .list(let element) = shape { return NodeShape(element, vocabulary) }
        return NodeShape(nil, vocabulary)
    }

    /// The shape for a specific node.
    func of(_ node: YAMLNode) -> NodeShape {
        NodeShape(shape, vocabulary, of: node)
    }

    /// The alternative that matches a node.
    private static func resolve(_ shape: Vocabulary.Shape, _ node: YAMLNode?) -> Vocabulary.Shape? {
        guard let node else { return shape }
        switch (shape, node.content) {
        case (.property(let form), .mapping(let pairs)):
            // `{ String: Int }` is a type.
            return pairs.count == 1 && pairs[0].key.scalarText == "String" ? nil : .form(form)
        case (.property, .scalar), (.typeWithDefault, .scalar): return shape
        case (.narrowed(let form, _, _), .mapping): return .form(form)
        case (.form, .mapping), (.map, .mapping), (.list, .sequence): return shape
        case (.oneOrMany(let element), .sequence): return .list(element)
        case (.oneOrMany(let element), _): return resolve(element, node)
        case (.either(let shapes), _): return shapes.lazy.compactMap { resolve($0, node) }.first
        default: return nil
        }
    }
}
