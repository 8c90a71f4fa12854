import Foundation
import RepositoryRuntime

enum KintoSubject: Subject {
    static let name = "kinto"
    static let made: Set = ["id", "last_modified"]

    static func plain(_ session: any Networking) -> Records { Records(store: session) }

    static func draft(_ content: Content) -> Record.Draft {
        Record.Draft(
            id: UUID().uuidString.lowercased(),
            title: content.title,
            priority: content.priority,
            notes: content.isRich ? .value("näher") : .null,
            tags: content.isRich ? ["a", "b"] : [],
            place: place(content)
        )
    }

    static func patch(_ content: Content) -> Record.Patch {
        Record.Patch(
            title: .set(content.title),
            priority: .set(content.priority),
            notes: content.isRich ? .set("näher") : .clear,
            tags: .set(content.isRich ? ["a", "b"] : []),
            place: .set(place(content))
        )
    }

    static func title(_ text: String) -> Record.Patch { Record.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Record.Patch { Record.Patch(priority: .set(number)) }

    static func assign(_ content: Content, to record: inout Record) {
        let draft = draft(content)
        (record.title, record.priority) = (draft.title, draft.priority)
        (record.notes, record.tags, record.place) = (draft.notes, draft.tags, draft.place)
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "title": .string(content.title), "priority": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich
            ? ["notes": "näher", "tags": ["a", "b"], "place": ["city": "Ulm", "zip": "89073"]]
            : ["tags": [], "place": ["city": "Bonn"]]
        return common.merging(rest) { $1 }
    }

    private static func place(_ content: Content) -> RecordPlace {
        content.isRich ? RecordPlace(city: "Ulm", zip: "89073") : RecordPlace(city: "Bonn")
    }
}
