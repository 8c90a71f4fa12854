/// All keys of a vocabulary on a page or two: for each form its keys, with their values.
///
/// A star follows a required key; of keys with a bar between them, exactly one is required.
package struct KeySummary {
    private let vocabulary: Vocabulary

    /// The width of a line, in characters.
    package static let width = 110
    /// The column at which keys start.
    private static let indentation = 15

    /// Makes the summary of a vocabulary.
    package init(_ vocabulary: Vocabulary) {
        self.vocabulary = vocabulary
    }

    /// The summary: the forms in the order of the language, each with its keys in canonical order.
    package var text: String {
        vocabulary.forms.map { form in
            let name = form.name + " "
            let padding = String(repeating: " ", count: max(0, Self.indentation - name.count))
            return lines(name + padding, of: keys(of: form)) + "\n"
        }.joined()
    }

    private func keys(of form: Vocabulary.Form) -> [String] {
        var exclusive: [String] = []
        if case .exactlyOne(let keys) = form.rule { exclusive = keys }
        let either = form.keys.filter { exclusive.contains($0.name) }
            .map { "\($0.name): \(text($0.shape))" }
        // Adjacent keys with the same values are joined.
        var others: [(names: String, values: String)] = []
        for key in form.keys where !exclusive.contains(key.name) {
            let (name, values) = (key.name + (key.isRequired ? "*" : ""), text(key.shape))
            if let last = others.last, last.values == values {
                others[others.count - 1].names += ", \(name)"
            } else {
                others.append((name, values))
            }
        }
        return (either.isEmpty ? [] : [either.joined(separator: " | ")])
            + others.map { "\($0.names): \($0.values)" }
    }

    private func text(_ shape: Vocabulary.Shape) -> String {
        switch shape {
        case .text, .reference, .scalar, .sentence, .string: "string"
        case .boolean: "true, false"
        case .onlyTrue: "true"
        case .number, .decimal: "number"
        case .version(let version): version
        case .words(let words): words.joined(separator: ", ")
        case .type, .typeAmong: "type"
        case .typeWithDefault: "type = default"
        case .property(let form): "type = default, \(form)"
        case .form(let name), .narrowed(let name, _, _): name
        case .list(let element), .listOrEmpty(let element): "[\(text(element))]"
        case .oneOrMany(let element): "\(text(element)), […]"
        case .map(let names, let value): "{\(text(names)): \(text(value))}"
        case .either(let shapes):
            shapes.map(text).reduce(into: [String]()) { texts, text in
                if !texts.contains(text) { texts.append(text) }
            }.joined(separator: ", ")
        case .anything: "any"
        }
    }

    private func text(_ names: Vocabulary.Names) -> String {
        switch names {
        case .declarations: "Name"
        case .properties, .placeholders, .atLeastOne, .oneKeyPath, .any: "name"
        case .statuses, .successes: "status"
        }
    }

    private static func parts(of text: String, endingIn separator: String) -> [String] {
        let parts = text.split(separator: separator).map(String.init)
        return parts.dropLast().map { $0 + separator } + parts.suffix(1)
    }

    /// Lines that end between two keys, or within a part that does not fit on a line.
    private func lines(_ start: String, of keys: [String]) -> String {
        let words = keys.enumerated().flatMap { index, key in
            let word = key + (index == keys.count - 1 ? "" : "; ")
            guard word.count > Self.width - Self.indentation else { return [word] }
            return Self.parts(of: word, endingIn: " | ").flatMap {
                Self.parts(of: $0, endingIn: ", ")
            }
        }
        var lines = [start]
        for (index, word) in words.enumerated() {
            let fits = lines[lines.count - 1].count + word.trimmed.count <= Self.width
            if index > 0, !fits { lines.append(String(repeating: " ", count: Self.indentation)) }
            lines[lines.count - 1] += word
        }
        return lines.map(\.trimmed).joined(separator: "\n")
    }
}

extension String {
    /// Without trailing spaces.
    fileprivate var trimmed: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
