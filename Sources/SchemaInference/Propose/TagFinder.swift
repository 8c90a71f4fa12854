/// Finds the member that tells the kinds of an object apart.
struct TagFinder {
    /// A member that does.
    struct Tag {
        /// Its key.
        let key: String
        /// The kinds by its text, in the order of the texts.
        let groups: [(text: String, group: TagTable.Group)]
    }

    /// The tag of a node's objects.
    ///
    /// A text is a tag where its values go with different members: at least two kinds have members that no
    /// other kind has, and an object of a kind mostly has what others of the kind have.
    ///
    /// Of a recording, a tag is written only where all of its texts are words of a vocabulary.
    ///
    /// - Parameter node: The node.
    /// - Returns: The tag; nil where there is none.
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
        // The one that tells most kinds apart.
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
