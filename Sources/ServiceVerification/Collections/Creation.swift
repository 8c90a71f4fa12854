import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Creates entities, and verifies that each is the one that was sent.
///
/// A service may respond with the identity of an earlier entity. Without this verification, nothing
/// is changed or deleted.
struct Creation {
    /// The outcome of a create.
    enum Outcome {
        /// The entity exists, with its identity and the stored state.
        case created(id: String, entity: JSON)
        /// It was not created.
        case refused
        /// It may have been created, but was not found; or it was created, and the response names
        /// another entity.
        case unproven
    }

    let context: CollectionContext
    /// The keys of properties whose values the service changes.
    var unkept: Set<String> = []

    /// Sends a create.
    ///
    /// - Parameters:
    ///   - draft: The entity to create.
    ///   - created: Records the created entity.
    ///   - key: The idempotency key; a new one by default.
    /// - Returns: The response and the outcome.
    func send(
        _ draft: JSON,
        _ created: inout CreatedEntities,
        key: String? = nil
    ) async -> (answer: Answer, outcome: Outcome) {
        if let id = context.id(of: draft), await !isFree(id, created) {
            let problem = "the made-up identity '\(id)' may be taken"
            return (Answer(request: "POST", response: nil, problem: problem), .refused)
        }
        var fields: HTTPFields = [:]
        if case .idempotencyKey(let header, _) = context.conventions.creationCheck,
            let name = HTTPField.Name(header)
        {
            fields[name] = key ?? UUID().uuidString
        }
        let answer = await context.ask(.create, body: draft, fields)
        return (answer, await outcome(of: answer, draft, &created))
    }

    /// Finds the entities of a batch create.
    ///
    /// - Returns: The number of entities that exist.
    func find(
        _ drafts: [JSON],
        after answer: Answer,
        _ created: inout CreatedEntities
    ) async -> Int {
        let isRefused = answer.status.map { (400..<500).contains($0) } == true
        let listing = await WholeListing(of: context.forCleanUp)
        var found: Set<String> = []
        for draft in drafts {
            let given = context.id(of: draft)
            let known = given == nil ? nil : await entity(given ?? "", nil)
            let own =
                if let known { context.id(of: known) ?? given } else {
                    await find(draft, in: listing, created, except: found)?.id
                }
            if let own {
                created.add(own, in: context)
                found.insert(own)
            } else if answer.isSuccess || !isRefused && !listing.isComplete {
                // The service may have changed what identifies it.
                created.addUncertain(answer.request, draft)
            }
        }
        return found.count
    }

    /// The entity of a listing that was sent, as listed.
    private func find(
        _ draft: JSON,
        in listing: WholeListing,
        _ created: CreatedEntities,
        except others: Set<String> = []
    ) async -> (id: String, entity: JSON)? {
        for entity in listing.entities {
            guard let id = context.id(of: entity), !others.contains(id) else { continue }
            var whole = entity
            if let marker = context.marker, !marker.isListed, entity[marker.key] == nil,
                created.wasAbsent(id, in: context), context.offers(.read)
            {
                whole = await context.forCleanUp.ask(.read, id: id).plain ?? entity
            }
            if isOwn(whole, id, draft, created) { return (id, entity) }
        }
        return nil
    }

    /// Whether an identity is free, or belongs to an entity created here.
    private func isFree(_ id: String, _ created: CreatedEntities) async -> Bool {
        if created.contains(id, of: context) { return true }
        guard context.offers(.read) else {
            // A long random text is certainly free.
            return context.model.primitive(of: context.entity.identity.type)?.isInteger != true
        }
        return await context.ask(.read, id: id).isMissing
    }

    private func outcome(
        of answer: Answer,
        _ draft: JSON,
        _ created: inout CreatedEntities
    ) async -> Outcome {
        // A failure of the response leaves the outcome unknown.
        let isOpen = answer.isAmbiguous || answer.status.map { $0 >= 500 } == true
        guard answer.isSuccess || isOpen else { return .refused }
        for id in answer.isSuccess ? candidates(answer, draft) : [] {
            if let entity = await entity(id, answer), isOwn(entity, id, draft, created) {
                created.add(id, in: context)
                return .created(id: id, entity: entity)
            }
        }
        let listing = await WholeListing(of: context.forCleanUp)
        if let (id, entity) = await find(draft, in: listing, created) {
            created.add(id, in: context)
            return .created(id: id, entity: await self.entity(id, nil) ?? entity)
        }
        if isOpen, listing.isComplete { return .refused }
        created.addUncertain(answer.request, draft)
        return .unproven
    }

    /// The identities that a response may refer to.
    private func candidates(_ answer: Answer, _ draft: JSON) -> [String] {
        let all = [
            answer.plain.flatMap(context.id), idInLocation(answer), context.id(of: draft),
        ].compactMap(\.self)
        return all.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    private func idInLocation(_ answer: Answer) -> String? {
        guard let place = answer.response?.header("Location") else { return nil }
        let path = place.prefix { $0 != "?" && $0 != "#" }
        return path.split(separator: "/").last
            .map { context.sent($0.removingPercentEncoding ?? String($0)) }
    }

    /// The stored state of an entity: as read, or as returned by the create.
    private func entity(_ id: String, _ creation: Answer?) async -> JSON? {
        guard context.offers(.read) else { return creation?.plain }
        let answer = await context.ask(.read, id: id)
        return answer.isMissing ? nil : answer.plain
    }

    /// Whether an entity is the one that was sent.
    private func isOwn(
        _ entity: JSON,
        _ id: String,
        _ draft: JSON,
        _ created: CreatedEntities
    ) -> Bool {
        if let given = context.id(of: draft) { if given == id { return true } }
        if let marker = context.marker, marker.isListed || entity[marker.key] != nil,
            let token = draft[marker.key]?.string?.split(separator: " ").first, token.count >= 6
        {
            let found = entity[marker.key]?.string ?? ""
            return found.lowercased().contains(token.lowercased())
        }
        let comparison = SentComparison(model: context.model)
        let compared = context.kept.filter { $0.isListed && !unkept.contains($0.key) }
        return created.wasAbsent(id, in: context)
            && comparison.differing(draft, entity, compared).isEmpty
    }
}
