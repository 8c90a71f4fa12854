import YAMLTree

// Hints for text that is not a type.
extension TypeParser {
    /// The hint for a mapping that is not a type.
    static func hint(forMapping pairs: [YAMLPair]) -> String {
        if pairs.isEmpty || pairs.contains(where: { isMeantAsType($0.key.scalarText ?? "") }) {
            return "a dictionary is { String: T }; its keys are always strings"
        }
        if pairs.count == 1, pairs[0].key.scalarText == "type",
            let type = pairs[0].value.scalarText, isMeantAsType(type)
        {
            return "write only `\(type)`"
        }
        return "declare a value with these properties under `values:`, and write its name; "
            + "a dictionary is { String: T }"
    }

    /// The hint for a character that a type cannot contain.
    static func hint(
        for found: Unicode.Scalar,
        _ text: String
    ) -> String? {
        switch found {
        case "<": "generic types are written [T], { String: T } and T?"
        case "|":
            hint(
                forAlternatives: text.split(separator: "|").map {
                    $0.split(separator: " ").joined(separator: " ")
                }
            )
        case "[": "an array is written [T]"
        case ":": "a dictionary is written { String: T }"
        case "“", "”", "„", "‘", "’": "quotes are straight: \"; a type needs none"
        case "!": "without a '?' it is never null: drop the '!'"
        case "=": "write the type before the '=', as in `Int = 3`"
        case "?": "the '?' directly follows the type"
        case ",", ";": text.unicodeScalars.last == found ? "drop the '\(found)'" : nil
        default: nil
        }
    }

    /// The hint for `Int | null`, `admin | user` and `Image | File`.
    private static func hint(forAlternatives words: [String]) -> String {
        nullHint(words) ?? enumHint(words)
            ?? "a value of several types is a union, declared under `unions:`"
    }

    /// The hint for a type or null; nil for other words.
    static func nullHint(_ words: [String]) -> String? {
        let nothing: Set = ["null", "nil", "none", "undefined", "~", ""]
        let types = words.filter { !nothing.contains($0.lowercased()) }
        guard types.count == 1, words.count == 2 else { return nil }
        return "write \(ForeignType.names[types[0].lowercased()] ?? types[0])?"
    }

    /// The hint for words after a type: `Int or null`, `optional Int`.
    static func hint(forWordsBehind type: TypeExpression, _ rest: String) -> String? {
        guard case .name(let name, nil) = type.form else { return nil }
        let words = rest.split(separator: " ")
        if words.count == 2, words[0] == "or", ["null", "nil", "none"].contains(words[1]) {
            return "write \(name)?"
        }
        if ["array", "list"].contains(name.lowercased()), words.count == 2, words[0] == "of" {
            return "write [\(words[1])]"
        }
        if ["optional", "nullable"].contains(name.lowercased()), words.count == 1 {
            return "write \(words[0])?"
        }
        return nil
    }

    /// The hint for words in place of a type that are probably the cases of an enum; nil if they
    /// are not.
    static func enumHint(_ words: [String]) -> String? {
        let areCases =
            words.count > 1
            && words.allSatisfy { word in
                word.unicodeScalars.enumerated().allSatisfy { $1.isNamePart(first: $0 == 0) }
                    && word.unicodeScalars.first?.properties.isLowercase == true
            }
            && words.contains { ForeignType.names[$0] == nil }
        guard areCases else { return nil }
        let cases = words.joined(separator: ", ").shortened(to: 60)
        return "declare an enum with `cases: [\(cases)]` under `enums:`, and write its name"
    }

    /// Whether a mapping is a dictionary, `{ String: T }`, rather than names with their types.
    static func isDictionary(_ pairs: [YAMLPair]) -> Bool {
        guard pairs.count == 1, let key = pairs.first?.key.scalarText else { return false }
        return PrimitiveType(rawValue: key) != nil || ["string", "int"].contains(key)
    }

    /// Whether the key of a mapping is more likely a key type than a word of the language.
    static func isMeantAsType(_ key: String) -> Bool {
        key.unicodeScalars.first?.properties.isUppercase == true
            || ["string", "int"].contains(key)
    }
}
