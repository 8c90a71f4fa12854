import RepositoryRuntime

enum DatasetteSubject: Subject {
    static let name = "datasette"
    static let made: Set = ["id", "created"]
    static let unknown: [String: JSON] = [:]

    static func plain(_ session: any Networking) -> Rows { Rows(store: session) }

    static func draft(_ content: Content) -> Row.Draft {
        Row.Draft(
            title: content.title,
            priority: content.priority,
            done: content.isRich,
            notes: content.isRich ? .value("näher") : .null,
            tags: content.isRich ? .value(#"["a"]"#) : .null
        )
    }

    static func patch(_ content: Content) -> Row.Patch {
        Row.Patch(
            title: .set(content.title),
            priority: .set(content.priority),
            done: .set(content.isRich),
            notes: content.isRich ? .set("näher") : .clear,
            tags: content.isRich ? .set(#"["a"]"#) : .clear
        )
    }

    static func title(_ text: String) -> Row.Patch { Row.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Row.Patch { Row.Patch(priority: .set(number)) }

    static func assign(_ content: Content, to row: inout Row) {
        let draft = draft(content)
        (row.title, row.priority, row.done) = (draft.title, draft.priority, draft.done)
        (row.notes, row.tags) = (draft.notes, draft.tags)
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "title": .string(content.title), "priority": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich ? ["done": 1, "notes": "näher", "tags": #"["a"]"#] : ["done": 0]
        return common.merging(rest) { $1 }
    }
}
