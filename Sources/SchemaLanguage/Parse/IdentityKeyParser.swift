import Diagnostics
import YAMLTree

/// Parses the key of an identity, which is one key of the entity itself.
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
                    "the key of an id is one key of the entity, found the path "
                        + "'\(text.value.shortened(to: 60))'",
                    at: text.range,
                    hint:
                        "name a key beside the others by which the service tells it, too; a dot in a "
                        + "key is written `\\.`"
                )
                return nil
            case "\\": key.append(characters.next() ?? "\\")
            default: key.append(character)
            }
        }
        return Located(key, at: text.range)
    }
}
