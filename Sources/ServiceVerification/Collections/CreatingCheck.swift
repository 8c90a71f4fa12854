import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Whether entities can be created as the schema says, and are there afterwards.
struct CreatingCheck {
    let context: CollectionContext
    let drafts: DraftMaker
    private(set) var results: CheckResults
    /// The entities that were created, as reading them gives them.
    private(set) var entities: [JSON] = []

    init(_ context: CollectionContext, _ drafts: DraftMaker) {
        self.context = context
        self.drafts = drafts
        results = CheckResults(context.name)
    }

    /// Creates three entities.
    mutating func run(_ created: inout CreatedEntities) async {
        guard context.offers(.create) else { return }
        guard context.offers(.delete) else {
            return results.leave("writes", "what is created could not be deleted")
        }
        for number in 1...3 {
            guard let draft = drafts.draft(of: context.entity, number) else {
                return results.leave(
                    "writes",
                    "a required reference leads to no entity that is known"
                )
            }
            guard await create(draft, number, &created) else { return }
        }
    }

    /// Sends a creation.
    static func send(
        _ draft: JSON,
        _ context: CollectionContext,
        _ created: inout CreatedEntities,
        key: String? = nil
    ) async -> (answer: Answer, id: String?) {
        var fields: HTTPFields = [:]
        if case .idempotencyKey(let header, _) = context.conventions.creationCheck,
            let name = HTTPField.Name(header)
        {
            fields[name] = key ?? UUID().uuidString
        }
        let answer = await context.ask(.create, body: draft, fields)
        var id = answer.plain.flatMap(context.id)
        if id == nil, answer.isSuccess {
            id = draft[context.identityKey]?.identityText ?? idInLocation(answer)
        }
        if answer.isSuccess, let id {
            _ = created.add(id, in: context)
        } else if answer.isSuccess || answer.isAmbiguous {
            // Nobody knows whether it is there: a search by what was sent may find it.
            if let found = await search(draft, context), created.add(found, in: context) {
                id = found
            } else {
                created.addUncertain(answer.request, draft)
            }
        }
        return (answer, id)
    }

    private static func idInLocation(_ answer: Answer) -> String? {
        guard let place = answer.response?.header("Location") else { return nil }
        let path = place.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last.map { $0.removingPercentEncoding ?? String($0) }
    }

    /// The identity of an entity that has what was sent; nil where the listing has none, or several.
    private static func search(_ draft: JSON, _ context: CollectionContext) async -> String? {
        // Nothing but a text of some length tells it from what others have created.
        let texts = draft.object?.values.compactMap(\.string) ?? []
        guard texts.contains(where: { $0.count >= 6 }) else { return nil }
        let listing = await context.forCleanUp.ask(.list)
        let comparison = SentComparison(model: context.model)
        let fitting = (listing.plain?.array ?? []).filter { entity in
            comparison.differing(draft, entity, context.kept.filter(\.isListed)).isEmpty
        }
        return fitting.count == 1 ? fitting.first.flatMap(context.id) : nil
    }

    private mutating func create(
        _ draft: JSON,
        _ number: Int,
        _ created: inout CreatedEntities
    ) async -> Bool {
        if let id = draft[context.identityKey]?.identityText, context.offers(.read),
            !(await context.ask(.read, id: id)).isMissing
        {
            results.leave("writes", "nothing says that the made-up identity '\(id)' is free")
            return false
        }
        let (answer, id) = await Self.send(draft, context, &created)
        guard answer.isSuccess else {
            reportRefusal(answer, draft)
            return false
        }
        if let body = answer.plain, body.object != nil {
            context.bodies.compare(
                [body],
                with: .entity(context.entity.head.name),
                where: \.isReturned,
                answer.request,
                &results
            )
        }
        guard let id else {
            results.differ(
                at: context.remote,
                "nothing in the response says which entity was created",
                hint: "correct 'one' of the envelope, where the entity stands in it",
                answer.request
            )
            return false
        }
        if context.entity.identityOrigin == .client,
            let sent = draft[context.identityKey]?.identityText,
            sent != id
        {
            results.differ(
                at: .property(context.entity.identity.name, of: context.entity.head.name),
                "the schema lets the client give the identity '\(sent)', and the service gives '\(id)'",
                hint: "write 'assignedBy: server'",
                answer.request
            )
        }
        guard let entity = await readBack(id, draft, answer) else { return false }
        entities.append(entity)
        return true
    }

    /// The entity as the service has it; nil where it is not there.
    private mutating func readBack(_ id: String, _ draft: JSON, _ creation: Answer) async -> JSON? {
        let comparison = SentComparison(model: context.model)
        guard context.offers(.read) else { return creation.plain }
        let answer = await context.ask(.read, id: id)
        guard results.requireResponse(answer, for: "writes") else { return nil }
        guard answer.isSuccess, !answer.isMissing, let entity = answer.plain else {
            results.differ(
                at: context.remote,
                "the service says that it has created '\(id)', and reading it has \(answer.outcome)",
                answer.request
            )
            return nil
        }
        let differing = comparison.differing(draft, entity, context.kept)
        if differing.isEmpty { results.confirm() }
        for property in differing {
            let sent = draft[property.key]?.words ?? "nothing"
            let found = entity[property.key]?.words ?? "nothing"
            results.differ(
                at: .property(property.name, of: context.entity.head.name),
                "'\(property.key)' was created with \(sent), and the service has \(found)",
                hint: "write 'readOnly: true' if only the service sets it",
                creation.request
            )
        }
        return entity
    }

    private mutating func reportRefusal(_ answer: Answer, _ draft: JSON) {
        if answer.isForbidden {
            return results.leave(
                "writes",
                "\(answer.request) needs credentials (\(answer.outcome))"
            )
        }
        guard let status = answer.status else {
            return results.leave("writes", "\(answer.request) has no response: \(answer.outcome)")
        }
        guard status != 404, status != 405 else {
            results.differ(
                at: context.remote,
                "the schema offers creations, and \(answer.request) has \(answer.outcome)",
                hint: "remove 'create' from 'remote', or correct 'requests' of the conventions",
                answer.request
            )
            return
        }
        if status == 415 {
            results.differ(
                at: context.place("media", "sent"),
                "the service does not take the media type \(context.conventions.media.sent) (415)",
                hint: "correct 'media'",
                answer.request
            )
            return
        }
        let failure = answer.json.flatMap { ServiceFailure($0, context.conventions.errors) }
        let reason = failure?.message ?? failure?.fields.first?.message
        let text = reason.map { ": \($0)" } ?? ""
        let field = failure?.fields.lazy.compactMap(\.key).first
        let property = field.flatMap { key in
            context.entity.properties.first { key == $0.key || key.hasSuffix($0.key) }
        }
        results.differ(
            property == nil ? .behavior : .body,
            at: property.map { .property($0.name, of: context.entity.head.name) } ?? context.remote,
            "the service refuses an entity that fits the schema, with \(answer.outcome)\(text)",
            hint: property.map { "say in the schema what '\($0.name)' has to be" },
            answer.request
        )
    }
}
