/// A field of a form, or a parameter of a query.
struct FormItem: Sendable {
    /// The name, not yet encoded.
    let name: String
    /// The texts of the elements, or the only text, not yet encoded.
    let texts: [String]
    /// The character between two elements.
    let separator: Character?
    /// Whether all of the value is in the texts.
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

    /// Whether the value is an empty text.
    var isEmpty: Bool { texts.allSatisfy(\.isEmpty) && texts.count < 2 }

    /// The field of a form: a separator is encoded like any other character.
    var formText: String {
        let text = texts.joined(separator: separator.map(String.init) ?? "")
        return "\(PercentEncoding.encode(name))=\(PercentEncoding.encode(text))"
    }

    /// The parameter of a query: a comma between elements is written as it is, so that it differs from a
    /// comma in an element (RFC 6570, section 3.2.8).
    var queryText: String {
        let separator = separator.map { $0 == "," ? "," : PercentEncoding.encode(String($0)) } ?? ""
        let text = texts.map(PercentEncoding.encode).joined(separator: separator)
        return "\(PercentEncoding.encode(name))=\(text)"
    }

    /// Why no server could tell the elements of the field apart; nil where it can.
    var formProblem: String? {
        guard isWhole else { return structureProblem }
        guard let separator, texts.contains(where: { $0.contains(separator) }) else { return nil }
        let character = separator == " " ? "a space" : "'\(separator)'"
        return "'\(name)' has an element with \(character) in it, which separates its elements."
    }

    /// Why no server could tell the elements of the parameter apart; nil where it can.
    var queryProblem: String? {
        guard isWhole else { return structureProblem }
        return separator == "," ? nil : formProblem
    }

    private var structureProblem: String {
        "'\(name)' has a property that is an array or an object, which commas alone do not show."
    }
}
