/// Singular and plural of English nouns, to the extent that names of collections need them.
package enum NounForm {
    private static let irregular = [
        "people": "person", "children": "child", "men": "man", "women": "woman", "feet": "foot",
        "teeth": "tooth", "mice": "mouse", "geese": "goose", "indices": "index",
        "matrices": "matrix", "vertices": "vertex", "analyses": "analysis", "criteria": "criterion",
        "bases": "base", "databases": "database", "movies": "movie", "cookies": "cookie",
        "caches": "cache", "aliases": "alias", "statuses": "status", "buses": "bus", "taxes": "tax",
        "licenses": "license", "responses": "response", "leaves": "leaf", "shelves": "shelf",
        "lives": "life", "wolves": "wolf", "knives": "knife", "heroes": "hero",
    ]

    private static let unchanged: Set<String> = [
        "news", "series", "species", "data", "media", "metadata", "information", "status",
        "address",
        "class", "access", "process", "business", "analysis", "alias", "bus", "gas", "https", "dns",
        "sms", "css", "rss", "this", "us", "is", "as", "has", "was", "progress", "success",
        "canvas",
        "pokemon", "sheep", "fish", "pass", "boss", "loss", "basis", "axis", "virus", "campus",
        "bonus",
        "menus", "always", "ios", "aws", "gps", "corps", "means", "settings", "credentials",
    ]

    /// The name with its last word in singular: `blog_posts` becomes `blog_post`; a singular is
    /// unchanged.
    package static func singular(_ name: String) -> String {
        guard let last = NameWords(name).words.last, name.hasSuffix(last) else { return name }
        let head = name.dropLast(last.count)
        return head + singularWord(last)
    }

    /// The name with its last word in plural.
    package static func plural(_ name: String) -> String {
        guard let last = NameWords(name).words.last, name.hasSuffix(last) else { return name + "s" }
        let lowered = last.lowercased()
        if singular(lowered) != lowered { return name }
        let head = String(name.dropLast(last.count))
        if let plural = irregular.filter({ $0.value == lowered }).keys.min() {
            return head + (last.first?.isUppercase == true ? plural.uppercasedFirst : plural)
        }
        if let before = lowered.dropLast().last, lowered.hasSuffix("y"), !"aeiou".contains(before) {
            return name.dropLast() + "ies"
        }
        if ["s", "x", "z", "ch", "sh"].contains(where: lowered.hasSuffix) { return name + "es" }
        return name + "s"
    }

    /// Whether a word is a plural.
    package static func isPlural(_ name: String) -> Bool {
        singular(name) != name
    }

    private static func singularWord(_ word: String) -> String {
        let lowered = word.lowercased()
        if let singular = irregular[lowered] {
            return word.first?.isUppercase == true ? singular.uppercasedFirst : singular
        }
        if unchanged.contains(lowered) || lowered.count < 4 && lowered != "ids" { return word }
        if lowered.hasSuffix("ies") { return word.dropLast(3) + "y" }
        if lowered.hasSuffix("sses") || lowered.hasSuffix("shes") || lowered.hasSuffix("ches")
            || lowered.hasSuffix("xes") || lowered.hasSuffix("zzes")
        {
            return String(word.dropLast(2))
        }
        if lowered.hasSuffix("ss") || lowered.hasSuffix("us") || lowered.hasSuffix("is") {
            return word
        }
        if lowered.hasSuffix("s") { return String(word.dropLast()) }
        return word
    }
}
