/// Plausible texts for properties, based on their names.
struct SampleText {
    private static let firstNames = [
        "Ada", "Grace", "Alan", "Edsger", "Barbara", "Donald", "Frances", "Ken", "Margaret",
        "Niklaus",
        "Radia", "Tony",
    ]
    private static let lastNames = [
        "Lovelace", "Hopper", "Turing", "Dijkstra", "Liskov", "Knuth", "Allen", "Thompson",
        "Hamilton", "Wirth", "Perlman", "Hoare",
    ]
    private static let cities = [
        "Ulm", "Lisbon", "Oslo", "Kyoto", "Porto", "Graz", "Turin", "Leiden", "Quito", "Perth",
    ]
    private static let countries = ["DE", "PT", "NO", "JP", "AT", "IT", "NL", "EC", "AU", "CA"]
    private static let streets = ["Harbor Street", "Mill Lane", "Station Road", "High Street"]
    private static let adjectives = [
        "quiet", "bright", "early", "small", "green", "open", "gentle", "distant", "warm", "plain",
    ]
    private static let nouns = [
        "river", "garden", "letter", "window", "harbor", "lantern", "meadow", "bridge", "winter",
        "station",
    ]
    private static let colors = ["red", "green", "blue", "orange", "violet", "teal"]
    private static let currencies = ["EUR", "USD", "GBP", "JPY", "CHF"]
    private static let languages = ["en", "de", "fr", "ja", "pt"]

    private var random: SampleRandom

    init(_ random: SampleRandom) {
        self.random = random
    }

    /// A text for a property.
    ///
    /// - Parameter key: The key of the property, whose words determine the text.
    /// - Returns: A non-empty text.
    mutating func text(for key: String) -> String {
        let words = Self.words(of: key)
        func has(_ options: String...) -> Bool { options.contains { words.contains($0) } }
        if has("email", "mail") {
            return "\(pick(Self.firstNames).lowercased()).\(pick(Self.lastNames).lowercased())"
                + "@example.com"
        }
        if has("url", "uri", "href", "link", "website", "image", "avatar", "photo") { return url() }
        if has("phone", "tel", "mobile", "fax") {
            return "+1-555-01\(random.number(in: 10...99))"
        }
        if has("firstname", "given") || words.isSuperset(of: ["first", "name"]) {
            return pick(Self.firstNames)
        }
        if has("lastname", "family", "surname") || words.isSuperset(of: ["last", "name"]) {
            return pick(Self.lastNames)
        }
        if has("username", "login", "handle", "nick", "nickname") {
            return pick(Self.firstNames).lowercased() + "\(random.number(in: 1...99))"
        }
        if has("author", "user", "owner", "customer", "person", "name", "contact") {
            return "\(pick(Self.firstNames)) \(pick(Self.lastNames))"
        }
        if has("city", "town", "place", "location") { return pick(Self.cities) }
        if has("country", "region") { return pick(Self.countries) }
        if has("street", "address", "line1") {
            return "\(random.number(in: 1...99)) \(pick(Self.streets))"
        }
        if has("zip", "postal", "postcode") { return "\(random.number(in: 10_000...99_999))" }
        if has("color", "colour") { return pick(Self.colors) }
        if has("currency") { return pick(Self.currencies) }
        if has("language", "locale", "lang") { return pick(Self.languages) }
        if has("slug", "code", "token", "key", "sku", "ref", "hash") {
            return "\(pick(Self.adjectives))-\(pick(Self.nouns))-\(random.number(in: 100...999))"
        }
        if has("text", "body", "description", "content", "notes", "note", "comment", "summary") {
            return sentence() + " " + sentence()
        }
        if has("version") {
            return
                "\(random.number(in: 0...9)).\(random.number(in: 0...9)).\(random.number(in: 0...9))"
        }
        let text = "\(pick(Self.adjectives)) \(pick(Self.nouns))"
        return text.prefix(1).uppercased() + text.dropFirst()
    }

    /// An address that never resolves (RFC 2606).
    mutating func url() -> String {
        "https://example.com/\(pick(Self.nouns))/\(random.number(in: 1...999))"
    }

    private mutating func sentence() -> String {
        "The \(pick(Self.adjectives)) \(pick(Self.nouns)) is near the \(pick(Self.nouns))."
    }

    private mutating func pick(_ list: [String]) -> String { random.element(of: list) ?? "" }

    /// The words of a key in any of the usual styles, in lower case.
    static func words(of key: String) -> Set<String> {
        var words: [String] = []
        var word = ""
        var wasLower = false
        for character in key {
            let isUpper = character.isUppercase
            if !character.isLetter && !character.isNumber || isUpper && wasLower {
                words.append(word)
                word = ""
            }
            if character.isLetter || character.isNumber { word += character.lowercased() }
            wasLower = character.isLowercase
        }
        return Set((words + [word]).filter { !$0.isEmpty })
    }
}
