import Foundation
import RepositoryRuntime

enum StripeSubject: Subject {
    static let name = "stripe"
    static let keys = (title: "name", priority: "balance")
    static let made: Set = ["id", "created", "livemode", "object"]

    static func plain(_ session: any Networking) -> Customers { Customers(store: session) }

    static func draft(_ content: Content) -> Customer.Draft {
        Customer.Draft(
            name: content.title,
            balance: content.priority,
            description: content.isRich ? "näher & mehr" : nil,
            preferredLocales: content.isRich ? ["de", "en"] : [],
            metadata: content.isRich ? ["a b": "1", "c": "2"] : ["c": "3"],
            address: content.isRich ? .value(Address(city: "Ulm", line1: "Münsterplatz")) : .null
        )
    }

    static func patch(_ content: Content) -> Customer.Patch {
        let draft = draft(content)
        return Customer.Patch(
            name: .set(content.title),
            balance: .set(content.priority),
            description: draft.description.map { .set($0) } ?? .clear,
            preferredLocales: .set(draft.preferredLocales),
            metadata: .set(draft.metadata),
            address: draft.address.value.map { .set($0) } ?? .clear
        )
    }

    static func title(_ text: String) -> Customer.Patch { Customer.Patch(name: .set(text)) }
    static func priority(_ number: Int) -> Customer.Patch { Customer.Patch(balance: .set(number)) }

    static func assign(_ content: Content, to customer: inout Customer) {
        let draft = draft(content)
        (customer.name, customer.balance) = (draft.name, draft.balance)
        (customer.description, customer.address) = (draft.description, draft.address)
        (customer.preferredLocales, customer.metadata) = (draft.preferredLocales, draft.metadata)
    }

    static func members(_ content: Content) -> [String: JSON] {
        let common: [String: JSON] = [
            "name": .string(content.title), "balance": .number(.init(content.priority)),
        ]
        let rest: [String: JSON] =
            content.isRich
            ? [
                "description": "näher & mehr", "preferred_locales": ["de", "en"],
                "metadata": ["a b": "1", "c": "2"],
                "address": ["city": "Ulm", "line1": "Münsterplatz"],
            ]
            : ["preferred_locales": [], "metadata": ["c": "3"]]
        return common.merging(rest) { $1 }
    }
}
