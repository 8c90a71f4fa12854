import Foundation
import RepositoryRuntime

enum ODataSubject: Subject {
    static let name = "oData"
    static let keys = (title: "Title", priority: "Priority")
    static let made: Set = ["TicketId", "ModifiedAt", "@odata.etag"]

    static func plain(_ session: any Networking) -> Tickets { Tickets(store: session) }

    static func draft(_ content: Content) -> Ticket.Draft {
        Ticket.Draft(
            title: content.title,
            priority: content.priority,
            notes: content.isRich ? "näher" : nil,
            labels: content.isRich ? ["a", "b"] : [],
            dueOn: content.isRich ? day : nil
        )
    }

    static func patch(_ content: Content) -> Ticket.Patch {
        Ticket.Patch(
            title: .set(content.title),
            priority: .set(content.priority),
            notes: content.isRich ? .set("näher") : .clear,
            labels: .set(content.isRich ? ["a", "b"] : []),
            dueOn: content.isRich ? .set(day) : .clear
        )
    }

    static func title(_ text: String) -> Ticket.Patch { Ticket.Patch(title: .set(text)) }
    static func priority(_ number: Int) -> Ticket.Patch { Ticket.Patch(priority: .set(number)) }

    static func assign(_ content: Content, to ticket: inout Ticket) {
        let draft = draft(content)
        (ticket.title, ticket.priority) = (draft.title, draft.priority)
        (ticket.notes, ticket.labels, ticket.dueOn) = (draft.notes, draft.labels, draft.dueOn)
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "Title": .string(content.title), "Priority": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich
            ? ["Notes": "näher", "Labels": ["a", "b"], "DueOn": "2026-12-01T00:00:00Z"]
            : ["Labels": []]
        return common.merging(rest) { $1 }
    }

    private static let day = Date(timeIntervalSince1970: 1_796_083_200)
}
