/// A text with `{key}`: the name of a parameter, or with `=` a name and what is behind it.
struct QueryTemplate {
    private let name: String
    private let value: String?

    init(_ text: String) {
        guard let equals = text.firstIndex(of: "=") else {
            (name, value) = (text, nil)
            return
        }
        (name, value) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    }

    /// Whether it has the value, too.
    var hasValue: Bool { value != nil }

    /// Whether the operator stands in the value, so that several of one key hold together.
    var saysOperator: Bool { value?.contains("{value}") ?? false }

    /// The texts with a key in the place of `{key}`.
    func filled(with key: String) -> (name: String, value: String?) {
        func fill(_ text: String) -> String { text.replacing("{key}", with: key) }
        return (fill(name), value.map(fill))
    }

    /// The query item that says a comparison; nil where it cannot be said.
    func item(for comparison: Comparison) -> (String, String)? {
        let (name, value) = filled(with: comparison.key)
        if let value, !saysOperator { return (name, value) }
        let texts = comparison.operands.compactMap(\.parameterText)
        guard texts.count == comparison.operands.count, !texts.isEmpty else { return nil }
        if comparison.operator == .isOneOf {
            // What divides the values, or ends them, would divide one of them.
            let marks: Set<Character> = saysOperator ? [",", "(", ")", "\""] : [","]
            guard texts.allSatisfy({ $0.allSatisfy { !marks.contains($0) } }) else { return nil }
        }
        let text = texts.joined(separator: ",")
        return (name, value.map { $0.replacing("{value}", with: text) } ?? text)
    }
}
