/// The steps of a key path, such as `data.rows[0]`, which the parser has accepted.
enum KeyPathStep: Hashable, Sendable {
    case key(String)
    case index(Int)

    /// Reads a path; a backslash escapes a character.
    static func steps(of path: String) -> [KeyPathStep] {
        var steps: [KeyPathStep] = []
        var key = ""
        var characters = path.makeIterator()
        while let character = characters.next() {
            switch character {
            case "\\": key.append(contentsOf: characters.next().map(String.init) ?? "")
            case ".", "[", "]":
                guard !key.isEmpty else { continue }
                steps.append(character == "]" ? .index(Int(key) ?? 0) : .key(key))
                key = ""
            default: key.append(character)
            }
        }
        return key.isEmpty ? steps : steps + [.key(key)]
    }
}
