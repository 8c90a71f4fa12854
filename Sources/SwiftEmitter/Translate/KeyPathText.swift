/// A key path in schema notation, such as `data.rows[0]`.
struct KeyPathText: Hashable, Sendable {
    private enum Step: Hashable, Sendable {
        case key(String)
        case index(Int)
    }

    private let steps: [Step]

    /// Reads a path that the schema check has accepted.
    init(_ text: String) {
        var steps: [Step] = []
        var key = ""
        var characters = text.makeIterator()
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
        if !key.isEmpty { steps.append(.key(key)) }
        self.steps = steps
    }

    /// A JSON text that contains another one at the path.
    func wrap(_ json: String) -> String {
        steps.reversed().reduce(json) { json, step in
            switch step {
            case .key(let key):
                let escaped = key.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
                return "{\"\(escaped)\":\(json)}"
            case .index(let index):
                let before = String(repeating: "null,", count: index)
                return "[\(before)\(json)]"
            }
        }
    }
}
