/// The properties of objects by the value of a possible discriminator.
struct TagTable: Hashable, Sendable {
    /// The objects with one tag.
    struct Group: Hashable, Sendable {
        /// The number of objects.
        var count = 0
        /// The number of objects with a property, by key.
        var presence: [String: Int] = [:]
    }

    /// The maximum number of tags.
    static let limit = 24
    /// The usual discriminators of known services.
    static let keys: Set<String> = [
        "type", "kind", "event", "event_type", "eventType", "object", "@type", "__typename",
        "_type", "class", "variant", "tag", "shape", "op",
    ]

    /// The groups by tag; nil if there are too many.
    private(set) var groups: [String: Group]? = [:]

    /// Counts an object.
    ///
    /// - Parameters:
    ///   - text: The tag; nil if there is none.
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
