import Foundation
import RepositoryRuntime

enum PostgRESTSubject: Subject {
    static let name = "postgREST"
    static let made: Set = ["id", "created_at"]

    static func plain(_ session: any Networking) -> Errands { Errands(store: session) }

    static func draft(_ content: Content) -> Errand.Draft {
        Errand.Draft(
            title: content.title,
            priority: content.priority,
            notes: content.isRich ? "näher" : nil,
            tags: content.isRich ? ["a", "b"] : [],
            dueOn: content.isRich ? day : nil
        )
    }

    static func patch(_ content: Content) -> Errand.Patch {
        Errand.Patch(
            title: .set(content.title),
            priority: .set(content.priority),
            notes: content.isRich ? .set("näher") : .clear,
            tags: .set(content.isRich ? ["a", "b"] : []),
            dueOn: content.isRich ? .set(day) : .clear
        )
    }

    static func title(_ text: String) -> Errand.Patch { Errand.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Errand.Patch { Errand.Patch(priority: .set(number)) }

    static func assign(_ content: Content, to errand: inout Errand) {
        let draft = draft(content)
        (errand.title, errand.priority) = (draft.title, draft.priority)
        (errand.notes, errand.tags, errand.dueOn) = (draft.notes, draft.tags, draft.dueOn)
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "title": .string(content.title), "priority": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich
            ? ["notes": "näher", "tags": ["a", "b"], "due_on": "2026-12-01T00:00:00Z"]
            : ["tags": []]
        return common.merging(rest) { $1 }
    }

    private static let day = Date(timeIntervalSince1970: 1_796_083_200)
}
