extension JSONKeyPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Creates a key path from text: `data.attributes`, `rows[0]`.
    ///
    /// A backslash escapes the next character: `odata\.nextLink` is one key. Brackets with anything
    /// but a number contain a key, too.
    ///
    /// - Parameter text: The text; empty for the root.
    public init(text: String) {
        var components: [Component] = []
        var key = ""
        var hasKey = false
        var characters = text.makeIterator()
        func close() {
            if hasKey { components.append(.key(key)) }
            (key, hasKey) = ("", false)
        }
        while let character = characters.next() {
            switch character {
            case ".": close()
            case "[":
                close()
                var inside = ""
                while let next = characters.next(), next != "]" { inside.append(next) }
                components.append(Int(inside).map { .index($0) } ?? .key(inside))
            case "\\":
                if let next = characters.next() { key.append(next) }
                hasKey = true
            default:
                key.append(character)
                hasKey = true
            }
        }
        close()
        self.init(components)
    }

    /// Creates a key path from a literal.
    ///
    /// - Parameter value: The text, as in ``init(text:)``.
    public init(stringLiteral value: String) {
        self.init(text: value)
    }

    /// Creates a key path from its components.
    ///
    /// - Parameter elements: The components, from the outside in.
    public init(arrayLiteral elements: Component...) {
        self.init(elements)
    }
}

extension JSON {
    /// Returns the value at a key path; nil if there is none.
    package func value(at path: JSONKeyPath) -> JSON? {
        var value = self
        for component in path.components {
            guard let next = value[component] else { return nil }
            value = next
        }
        return value
    }

    /// Returns the value of one path component; nil if there is none.
    subscript(component: JSONKeyPath.Component) -> JSON? {
        switch component {
        case .key(let key): self[key]
        case .index(let index): self[index]
        }
    }

    /// Returns the value nested in objects at a key path of keys.
    func wrapped(at path: JSONKeyPath) -> JSON {
        var value = self
        for case .key(let key) in path.components.reversed() { value = .object([key: value]) }
        return value
    }
}
