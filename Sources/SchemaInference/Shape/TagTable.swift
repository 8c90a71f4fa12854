/// Which members objects have, by the text of one of them that may tell their kinds apart.
struct TagTable: Hashable, Sendable {
    /// The objects of one text.
    struct Group: Hashable, Sendable {
        /// How many there were.
        var count = 0
        /// How many of them had a member, by its key.
        var presence: [String: Int] = [:]
    }

    /// The most texts that are told apart.
    static let limit = 24
    /// The keys that tell kinds apart in the services that we know of.
    static let keys: Set<String> = [
        "type", "kind", "event", "event_type", "eventType", "object", "@type", "__typename",
        "_type", "class", "variant", "tag", "shape", "op",
    ]

    /// The groups by their text; nil where there are too many.
    private(set) var groups: [String: Group]? = [:]

    /// Counts an object.
    ///
    /// - Parameters:
    ///   - text: The text in it; nil where there is none that could tell kinds apart.
    ///   - keys: All of its keys.
    mutating func add(_ text: String?, keys: [String]) {
        guard groups != nil else { return }
        guard let text else {
            groups = nil
            return
        }
        var group = groups?.removeValue(forKey: text) ?? Group()
        group.count += 1
        for key in keys { group.presence[key, default: 0] += 1 }
        groups?[text] = group
        checkLimit()
    }

    mutating func join(_ other: TagTable) {
        guard groups != nil, let others = other.groups else {
            groups = nil
            return
        }
        for (text, group) in others {
            var joined = groups?.removeValue(forKey: text) ?? Group()
            joined.count += group.count
            joined.presence.merge(group.presence, uniquingKeysWith: +)
            groups?[text] = joined
        }
        checkLimit()
    }

    private mutating func checkLimit() {
        if let groups, groups.count > Self.limit { self.groups = nil }
    }
}
