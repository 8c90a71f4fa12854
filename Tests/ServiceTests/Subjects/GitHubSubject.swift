import Foundation
import RepositoryRuntime

enum GitHubSubject: Subject {
    static let name = "gitHub"
    static let made: Set = ["number", "created_at", "updated_at", "id", "url"]

    static func plain(_ session: any Networking) -> Milestones { Milestones(store: session) }

    static func draft(_ content: Content) -> Milestone.Draft {
        Milestone.Draft(
            title: content.title,
            priority: content.priority,
            description: content.isRich ? "näher" : nil,
            labels: content.isRich ? ["a", "b"] : [],
            dueOn: content.isRich ? day : nil
        )
    }

    static func patch(_ content: Content) -> Milestone.Patch {
        Milestone.Patch(
            title: .set(content.title),
            priority: .set(content.priority),
            description: content.isRich ? .set("näher") : .clear,
            labels: .set(content.isRich ? ["a", "b"] : []),
            dueOn: content.isRich ? .set(day) : .clear
        )
    }

    static func title(_ text: String) -> Milestone.Patch { Milestone.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Milestone.Patch {
        Milestone.Patch(priority: .set(number))
    }

    static func assign(_ content: Content, to milestone: inout Milestone) {
        let draft = draft(content)
        (milestone.title, milestone.priority) = (draft.title, draft.priority)
        (milestone.description, milestone.labels) = (draft.description, draft.labels)
        milestone.dueOn = draft.dueOn
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "title": .string(content.title), "priority": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich
            ? ["description": "näher", "labels": ["a", "b"], "due_on": "2026-12-01T00:00:00Z"]
            : ["labels": []]
        return common.merging(rest) { $1 }
    }

    private static let day = Date(timeIntervalSince1970: 1_796_083_200)
}
