/// The path of an endpoint without the names of its placeholders, which do not affect the request.
struct PathForm {
    /// A parameter in the path.
    private struct Argument {
        let member: String
        /// The index of the placeholder it fills.
        let place: Int
        /// Its encoding, without its name.
        let words: String
        let type: String
    }

    /// The path with a number for each name.
    private let template: String
    private let placeholders: [Substring]
    private var arguments: [Argument] = []

    /// Reads an endpoint; nil for any other declaration.
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
            // A path contains no "#", and so neither do names.
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

    /// The index of the placeholder with a quoted key; nil if there is none.
    func place(ofKey key: String) -> Int? {
        placeholders.firstIndex { "\"\($0)\"" == key }
    }

    /// The index of the placeholder that a property fills; nil if it is not in the path.
    func place(ofMember member: String) -> Int? {
        arguments.first { $0.member == member }?.place
    }

    /// Whether two paths give the same request regardless of names: placeholders are encoded alike,
    /// and shared properties fill the same ones.
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
