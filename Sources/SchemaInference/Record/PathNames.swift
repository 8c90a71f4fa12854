/// Distinguishes the names in a path from parameter values.
enum PathNames {
    /// The path components; nil is a value.
    static func parts(_ path: [String]) -> [String?] {
        path.enumerated().map { index, part in
            isName(part) || index < 2 && isVersion(part) ? part : nil
        }
    }

    /// Whether a component is a name: words without digits among them.
    static func isName(_ part: String) -> Bool {
        // `/-/`
        if !part.isEmpty, part.allSatisfy({ "-_~.*$+".contains($0) }) { return true }
        if part.wholeMatch(of: /[vV][0-9]+(\.[0-9]+)*((alpha|beta)[0-9]*)?/) != nil { return true }
        guard !part.contains("@"), part.utf8.count <= 40 else { return false }
        let words = part.split { "~$,!".contains($0) }
        return !words.isEmpty && words.allSatisfy(VocabularyWord.isPhrase)
    }

    /// Whether a component is the version of a service: `1.1`.
    private static func isVersion(_ part: String) -> Bool {
        part.wholeMatch(of: /[0-9]{1,2}\.[0-9]{1,2}/) != nil
    }

    /// Whether the name of a query parameter or a form field is a name, not a value.
    static func isParameter(_ name: String, value: String) -> Bool {
        !name.isEmpty && !VocabularyWord.isData(key: name) && (!value.isEmpty || isName(name))
    }
}
