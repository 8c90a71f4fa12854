import TestSupport

@testable import SchemaLanguage

/// An API of a random schema.
struct RandomAPI {
    let name: String
    let file: Int
    /// The strategy that turns names into keys, as a word of the language.
    let keys: String
    /// The names of its environments.
    let environments: [String]
    /// The files whose `api:` applies to all declarations in them.
    let ruledFiles: [Int]
}

extension SchemaMaker {
    static let dateFormats = [
        "iso8601", "unixSeconds", "unixMilliseconds", "rfc1123", "iso8601WithoutZone", "dateOnly",
    ]

    mutating func makeAPIs() {
        var unruled = Set(0..<fileCount)
        for _ in 0..<random.choice(0, 1, 1, 1, 2, 3) {
            let name = declarationName()
            let file = anyFile()
            let ruled = random.once(in: 3) ? Array(unruled.sorted().prefix(1)) : []
            unruled.subtract(ruled)
            var pairs: [(key: String, value: YAMLText)] = []
            var environments: [String] = []
            switch random.number(in: 0...2) {
            case 0:
                pairs.append(("baseURL", .text("https://example.com/\(prefix)/")))
                environments = ["production"]
            case 1:
                environments = ["staging", "production", "ürsprung_2", "class"]
                    .filter { _ in random.once(in: 2) }
                let urls = environments.map {
                    ($0, YAMLText.text("http://localhost:80/a%20b;c=\(prefix)"))
                }
                if !urls.isEmpty { pairs.append(("baseURL", .map(urls))) }
            default: break
            }
            let keys = random.choice("exact", "snake_case", "kebab-case", "PascalCase")
            if keys != "exact" || random.once(in: 3) { pairs.append(("keys", .plain(keys))) }
            if random.once(in: 2) { pairs.append(("dates", formats())) }
            if random.once(in: 3) {
                let value = random.choice("application/json", "it's \"q\" \\(x) #", "", "*/")
                pairs.append(("headers", .map([("X-\(prefix)", .text(value))])))
            }
            if random.once(in: 3) {
                let value = random.choice("2024-06-01", "a&b=\"c\" \\(x) #", "", "*/")
                pairs.append(("query", .map([("v of \(prefix)", .text(value))])))
            }
            if random.once(in: 3) { pairs.append(("authentication", authentication())) }
            declare(.apis, name, in: file, pairs)
            apis.append(
                RandomAPI(
                    name: name,
                    file: file,
                    keys: keys,
                    environments: environments,
                    ruledFiles: ruled
                )
            )
        }
    }

    private mutating func authentication() -> YAMLText {
        switch random.number(in: 0...5) {
        case 5:
            .list([
                .plain(random.choice("bearer", "basic")), .map([("cookie", .text("session"))]),
                .map([("header", .text("X-Key-of-\(prefix)"))]),
            ])
        case 0: .plain("none")
        case 1: .plain("bearer")
        case 2: .plain("basic")
        case 3: .map([("header", .text("X-Key-of-\(prefix)"))])
        default: .map([("query", .text("api key \"\(prefix)\""))])
        }
    }

    /// Returns the formats of a date: one, or a list.
    mutating func formats() -> YAMLText {
        let all = Self.dateFormats.shuffled(using: &random)
        if random.once(in: 2) { return .plain(all[0]) }
        return .list(all.prefix(random.number(in: 1...6)).map { .plain($0) })
    }

    /// Returns the API of a declaration, which the declaration or its file may specify.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - needed: Whether the API must be unambiguous.
    /// - Returns: The API, and the `api:` of the declaration.
    mutating func belonging(
        in file: Int,
        needed: Bool = false
    ) -> (api: RandomAPI?, pairs: [(key: String, value: YAMLText)]) {
        let own = apis.filter { $0.file == file }
        let ruling = apis.first { $0.ruledFiles.contains(file) }
        let implied =
            ruling ?? (own.count == 1 ? own[0] : own.isEmpty && apis.count == 1 ? apis[0] : nil)
        let mustSay = needed && apis.count > 1 && implied == nil
        guard mustSay || random.once(in: 4), let api = random.element(of: apis) else {
            return (implied, [])
        }
        return (api, [("api", .text(api.name))])
    }
}

extension RandomAPI {
    /// Returns the key of a property that declares none.
    func key(for name: String) -> String {
        KeyStrategy(rawValue: keys)?.key(for: name) ?? name
    }
}
