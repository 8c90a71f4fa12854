import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Checks repeated creates and batch creates.
struct RepeatingCheck {
    let context: CollectionContext
    let drafts: DraftMaker
    private(set) var results: CheckResults

    init(_ context: CollectionContext, _ drafts: DraftMaker) {
        self.context = context
        self.drafts = drafts
        results = CheckResults(context.name)
    }

    /// Sends creates twice.
    ///
    /// - Parameters:
    ///   - existing: An existing entity created here.
    ///   - created: Records created entities.
    mutating func run(_ existing: JSON, _ created: inout CreatedEntities) async {
        switch context.conventions.checkOfCreation {
        case .idempotencyKey: await checkKey(&created)
        case .identity: await checkIdentity(existing, &created)
        case .comparison: break
        }
        await checkMany(&created)
    }

    private mutating func checkKey(_ created: inout CreatedEntities) async {
        guard let draft = drafts.draft(of: context, 4) else { return }
        let key = UUID().uuidString
        let creation = Creation(context: context)
        let first = await creation.send(draft, &created, key: key)
        guard case .created(let id, _) = first.outcome else { return }
        let second = await creation.send(draft, &created, key: key)
        guard results.requireResponse(second.answer, for: "repeated creates") else { return }
        guard let other = second.answer.plain.flatMap(context.id), second.answer.isSuccess,
            other != id
        else { return results.confirm() }
        // Another create with the same content.
        if case .created = second.outcome { created.add(other, in: context) }
        results.differ(
            at: context.place("creation", "idempotencyKey"),
            "a create repeated with the same key creates another entity",
            hint: "write 'creation: comparison'",
            second.answer.request
        )
    }

    /// A create with an existing identity must not replace the entity.
    private mutating func checkIdentity(_ existing: JSON, _ created: inout CreatedEntities) async {
        guard context.offers(.read), let id = context.id(of: existing),
            let property = drafts.changeable(of: context.kept),
            var draft = drafts.draft(of: context, 5)
        else { return }
        draft[context.identityKey] = existing[context.identityKey]
        let (answer, _) = await Creation(context: context).send(draft, &created)
        guard results.requireResponse(answer, for: "repeated creates") else { return }
        let now = await context.ask(.read, id: id)
        let comparison = SentComparison(model: context.model)
        guard let before = existing[property.key], let after = now.plain?[property.key],
            !comparison.isSame(before, after, property)
        else { return results.confirm() }
        results.differ(
            at: .property(context.entity.identity.name, of: context.entity.head.name),
            "a create with the existing identity '\(id)' replaces the entity",
            hint: "make the service reject it, or write 'assignedBy: server'",
            answer.request
        )
    }

    private mutating func checkMany(_ created: inout CreatedEntities) async {
        guard context.offers(.createAll) else { return }
        guard let first = drafts.draft(of: context, 6),
            let second = drafts.draft(of: context, 7)
        else { return }
        let answer = await context.ask(.createAll, body: [first, second])
        let found = await Creation(context: context).find([first, second], after: answer, &created)
        guard results.requireResponse(answer, for: "batch creates") else { return }
        guard answer.isSuccess else {
            results.differ(
                at: context.remote,
                "the schema offers batch creates, but \(answer.request) returned \(answer.outcome)",
                hint: "remove 'synchronize' from 'remote', or correct 'batch' of the conventions",
                answer.request
            )
            return
        }
        let bodies = Self.entities(in: answer.plain, context)
        guard found == 2 else {
            results.differ(
                at: context.remote,
                "a batch created two entities, but \(found) of them exist",
                hint: "remove 'synchronize' from 'remote'",
                answer.request
            )
            return
        }
        guard bodies.count == 2 else {
            results.differ(
                at: context.remote,
                "a batch created two entities, but the response has \(bodies.count)",
                hint: "remove 'synchronize' from 'remote'",
                answer.request
            )
            return
        }
        let comparison = SentComparison(model: context.model)
        let isOrdered = zip([first, second], bodies).allSatisfy { draft, body in
            comparison.differing(draft, body, context.kept.filter(\.isReturned)).isEmpty
        }
        guard !isOrdered else { return results.confirm() }
        results.differ(
            at: context.remote,
            "a batch created two entities, but the response has them reordered or changed",
            hint: "remove 'synchronize' from 'remote'",
            answer.request
        )
    }

    /// The entities in the response to a batch create: those of its array, or of the responses in
    /// it.
    private static func entities(in body: JSON?, _ context: CollectionContext) -> [JSON] {
        let elements = body?.array ?? []
        guard context.conventions.batch.path != nil else { return elements }
        let place = context.conventions.envelope.one
        return elements.compactMap { $0["body"]?.value(at: place) }
    }
}
