import SchemaImport

/// Texts that are the words of a closed list.
enum EnumerationGuess {
    /// The most words.
    private static let mostCases = 12
    /// How often each word must have been found, on average.
    private static let leastRepetition = 4
    /// What the last word of a key names where its values are the words of a closed list, whoever writes them.
    private static let classes: Set<String> = [
        "type", "kind", "status", "state", "role", "mode", "level", "action", "event", "category",
        "method", "format", "unit", "sort", "order", "direction", "visibility", "priority",
        "severity", "channel", "platform", "gender", "size", "plan", "tier", "frequency",
        "interval", "theme", "class", "stage", "phase", "scope", "currency", "alignment",
    ]

    /// The words; nil where the texts are no such list.
    ///
    /// A value of a recording is written only where it is a word of a vocabulary, under a key that names a class
    /// of things and no secret: any other word may be what a person told the service.
    ///
    /// - Parameters:
    ///   - texts: The texts.
    ///   - key: Their key.
    ///   - origins: Where they come from.
    /// - Returns: The words, sorted.
    static func words(
        _ texts: TextStatistics,
        key: String,
        from origins: BodyOrigins
    ) -> [String]? {
        guard let values = texts.values, (2...mostCases).contains(values.count),
            texts.count >= leastRepetition * values.count, texts.count >= 12, !isName(key),
            !Secrecy.isSecret(key: key, isRecorded: origins.areRecorded),
            values.allSatisfy({ isWord($0) && !Secrecy.isSecret(value: $0) })
        else { return nil }
        if origins.areRecorded {
            let last = NameWords(key).words.last.map { NounForm.singular($0.lowercased()) }
            guard let last, classes.contains(last), values.allSatisfy(VocabularyWord.isPhrase),
                VocabularyWord.areAlike(values)
            else { return nil }
        }
        return values.sorted()
    }

    /// Whether a text is written as words of such lists are: in small letters, in capitals, or as a name, with no
    /// more than a number of two digits at the end of a word.
    private static func isWord(_ text: String) -> Bool {
        guard let first = text.utf8.first else { return true }
        let isLetter = first | 0x20 >= UInt8(ascii: "a") && first | 0x20 <= UInt8(ascii: "z")
        guard isLetter, text.utf8.count <= 32 else { return false }
        return text.split(whereSeparator: { "_-".contains($0) }).allSatisfy { word in
            guard word.utf8.allSatisfy(\.isLetterOrDigit) else { return false }
            if VocabularyWord.isPhrase(word) { return true }
            let letters = word.prefix { !$0.isNumber }
            let number = word.dropFirst(letters.count)
            guard number.allSatisfy(\.isNumber) else { return false }
            return number.count <= (letters.isEmpty ? 4 : 2)
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

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
