import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks that entities can be created as declared, and exist afterwards.
struct CreatingCheck {
    let context: CollectionContext
    let drafts: DraftMaker
    private(set) var results: CheckResults
    /// The created entities, as read from the service.
    private(set) var entities: [JSON] = []
    /// The keys of properties whose values the service changes.
    private(set) var changed: Set<String> = []

    init(_ context: CollectionContext, _ drafts: DraftMaker) {
        self.context = context
        self.drafts = drafts
        results = CheckResults(context.name)
    }

    /// Creates three entities.
    mutating func run(_ created: inout CreatedEntities) async {
        guard context.offers(.create) else { return }
        guard context.offers(.delete) else {
            return results.leave("writes", "created entities could not be deleted")
        }
        guard context.offers(.read) || context.offers(.list) else {
            return results.leave("writes", "created entities could not be read")
        }
        guard
            context.marker != nil || context.entity.identityOrigin == .client
                || created.knowsAll(of: context)
        else {
            let reason = "no string property could mark them, and the listing is incomplete"
            return results.leave("writes", "created entities could not be recognized: \(reason)")
        }
        for number in 1...3 {
            guard await create(number, &created) else { return }
        }
    }

    private mutating func create(
        _ number: Int,
        _ created: inout CreatedEntities
    ) async -> Bool {
        let creation = Creation(context: context)
        // An earlier entity may already have a unique value.
        for attempt in 0..<3 {
            guard let draft = drafts.draft(of: context, number + attempt * 100) else {
                results.leave("writes", "no entity is known for a required reference")
                return false
            }
            let (answer, outcome) = await creation.send(draft, &created)
            guard results.requireResponse(answer, for: "writes") else { return false }
            if !answer.isSuccess, [400, 409, 422].contains(answer.status), attempt < 2 { continue }
            guard answer.isSuccess else {
                reportRefusal(answer, draft)
                return false
            }
            return take(answer, outcome, draft)
        }
        return false
    }

    private mutating func take(_ answer: Answer, _ outcome: Creation.Outcome, _ draft: JSON) -> Bool
    {
        if let body = answer.plain, !body.isNull {
            context.bodies.compare(
                [body],
                with: .entity(context.entity.head.name),
                where: \.isReturned,
                answer.request,
                &results
            )
        }
        guard case .created(let id, let entity) = outcome else {
            results.differ(
                at: context.remote,
                "the service reported a created entity, but it was not found at the address in the response",
                hint: "correct 'envelope', the position of the entity in the response",
                answer.request
            )
            return false
        }
        if context.entity.identityOrigin == .client,
            let sent = context.id(of: draft), sent != id
        {
            results.differ(
                at: .property(context.entity.identity.name, of: context.entity.head.name),
                "the schema lets clients assign the identity, but the service assigned another one",
                hint: "write 'assignedBy: server'",
                answer.request
            )
        }
        compare(entity, draft, answer)
        entities.append(entity)
        return true
    }

    /// Compares the sent entity with the stored one.
    private mutating func compare(_ entity: JSON, _ draft: JSON, _ creation: Answer) {
        let comparison = SentComparison(model: context.model)
        let differing = comparison.differing(draft, entity, context.kept)
        if differing.isEmpty { results.confirm() }
        for property in differing where changed.insert(property.key).inserted {
            let sent = draft[property.key]?.words ?? "nothing"
            let found = entity[property.key]?.words ?? "nothing"
            results.differ(
                at: .property(property.name, of: context.entity.head.name),
                "'\(property.key)' was created with \(sent), but the service has \(found)",
                hint: Self.hint(draft[property.key], entity[property.key], property),
                creation.request
            )
        }
    }

    private static func hint(_ sent: JSON?, _ found: JSON?, _ property: CheckedProperty) -> String {
        if let sent = sent?.string, let found = found?.string, sent.hasPrefix(found), !found.isEmpty
        {
            return "write 'maxLength: \(found.count)' if the service truncates longer values"
        }
        return "write 'readOnly: true' if only the service sets '\(property.name)'"
    }

    private mutating func reportRefusal(_ answer: Answer, _ draft: JSON) {
        if answer.isForbidden {
            return results.leave(
                "writes",
                "\(answer.request) needs credentials (\(answer.outcome))"
            )
        }
        guard let status = answer.status else {
            return results.leave("writes", "\(answer.request) got no response: \(answer.outcome)")
        }
        guard status != 404, status != 405 else {
            results.differ(
                at: context.remote,
                "the schema offers 'create', but \(answer.request) returned \(answer.outcome)",
                hint: "remove 'create' from 'remote', or correct 'requests' of the conventions",
                answer.request
            )
            return
        }
        if status == 415 {
            results.differ(
                at: context.place("media", "sent"),
                "the service does not accept the media type \(context.conventions.media.sent) (415)",
                hint: "correct 'media'",
                answer.request
            )
            return
        }
        let failure = answer.json.flatMap { ServiceFailure($0, context.conventions.errors) }
        let reason = failure?.message ?? failure?.fields.first?.message
        let text = reason.map { ": \($0)" } ?? ""
        if status == 409 {
            return results.leave("writes", "\(answer.request) returned \(answer.outcome)\(text)")
        }
        let field = failure?.fields.lazy.compactMap(\.key).first
        let property = field.flatMap { key in
            context.entity.properties.first { key == $0.key || key.hasSuffix($0.key) }
        }
        results.differ(
            property == nil ? .behavior : .body,
            at: property.map { .property($0.name, of: context.entity.head.name) } ?? context.remote,
            "the service rejects a valid entity with \(answer.outcome)\(text)",
            hint: property.map { "declare the constraint of '\($0.name)' in the schema" },
            answer.request
        )
    }
}
