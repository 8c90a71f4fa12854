import SchemaImport

/// Strings that are the cases of an enum.
enum EnumerationGuess {
    /// The maximum number of cases.
    private static let mostCases = 12
    /// The minimum number of occurrences of each case, on average.
    private static let leastRepetition = 4
    /// The last words of keys that usually have enums as values.
    private static let classes: Set<String> = [
        "type", "kind", "status", "state", "role", "mode", "level", "action", "event", "category",
        "method", "format", "unit", "sort", "order", "direction", "visibility", "priority",
        "severity", "channel", "platform", "gender", "size", "plan", "tier", "frequency",
        "interval", "theme", "class", "stage", "phase", "scope", "currency", "alignment",
    ]

    /// The cases; nil if the strings are not an enum.
    ///
    /// A value of a recording is only written if it is a vocabulary word, under a key that names a
    /// category and no secret: any other word may be private input.
    ///
    /// - Parameters:
    ///   - texts: The strings.
    ///   - key: Their key.
    ///   - origins: Their origins.
    /// - Returns: The cases, sorted.
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

    /// Whether a string looks like a case: in lower case, in upper case, or as a name, with at most
    /// a number of two digits at the end of a word.
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

    /// Whether a key usually has names or texts as values, which are no enum even if there are few.
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
