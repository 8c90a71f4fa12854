import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// What a creation does that is sent twice, and whether many can be created at once.
struct RepeatingCheck {
    let context: CollectionContext
    let drafts: DraftMaker
    private(set) var results: CheckResults

    init(_ context: CollectionContext, _ drafts: DraftMaker) {
        self.context = context
        self.drafts = drafts
        results = CheckResults(context.name)
    }

    /// Sends creations twice.
    ///
    /// - Parameters:
    ///   - existing: An entity that was created.
    ///   - created: Gets what is created.
    mutating func run(_ existing: JSON, _ created: inout CreatedEntities) async {
        switch context.conventions.checkOfCreation {
        case .idempotencyKey: await checkKey(&created)
        case .identity: await checkIdentity(existing, &created)
        case .comparison: break
        }
        await checkMany(&created)
    }

    private mutating func checkKey(_ created: inout CreatedEntities) async {
        guard let draft = drafts.draft(of: context.entity, 4) else { return }
        let key = UUID().uuidString
        let first = await CreatingCheck.send(draft, context, &created, key: key)
        guard first.answer.isSuccess, let id = first.id else { return }
        let second = await CreatingCheck.send(draft, context, &created, key: key)
        let isRefused = second.answer.status.map { (400..<500).contains($0) } ?? true
        guard !isRefused, let other = second.id, other != id else { return results.confirm() }
        results.differ(
            at: context.place("creation", "idempotencyKey"),
            "a creation that is repeated with the same key makes another entity",
            hint: "write 'creation: comparison'",
            second.answer.request
        )
    }

    /// A creation under an identity that is taken must not replace the entity that has it.
    private mutating func checkIdentity(_ existing: JSON, _ created: inout CreatedEntities) async {
        guard context.offers(.read), let id = context.id(of: existing),
            let property = drafts.changeable(of: context.kept),
            var draft = drafts.draft(of: context.entity, 5)
        else { return }
        draft[context.identityKey] = existing[context.identityKey]
        let (answer, _) = await CreatingCheck.send(draft, context, &created)
        let now = await context.ask(.read, id: id)
        let comparison = SentComparison(model: context.model)
        guard let before = existing[property.key], let after = now.plain?[property.key],
            !comparison.isSame(before, after, property)
        else { return results.confirm() }
        results.differ(
            at: .property(context.entity.identity.name, of: context.entity.head.name),
            "a creation under the identity '\(id)', which is taken, replaces the entity",
            hint: "let the service refuse it, or write 'assignedBy: server'",
            answer.request
        )
    }

    private mutating func checkMany(_ created: inout CreatedEntities) async {
        guard context.offers(.createAll) else { return }
        guard let first = drafts.draft(of: context.entity, 6),
            let second = drafts.draft(of: context.entity, 7)
        else { return }
        let answer = await context.ask(.createAll, body: [first, second])
        guard results.requireResponse(answer, for: "many creations at once") else { return }
        guard answer.isSuccess else {
            results.differ(
                at: context.remote,
                "the schema offers many creations at once, and \(answer.request) has \(answer.outcome)",
                hint: "remove 'synchronize' from 'remote', or correct 'batch' of the conventions",
                answer.request
            )
            return
        }
        let bodies = Self.entities(in: answer.plain, context)
        for (draft, body) in zip([first, second], bodies) {
            let id = context.id(of: body) ?? draft[context.identityKey]?.identityText
            if let id { created.add(id, in: context) }
        }
        guard bodies.count == 2 else {
            results.differ(
                at: context.remote,
                "two entities were created at once, and the response has \(bodies.count)",
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
            "two entities were created at once, and the response has them in another order, or changed",
            hint: "remove 'synchronize' from 'remote'",
            answer.request
        )
    }

    /// The entities in the response to many creations: those of its array, or of the responses in it.
    private static func entities(in body: JSON?, _ context: CollectionContext) -> [JSON] {
        let elements = body?.array ?? []
        guard context.conventions.batch.path != nil else { return elements }
        let place = context.conventions.envelope.one
        return elements.compactMap { $0["body"]?.value(at: place) }
    }
}
