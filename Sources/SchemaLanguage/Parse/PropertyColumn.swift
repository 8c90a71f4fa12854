import Diagnostics
import YAMLTree

/// The column of a property, for a key that looks like one in another column.
///
/// ```yaml
/// properties:
///   text: String
/// likes: Int       # if it is a property, start it in column 3
/// ```
enum PropertyColumn {
    /// A hint for a key of a mapping that is too far to the left; nil if it does not look like one
    /// of the properties above it.
    static func hint(for pair: YAMLPair, in pairs: [YAMLPair]) -> String? {
        guard looksLikeProperty(pair) else { return nil }
        let above = pairs.prefix { $0.key.range.start < pair.key.range.start }
        guard let last = above.last(where: { !looksLikeProperty($0) }) else { return nil }
        return hint(for: pair, below: last)
    }

    /// A hint for a key in the long form of a property that is probably the next property.
    static func hint(for pair: YAMLPair, inLongFormOf property: Located<String>) -> String? {
        guard looksLikeProperty(pair), pair.key.range.start.line > property.range.start.line else {
            return nil
        }
        return hint(column: property.range.start.column, sibling: property.value)
    }

    /// A hint for a key among the names of declarations that is a keyword of declarations.
    static func hint(forWord pair: YAMLPair, among declarations: [YAMLPair]) -> String? {
        guard let word = pair.key.scalarText, words.contains(word),
            let above = declarations.last(where: { $0.key.range.start < pair.key.range.start }),
            let name = above.key.scalarText
        else { return nil }
        if words.contains(name) {
            return hint(forWord: above, among: declarations)
        }
        var column = above.key.range.start.column + 2
        if case .mapping(let pairs) = above.value.content, let first = pairs.first,
            first.key.range.start.line > above.key.range.start.line
        {
            column = first.key.range.start.column
        }
        return "if it belongs to '\(name.shortened(to: 40))', start it in column \(column)"
    }

    /// The keywords that start lines of declarations, and are not names of declarations.
    private static let words: Set = [
        "doc", "api", "id", "include", "conforms", "properties", "cases", "type", "path", "query",
        "headers", "body", "response", "errors", "example", "entity", "operations", "get", "post",
        "put", "patch", "delete", "head", "options", "baseURL", "keys", "dates", "remote", "local",
        "strategy", "conflicts", "swift", "discriminator",
    ]

    /// A hint for a key of a schema that is probably a declaration under the key above it.
    static func hint(forDeclaration pair: YAMLPair, in pairs: [YAMLPair]) -> String? {
        guard pair.key.scalarText?.unicodeScalars.first?.properties.isUppercase == true,
            case .mapping = pair.value.content,
            let above = pairs.last(where: {
                $0.key.range.start < pair.key.range.start && isSection($0)
            }), let section = above.key.scalarText
        else { return nil }
        var column = above.key.range.start.column + 2
        if case .mapping(let pairs) = above.value.content, let first = pairs.first {
            column = first.key.range.start.column
        }
        return "if it is declared under `\(section):`, start it in column \(column)"
    }

    /// Whether a key of a schema has declarations under it, or nothing yet.
    private static func isSection(_ pair: YAMLPair) -> Bool {
        guard pair.key.scalarText?.unicodeScalars.first?.properties.isUppercase == false else {
            return false
        }
        if case .mapping = pair.value.content { return true }
        return pair.value.isNull
    }

    /// A hint for a key of a structure that is probably one of its properties.
    static func hint(forProperty pair: YAMLPair) -> String? {
        guard looksLikeProperty(pair), let name = pair.key.scalarText, !words.contains(name) else {
            return nil
        }
        // A list of names is no array type.
        if case .sequence(let elements) = pair.value.content,
            elements.first?.scalarText?.unicodeScalars.first?.properties.isUppercase != true
        {
            return nil
        }
        return "if it is a property, put it under `properties:`, as in "
            + "`properties: { \(name.shortened(to: 40)): … }`"
    }

    private static func hint(for pair: YAMLPair, below last: YAMLPair) -> String? {
        if last.key.scalarText == "properties" {
            if last.value.isNull {
                let column = last.key.range.start.column + 2
                return "if it is a property, start it in column \(column), "
                    + "to the right of `properties:`"
            }
            guard case .mapping(let pairs) = last.value.content, let first = pairs.first,
                first.key.range.start.line > last.key.range.start.line,
                let name = first.key.scalarText
            else { return nil }
            return hint(column: first.key.range.start.column, sibling: name)
        }
        guard case .mapping(let pairs) = last.value.content,
            let inner = pairs.last(where: { !looksLikeProperty($0) })
        else { return nil }
        return hint(for: pair, below: inner)
    }

    private static func hint(column: Int, sibling: String) -> String {
        "if it is a property, start it in column \(column), as '\(sibling.shortened(to: 40))' does"
    }

    /// Whether a key has a type after it, judging by the text alone.
    private static func looksLikeProperty(_ pair: YAMLPair) -> Bool {
        guard pair.key.scalarText?.unicodeScalars.first?.properties.isUppercase == false else {
            return false
        }
        switch pair.value.content {
        case .scalar(let scalar):
            guard scalar.meaning == .string, let first = scalar.text.unicodeScalars.first else {
                return false
            }
            return first == "[" || first == "{" || first.properties.isUppercase
        case .sequence(let elements): return elements.count == 1
        case .mapping(let pairs): return pairs.contains { $0.key.scalarText == "type" }
        }
    }
}
