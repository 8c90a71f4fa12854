import SchemaImport

/// Texts that are the words of a closed list.
enum EnumerationGuess {
    /// The most words.
    private static let mostCases = 12
    /// How often each word must have been found, on average.
    private static let leastRepetition = 4

    /// The words; nil where the texts are no such list.
    static func words(_ texts: TextStatistics, key: String) -> [String]? {
        guard let values = texts.values, (2...mostCases).contains(values.count),
            texts.count >= leastRepetition * values.count, texts.count >= 12, !isName(key),
            !Secrecy.isSecret(key: key),
            values.allSatisfy({ isWord($0) && !Secrecy.isSecret(value: $0) })
        else { return nil }
        return values.sorted()
    }

    /// Whether a text is written as words of such lists are: in small letters, in capitals, or as a name.
    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        let isLetter = first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z")
        return isLetter && text.utf8.count <= 32
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Whether a key is one of what has a name of its own, however few were found.
    private static func isName(_ key: String) -> Bool {
        let key = key.lowercased()
        return [
            "id", "name", "title", "login", "slug", "label", "key", "ref", "email", "username",
            "user", "description", "text", "body", "message", "url", "path", "sha", "hash", "tag",
            "branch", "host", "city", "street", "company", "author", "owner", "version", "color",
            "prefix", "suffix", "language", "license", "locale", "country", "value", "content",
            "note", "comment", "summary", "subject",
        ].contains { key == $0 || key.hasSuffix("_" + $0) || key.hasSuffix("-" + $0) }
            || key.hasSuffix("name") || key.hasSuffix("id") && key.count <= 4
    }
}
