/// A field of a form, or a query parameter.
struct FormItem: Sendable {
    /// The name, not yet encoded.
    let name: String
    /// The strings of the elements, or the single string, not yet encoded.
    let texts: [String]
    /// The separator between elements.
    let separator: Character?
    /// Whether the strings represent the complete value.
    let isWhole: Bool

    init(_ name: String, _ text: String) {
        self.init(name: name, texts: [text], separator: nil)
    }

    init(name: String, texts: [String], separator: Character?, isWhole: Bool = true) {
        self.name = name
        self.texts = texts
        self.separator = separator
        self.isWhole = isWhole
    }

    /// The encoded form field; a separator is encoded like any other character.
    var formText: String {
        let text = texts.joined(separator: separator.map(String.init) ?? "")
        return "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))"
    }

    /// The encoded query parameter; a comma between elements is not encoded, to distinguish it from
    /// a comma in an element (RFC 6570, section 3.2.8).
    var queryText: String {
        let separator = separator.map { $0 == "," ? "," : PercentEncoding.encode(String($0)) } ?? ""
        let text = texts.map(PercentEncoding.encode).joined(separator: separator)
        return "\(PercentEncoding.encode(name))=\(text)"
    }

    /// The reason why the elements of the form field would be ambiguous; nil if they are not.
    var formProblem: String? {
        guard isWhole else { return structureProblem }
        guard let separator, texts.contains(where: { $0.contains(separator) }) else { return nil }
        let character = separator == " " ? "a space" : "'\(separator)'"
        return "'\(name)' has an element containing \(character), which is the separator."
    }

    /// The reason why the elements of the query parameter would be ambiguous; nil if they are not.
    var queryProblem: String? {
        guard isWhole else { return structureProblem }
        return separator == "," ? nil : formProblem
    }

    private var structureProblem: String {
        "'\(name)' has a nested array or object, which commas cannot represent."
    }
}
