extension JSONKeyPath: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    /// Makes a key path of its text: `data.attributes`, `rows[0]`.
    ///
    /// A backslash takes the next character for what it is: `odata\.nextLink` is one key. What stands in
    /// brackets and is no number is a key, too.
    ///
    /// - Parameter text: The text; empty for the whole document.
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

    /// Makes a key path of its text.
    ///
    /// - Parameter value: The text, as in ``init(text:)``.
    public init(stringLiteral value: String) {
        self.init(text: value)
    }

    /// Makes a key path.
    ///
    /// - Parameter elements: The steps, from the outside in.
    public init(arrayLiteral elements: Component...) {
        self.init(elements)
    }
}

extension JSON {
    /// The value at a key path; nil where there is none.
    package func value(at path: JSONKeyPath) -> JSON? {
        var value = self
        for component in path.components {
            guard let next = value[component] else { return nil }
            value = next
        }
        return value
    }

    /// The value one step further in; nil where there is none.
    subscript(component: JSONKeyPath.Component) -> JSON? {
        switch component {
        case .key(let key): self[key]
        case .index(let index): self[index]
        }
    }

    /// The value as a member of objects, at a key path of keys.
    func wrapped(at path: JSONKeyPath) -> JSON {
        var value = self
        for case .key(let key) in path.components.reversed() { value = .object([key: value]) }
        return value
    }
}
