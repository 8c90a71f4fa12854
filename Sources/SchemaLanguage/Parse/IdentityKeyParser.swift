import Diagnostics
import YAMLTree

/// Parses the key of an identity, which is a top-level key of the entity.
enum IdentityKeyParser {
    /// The key, in which `\\.` stands for a dot; a key path is a mistake.
    static func parse(_ node: YAMLNode, in context: inout ParseContext) -> Located<String>? {
        guard let text = context.text(node, what: "the key of an id") else { return nil }
        var key = ""
        var characters = text.value.makeIterator()
        while let character = characters.next() {
            switch character {
            case "." where !key.isEmpty:
                context.report(
                    .invalidIdentity,
                    "the key of an id is a key of the entity itself, found the path "
                        + "'\(text.value.shortened(to: 60))'",
                    at: text.range,
                    hint:
                        "name a top-level key that also identifies it; write a dot in it as `\\.`"
                )
                return nil
            case "\\": key.append(characters.next() ?? "\\")
            default: key.append(character)
            }
        }
        return Located(key, at: text.range)
    }
}
