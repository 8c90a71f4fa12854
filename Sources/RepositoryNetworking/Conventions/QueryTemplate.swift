/// A template with `{key}`: a parameter name, or a name and a value separated by `=`.
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

    /// Whether it contains the value.
    var hasValue: Bool { value != nil }

    /// Whether the operator is in the value, so that several conditions on a key can be combined.
    var saysOperator: Bool { value?.contains("{value}") ?? false }

    /// Returns name and value with `{key}` replaced.
    func filled(with key: String) -> (name: String, value: String?) {
        func fill(_ text: String) -> String { text.replacing("{key}", with: key) }
        return (fill(name), value.map(fill))
    }

    /// Returns the query item for a comparison; nil if it cannot be expressed.
    func item(for comparison: Comparison) -> (String, String)? {
        let (name, value) = filled(with: comparison.key)
        if let value, !saysOperator { return (name, value) }
        let texts = comparison.operands.compactMap(\.parameterText)
        guard texts.count == comparison.operands.count, !texts.isEmpty else { return nil }
        if comparison.operator == .isOneOf {
            // A separator or delimiter within a value would split it.
            let marks: Set<Character> = saysOperator ? [",", "(", ")", "\""] : [","]
            guard texts.allSatisfy({ $0.allSatisfy { !marks.contains($0) } }) else { return nil }
        }
        let text = texts.joined(separator: ",")
        return (name, value.map { $0.replacing("{value}", with: text) } ?? text)
    }
}
