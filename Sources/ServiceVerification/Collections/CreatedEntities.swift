import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import ServiceModel

/// The entities that a verification has created, and deletes before it ends.
struct CreatedEntities: Sendable {
    /// One of them.
    struct Created: Sendable {
        let context: CollectionContext
        let id: String
    }

    private var entities: [Created] = []
    /// Creations of which nobody knows whether they have happened, as a person reads them.
    private var uncertain: [String] = []

    /// The entities of others that were there before, by the path of their collection; they are not deleted.
    private var others: [String: Set<String>] = [:]

    /// Notes that entities were there before.
    mutating func keep(_ ids: [String], in context: CollectionContext) {
        others[context.collection.path, default: []].formUnion(ids)
    }

    /// Notes that an entity was created.
    ///
    /// - Returns: Whether it was; not one that was there before.
    @discardableResult
    mutating func add(_ id: String, in context: CollectionContext) -> Bool {
        guard others[context.collection.path]?.contains(id) != true else { return false }
        if !entities.contains(where: { $0.id == id && $0.context.name == context.name }) {
            entities.append(Created(context: context, id: id))
        }
        return true
    }

    /// Notes that an entity is gone.
    mutating func remove(_ id: String, of context: CollectionContext) {
        entities.removeAll { $0.id == id && $0.context.name == context.name }
    }

    /// Notes a creation without an answer.
    mutating func addUncertain(_ request: String, _ draft: JSON) {
        let text = (try? draft.jsonText()) ?? ""
        uncertain.append("\(request) of \(text.prefix(200)), which had no response")
    }

    /// Deletes what was created, the last first.
    ///
    /// - Returns: What may still be there, as a person reads it.
    mutating func deleteAll() async -> [String] {
        var left = uncertain
        for one in entities.reversed() {
            let context = one.context.forCleanUp
            if let reason = await Self.delete(one.id, in: context) {
                let path = context.collection.path
                left.append("\(path) '\(one.id)' (\(context.name)): \(reason)")
            }
        }
        entities = []
        uncertain = []
        return left
    }

    /// Why an entity could not be deleted; nil where it is gone.
    private static func delete(_ id: String, in context: CollectionContext) async -> String? {
        guard context.offers(.delete) else { return "the schema has no deletion" }
        var answer = await context.ask(.delete, id: id)
        if [409, 412, 428].contains(answer.status) {
            let current = await context.ask(.read, id: id)
            if let version = current.version {
                answer = await context.ask(.delete, id: id, [.ifMatch: version])
            }
        }
        if answer.isSuccess || answer.isMissing { return nil }
        return "its deletion has \(answer.outcome)"
    }
}
