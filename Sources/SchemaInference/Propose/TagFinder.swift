/// Finds the property that distinguishes kinds of objects.
struct TagFinder {
    /// A discriminator.
    struct Tag {
        /// Its key.
        let key: String
        /// The kinds by tag, sorted by tag.
        let groups: [(text: String, group: TagTable.Group)]
    }

    /// The discriminator of a node's objects.
    ///
    /// A string property is a discriminator if its values correlate with other properties: at least
    /// two kinds have properties of their own, which most objects of the kind have.
    ///
    /// In a recording, all tags must be vocabulary words.
    ///
    /// - Parameter node: The node.
    /// - Returns: The discriminator; nil if there is none.
    static func tag(of node: ShapeGraph.Node) -> Tag? {
        let found = node.tags.sorted { $0.key < $1.key }.compactMap { key, table -> Tag? in
            guard let groups = table.groups, (2...TagTable.limit).contains(groups.count),
                groups.values.reduce(0, { $0 + $1.count }) == node.values.objects,
                groups.keys.allSatisfy({ !$0.isEmpty && isWord($0) }),
                !node.origins.areRecorded || groups.keys.allSatisfy(VocabularyWord.isPhrase)
            else { return nil }
            let sorted = groups.sorted { $0.key < $1.key }.map { (text: $0.key, group: $0.value) }
            return isTelling(sorted.map(\.group)) ? Tag(key: key, groups: sorted) : nil
        }
        // The one that distinguishes the most kinds.
        return found.max { $0.groups.count < $1.groups.count }
    }

    private static func isTelling(_ groups: [TagTable.Group]) -> Bool {
        var users: [String: Int] = [:]
        for key in groups.flatMap(\.presence.keys) { users[key, default: 0] += 1 }
        var tellingCount = 0
        for group in groups {
            let own = group.presence.filter { users[$0.key] == 1 }
            if own.contains(where: { $0.value * 5 >= group.count * 4 }) { tellingCount += 1 }
            let rest = group.presence.filter { (users[$0.key] ?? 0) < groups.count }
            let always = rest.filter { $0.value * 5 >= group.count * 4 }
            if always.count * 2 < rest.count { return false }
        }
        return tellingCount >= 2
    }

    private static func isWord(_ text: String) -> Bool {
        !text.contains { $0.isWhitespace || "/?".contains($0) } && !Secrecy.isSecret(value: text)
    }
}
