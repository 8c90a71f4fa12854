import Foundation
import RepositoryRuntime

enum DjangoSubject: Subject {
    static let name = "django"
    static let made: Set = ["id", "created", "updated"]
    static let unknown: [String: JSON] = ["state": "open"]
    static let trimsTexts = true

    static func repository(_ session: any Networking) async throws -> Jobs {
        // Every job has a host; the first one on a fresh server has the identity 1.
        let hosts = Hosts(store: session)
        if try await hosts.find().isEmpty {
            try await hosts.create(Host.Draft(name: "alpha", system: nil))
        }
        return plain(session)
    }

    static func plain(_ session: any Networking) -> Jobs { Jobs(store: session) }

    static func draft(_ content: Content) -> Job.Draft {
        Job.Draft(
            title: content.title,
            host: 1,
            priority: content.priority,
            notes: content.isRich ? .value("näher") : .null,
            due: content.isRich ? Presence(day) : .null,
            hours: content.isRich ? .value(hours) : .null,
            tags: content.isRich ? ["a", "b"] : []
        )
    }

    static func patch(_ content: Content) -> Job.Patch {
        Job.Patch(
            title: .set(content.title),
            host: .set(1),
            priority: .set(content.priority),
            notes: content.isRich ? .set("näher") : .clear,
            due: content.isRich ? day.map { .set($0) } ?? .clear : .clear,
            hours: content.isRich ? .set(hours) : .clear,
            tags: .set(content.isRich ? ["a", "b"] : [])
        )
    }

    static func title(_ text: String) -> Job.Patch { Job.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Job.Patch { Job.Patch(priority: .set(number)) }

    static func assign(_ content: Content, to job: inout Job) {
        let draft = draft(content)
        (job.title, job.host, job.priority) = (draft.title, draft.host, draft.priority)
        (job.notes, job.due, job.hours, job.tags) = (
            draft.notes, draft.due, draft.hours, draft.tags
        )
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "title": .string(content.title), "priority": .number(.init(content.priority)),
            "host": 1,
        ]
        let rest: [String: JSON] =
            content.isRich
            ? ["notes": "näher", "due": "2026-12-01", "hours": "1.25", "tags": ["a", "b"]]
            : ["tags": []]
        return common.merging(rest) { $1 }
    }

    private static let day = Day(year: 2026, month: 12, day: 1)
    private static let hours = Decimal(125) / 100
}
