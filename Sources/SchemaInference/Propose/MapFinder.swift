/// Finds objects whose keys are data: identities, dates, languages.
struct MapFinder {
    /// The minimum number of keys of a map whose keys could be names.
    private static let leastKeys = 8

    /// Converts all such objects to maps.
    static func findMaps(in graph: inout ShapeGraph) {
        var isChanged = true
        while isChanged {
            isChanged = false
            // From the innermost ones outward: nested maps are found first.
            for node in graph.representatives.reversed()
            where graph.find(node) == node && isMap(node, in: graph) {
                graph.makeMap(node)
                isChanged = true
            }
        }
    }

    private static func isMap(_ node: Int, in graph: ShapeGraph) -> Bool {
        let found = graph[node]
        guard found.isRecord else { return false }
        // Values in a recording are never names, even if their types differ.
        if found.origins.areRecorded,
            found.members.contains(where: { VocabularyWord.isData(key: $0.key) })
        {
            return true
        }
        guard areAlike(found.members.map(\.node), in: graph) else { return false }
        if found.members.allSatisfy({ isData($0.key) }) { return true }
        if found.members.count >= 2, found.members.allSatisfy({ isLanguage($0.key) }) {
            return true
        }
        // With so many keys, each object has few of them, and different ones.
        let presence = found.members.reduce(0) { $0 + $1.presence }
        let objects = found.values.objects
        return found.members.count >= leastKeys && objects >= 4
            && presence * 3 <= objects * found.members.count
            && found.members.allSatisfy { $0.presence * 2 < objects }
    }

    /// Whether values could have one type.
    private static func areAlike(_ nodes: [Int], in graph: ShapeGraph) -> Bool {
        let kinds = nodes.map { graph[$0].values.kinds }
        let all = kinds.reduce(into: ShapeNode.Kinds()) { $0.formUnion($1) }
        guard all.count <= 1 else { return false }
        let records = nodes.map { graph[$0] }.filter(\.isRecord).map(\.keys)
        guard let first = records.first, records.count > 1 else { return true }
        let common = records.dropFirst().reduce(first) { $0.intersection($1) }
        let union = records.dropFirst().reduce(first) { $0.union($1) }
        return common.count * 2 >= union.count
    }

    /// Whether a key is an identity, a number, a date, a URL, an email address or a token.
    private static func isData(_ key: String) -> Bool {
        if BodyFolder.isIdentity(key) || VocabularyWord.isData(key: key) { return true }
        var key = key
        return key.withUTF8 { bytes in
            !TextForms(of: bytes, among: .all)
                .isDisjoint(with: [.integer, .day, .offsetInstant, .localInstant, .anyUUID, .url])
        }
    }

    /// Whether a key is a language tag: `en`, `pt-BR`, `zh_Hans`.
    private static func isLanguage(_ key: String) -> Bool {
        let parts = key.split(whereSeparator: { "-_".contains($0) })
        guard let first = parts.first, (1...2).contains(parts.count) else { return false }
        return languages.contains(String(first))
            && parts.dropFirst().allSatisfy {
                (2...4).contains($0.count) && $0.allSatisfy(\.isLetter)
            }
    }

    /// The most common languages (ISO 639-1), without codes that are English words.
    private static let languages: Set<String> = [
        "ar", "bg", "bn", "ca", "cs", "cy", "da", "de", "el", "en", "es", "et", "eu", "fa", "fi",
        "fr", "ga", "gl", "he", "hi", "hr", "hu", "hy", "id", "it", "ja", "ka", "kk", "ko", "lt",
        "lv", "mk", "ms", "nb", "nl", "nn", "pl", "pt", "ro", "ru", "sk", "sl", "sq", "sr", "sv",
        "sw", "ta", "te", "th", "tr", "uk", "ur", "uz", "vi", "zh",
    ]
}
