import Foundation
import RepositoryRuntime

enum EveSubject: Subject {
    static let name = "eve"
    static let made: Set = ["_id", "_created", "_updated", "_etag", "_links"]

    static func plain(_ session: any Networking) -> Works { Works(store: session) }

    static func draft(_ content: Content) -> Work.Draft {
        Work.Draft(
            title: content.title,
            priority: content.priority,
            notes: content.isRich ? .value("näher") : .null,
            tags: content.isRich ? ["a", "b"] : [],
            place: place(content),
            finished: day(content)
        )
    }

    static func patch(_ content: Content) -> Work.Patch {
        Work.Patch(
            title: .set(content.title),
            priority: .set(content.priority),
            notes: content.isRich ? .set("näher") : .clear,
            tags: .set(content.isRich ? ["a", "b"] : []),
            place: .set(place(content)),
            finished: .set(day(content))
        )
    }

    static func title(_ text: String) -> Work.Patch { Work.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Work.Patch { Work.Patch(priority: .set(number)) }

    static func assign(_ content: Content, to work: inout Work) {
        let draft = draft(content)
        (work.title, work.priority, work.notes) = (draft.title, draft.priority, draft.notes)
        (work.tags, work.place, work.finished) = (draft.tags, draft.place, draft.finished)
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "title": .string(content.title), "priority": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich
            ? [
                "notes": "näher", "tags": ["a", "b"], "place": ["city": "Ulm", "zip": "89073"],
                "finished": "Tue, 01 Dec 2026 00:00:00 GMT",
            ]
            : [
                "tags": [], "place": ["city": "Bonn", "zip": "53111"],
                "finished": "Wed, 02 Dec 2026 00:00:00 GMT",
            ]
        return common.merging(rest) { $1 }
    }

    // PATCH cannot remove optional properties: Eve rejects null for them.
    private static func place(_ content: Content) -> WorkPlace {
        WorkPlace(city: content.isRich ? "Ulm" : "Bonn", zip: content.isRich ? "89073" : "53111")
    }

    private static func day(_ content: Content) -> Date {
        Date(timeIntervalSince1970: content.isRich ? 1_796_083_200 : 1_796_169_600)
    }
}
