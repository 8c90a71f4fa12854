/// The path of an endpoint and what stands in it, without the names of the placeholders: they are filled
/// in before anything is sent.
struct PathForm {
    /// A parameter in the path.
    private struct Argument {
        let member: String
        /// Which of the placeholders it fills, from 0.
        let place: Int
        /// How it is written, without its name.
        let words: String
        let type: String
    }

    /// The path with a number for each name.
    private let template: String
    private let placeholders: [Substring]
    private var arguments: [Argument] = []

    /// Reads an endpoint; nil of everything else.
    init?(of type: String, in outline: SwiftOutline) {
        guard outline.isEndpoint(type) else { return nil }
        let declarations = outline.declarations.filter { $0.scope == type }
        let path = declarations.first { $0.isStatic && $0.name == "path" }
        guard var text = path?.value else { return nil }
        var placeholders: [Substring] = []
        for match in text.matches(of: #/\{([^{}]+)\}/#) where !placeholders.contains(match.1) {
            placeholders.append(match.1)
        }
        for (place, name) in placeholders.enumerated() {
            // No path has a "#" in it, and so no name.
            text = text.replacing("{\(name)}", with: "{#\(place)}")
        }
        template = text
        self.placeholders = placeholders
        let writing = declarations.first { $0.name == "parameters" }
        for statement in SwiftStatement.lines(of: writing?.body ?? "") {
            guard let (head, elements) = statement.call, head == "parameters.path",
                elements.count >= 2, let place = place(ofKey: elements[0])
            else { continue }
            let value = elements[1].dropFirst(elements[1].hasPrefix("self.") ? 5 : 0)
            let member = value.identifier
            let rest = value.filter { $0 != "`" }.dropFirst(member.count)
            let property = declarations.first { $0.name.identifier == member }
            arguments.append(
                Argument(
                    member: member,
                    place: place,
                    words: ([String(rest)] + elements[2...]).joined(separator: ", "),
                    type: property?.detail ?? ""
                )
            )
        }
        arguments.sort { $0.place < $1.place }
    }

    /// Which of the placeholders a key in quotes names, from 0; nil where none is called so.
    func place(ofKey key: String) -> Int? {
        placeholders.firstIndex { "\"\($0)\"" == key }
    }

    /// Which of the placeholders a property fills, from 0; nil where it stands elsewhere.
    func place(ofMember member: String) -> Int? {
        arguments.first { $0.member == member }?.place
    }

    /// Whether the same is asked as by another one, whatever the names: what fills a placeholder is
    /// written alike, and what both have fills the same one.
    func isLike(_ other: PathForm, _ types: TypeComparison) -> Bool {
        guard template == other.template, arguments.count == other.arguments.count else {
            return false
        }
        return zip(arguments, other.arguments).allSatisfy { one, another in
            one.place == another.place && one.words == another.words
                && types.difference(one.type, another.type, .sent) == .none
                && [one.place, nil].contains(other.place(ofMember: one.member))
        }
    }
}
