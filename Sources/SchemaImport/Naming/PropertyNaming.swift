import SchemaLanguage

/// Names properties after their keys, and determines where a `key:` is needed.
package struct PropertyNaming: Sendable {
    /// A name, with the key if the name does not determine it.
    package struct Named: Hashable, Sendable {
        /// The name.
        package var name: String
        /// The key, if it must be written.
        package var key: String?
    }

    private let strategy: KeyStrategy

    /// The names for the keys of an API, with the strategy that needs the fewest explicit keys.
    ///
    /// - Parameter keys: The keys of all properties, including duplicates.
    package init(forKeys keys: some Sequence<String>) {
        self.init(counts: keys.reduce(into: [:]) { $0[$1, default: 0] += 1 })
    }

    /// The names for the keys of an API, with the number of uses of each.
    init(counts: [String: Int]) {
        var best = (strategy: KeyStrategy.exact, written: Int.max)
        for strategy in KeyStrategy.allCases {
            let naming = PropertyNaming(strategy: strategy)
            let written = counts.reduce(0) { $0 + (naming.named($1.key).key == nil ? 0 : $1.value) }
            if written < best.written { best = (strategy, written) }
        }
        strategy = best.strategy
    }

    private init(strategy: KeyStrategy) {
        self.strategy = strategy
    }

    /// The names of parameters, which no strategy converts.
    package static let parameters = PropertyNaming(strategy: .exact)

    /// The `keys:` of the API; nil if keys equal names.
    package var keys: String? { strategy == .exact ? nil : strategy.rawValue }

    /// The key of a property.
    package func key(of property: ProposedProperty) -> String {
        property.key ?? strategy.key(for: property.name)
    }

    /// The name for a key.
    package func named(_ key: String) -> Named {
        let words = NameWords(Self.spelledOut(key))
        guard let name = words.lowerCamel else { return Named(name: "value", key: key) }
        if strategy.key(for: name) == key { return Named(name: name) }
        if let plain = words.plainLowerCamel, strategy.key(for: plain) == key {
            return Named(name: plain)
        }
        return Named(name: name, key: key)
    }

    /// Names the properties of one structure uniquely.
    package func named(_ keys: [String]) -> [Named] {
        var taken: Set<String> = []
        return keys.map { key in
            var named = named(key)
            let stem = named.name
            var number = 2
            while !taken.insert(named.name).inserted {
                named = Named(name: "\(stem)\(number)", key: key)
                number += 1
            }
            if named.key == nil, strategy.key(for: named.name) != key { named.key = key }
            return named
        }
    }

    /// Names header fields, without the common prefix `X-`.
    func named(headers: [String]) -> [Named] {
        let short = headers.map { name in
            name.lowercased().hasPrefix("x-") && name.count > 2 ? String(name.dropFirst(2)) : name
        }
        return zip(named(short), headers).map { named, header in
            Named(name: named.name, key: named.name == header ? nil : header)
        }
    }

    /// A key with words for the signs that distinguish it from others: `+1`.
    static func spelledOut(_ key: String) -> String {
        guard let first = key.first, !first.isLetter, key.count > 1 || !first.isNumber else {
            return key
        }
        let signs: [Character: String] = [
            "+": "plus ", "-": "minus ", "<": "less ", ">": "greater ", "=": "equal ", "!": "not ",
            "*": "all ", "%": "percent ", "&": "and ", "|": "or ", "~": "tilde ",
        ]
        guard let word = signs[first] else { return key }
        return word + key.dropFirst().map { signs[$0] ?? String($0) }.joined()
    }
}
