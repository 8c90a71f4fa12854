import RepositoryRuntime

// Folders and pages, which are deleted with the folder that they are in.
extension SimulatedService {
    /// What becomes of what refers to a folder that is deleted.
    private static let rules: [(path: String, key: String, isDeleted: Bool)] = [
        ("folders", "parent", true), ("pages", "folder", true), ("pages", "cover", false),
        ("pages", "shelves", false),
    ]
    /// Adds the collections, empty.
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

    /// Deletes or changes what refers to a folder that is deleted.
    mutating func deleteOrChangeReferrers(of id: String) {
        for (rule, source) in referring(to: id) {
            // It may be gone with something else by now.
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

    /// What refers to a folder: by which rule, and its identity.
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

    /// Acts on a request of somebody else, and notes which folders and pages it has changed.
    mutating func answerElsewhere(_ request: Request) -> Response {
        let before = titled
        let response = answer(request)
        let after = titled
        for title in Set(before.keys).union(after.keys) where before[title] != after[title] {
            touched.insert(title)
            // The folders in which it was or is, too, and those that they are in.
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

    /// The folders and pages by their titles.
    private var titled: [String: [String: JSON]] {
        let all = ["folders", "pages"].flatMap { collections[$0]?.entities ?? [] }
        return Dictionary(all.map { ($0["title"]?.string ?? "", $0) }) { first, _ in first }
    }
}
