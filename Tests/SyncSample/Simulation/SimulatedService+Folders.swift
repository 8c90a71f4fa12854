import RepositoryRuntime

// Folders and pages, which are deleted with the folder that contains them.
extension SimulatedService {
    /// How the service treats entities that refer to a deleted folder.
    private static let rules: [(path: String, key: String, isDeleted: Bool)] = [
        ("folders", "parent", true), ("pages", "folder", true), ("pages", "cover", false),
        ("pages", "shelves", false),
    ]
    /// Adds the collections without entities.
    mutating func addFolders() {
        collections["folders"] = Collection(
            prefix: "f",
            known: ["_id", "title", "parent"],
            required: "title",
            references: ["parent": "folders"]
        )
        collections["pages"] = Collection(
            prefix: "p",
            known: ["_id", "title", "folder", "cover", "shelves"],
            required: "title",
            references: ["folder": "folders", "cover": "folders", "shelves": "folders"]
        )
    }

    /// Deletes or changes the entities that refer to a deleted folder.
    mutating func deleteOrChangeReferrers(of id: String) {
        for (rule, source) in referring(to: id) {
            // It may already be deleted with another entity.
            guard var members = collections[rule.path]?.stored[source]?.members else { continue }
            guard rule.isDeleted else {
                members[rule.key] = members[rule.key]?.array.map { elements in
                    .array(elements.filter { $0 != .string(id) })
                }
                put(members, source, rule.path)
                continue
            }
            remove(source, rule.path)
        }
    }

    /// Returns the entities that refer to a folder: the rule and the identity of each.
    func referring(
        to id: String
    ) -> [(rule: (path: String, key: String, isDeleted: Bool), id: String)] {
        Self.rules.flatMap { rule in
            (collections[rule.path]?.stored ?? [:]).sorted { $0.key < $1.key }
                .filter { _, stored in
                    let value = stored.members[rule.key] ?? .null
                    return (value.array ?? [value]).contains(.string(id))
                }
                .map { (rule, $0.key) }
        }
    }

    /// Processes a request of another client, and records the folders and pages that it has changed.
    mutating func answerElsewhere(_ request: Request) -> Response {
        let before = titled
        let response = answer(request)
        let after = titled
        for title in Set(before.keys).union(after.keys) where before[title] != after[title] {
            touched.insert(title)
            // Also the folders that it referred to or refers to, and those that these refer to.
            var open = [before[title] ?? [:], after[title] ?? [:]]
            while let members = open.popLast() {
                let ids = members.values.flatMap { $0.array ?? [$0] }.compactMap(\.string)
                for folder in ids.compactMap({ collections["folders"]?.stored[$0]?.members })
                where touched.insert(folder["title"]?.string ?? "").inserted {
                    open.append(folder)
                }
            }
        }
        return response
    }

    /// The folders and pages, by title.
    private var titled: [String: [String: JSON]] {
        let all = ["folders", "pages"].flatMap { collections[$0]?.entities ?? [] }
        return Dictionary(all.map { ($0["title"]?.string ?? "", $0) }) { first, _ in first }
    }
}
