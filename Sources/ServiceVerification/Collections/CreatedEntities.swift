import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import ServiceModel
import Synchronization

/// The entities that a verification has created, and deletes before it ends.
struct CreatedEntities: Sendable {
    /// One of them.
    struct Created: Sendable {
        let context: CollectionContext
        let id: String

        /// The entity as a person reads it.
        var description: String { "\(context.collection.path) '\(id)' (\(context.name))" }
    }

    private let register: CreatedRegister
    private var entities: [Created] = [] {
        didSet { register.note(entities.map(\.description) + uncertain) }
    }
    /// Creations of which nobody knows whether they have happened, as a person reads them.
    private var uncertain: [String] = [] {
        didSet { register.note(entities.map(\.description) + uncertain) }
    }
    /// The entities that were there before, by the path of their collection; nil of a collection with too many to know.
    private var others: [String: Set<String>?] = [:]

    init(_ register: CreatedRegister) {
        self.register = register
    }

    /// Notes the entities that were there before.
    mutating func keep(_ listing: WholeListing, in context: CollectionContext) {
        let ids = Set(listing.entities.compactMap(context.id))
        others[context.collection.path] = listing.isComplete ? ids : .some(nil)
    }

    /// Whether it is known that an entity was not there before.
    func wasAbsent(_ id: String, in context: CollectionContext) -> Bool {
        guard let known = others[context.collection.path], let known else { return false }
        return !known.contains(id)
    }

    /// Whether it is known of every entity whether it was there before.
    func knowsAll(of context: CollectionContext) -> Bool {
        others[context.collection.path].flatMap(\.self) != nil
    }

    /// Whether an entity was created here.
    func contains(_ id: String, of context: CollectionContext) -> Bool {
        entities.contains { $0.id == id && $0.context.name == context.name }
    }

    /// Notes that an entity was created.
    mutating func add(_ id: String, in context: CollectionContext) {
        if !contains(id, of: context) { entities.append(Created(context: context, id: id)) }
    }

    /// Notes that an entity is gone.
    mutating func remove(_ id: String, of context: CollectionContext) {
        entities.removeAll { $0.id == id && $0.context.name == context.name }
    }

    /// Notes a creation of which nobody knows what became.
    mutating func addUncertain(_ request: String, _ draft: JSON) {
        let text = (try? draft.jsonText()) ?? ""
        uncertain.append("perhaps what \(request) has created of \(text.prefix(200))")
    }

    /// Deletes what was created, the last first.
    ///
    /// - Returns: What may still be there, as a person reads it.
    mutating func deleteAll() async -> [String] {
        var left = uncertain
        for one in entities.reversed() {
            if let reason = await Self.delete(one.id, in: one.context.forCleanUp) {
                left.append("\(one.description): \(reason)")
            } else {
                remove(one.id, of: one.context)
            }
        }
        return left
    }

    /// Why an entity could not be deleted; nil where it is gone.
    private static func delete(_ id: String, in context: CollectionContext) async -> String? {
        guard context.offers(.delete) else { return "the schema has no deletion" }
        var answer = await context.ask(.delete, id: id)
        if answer.response == nil { answer = await context.ask(.delete, id: id) }
        if [409, 412, 428].contains(answer.status) {
            let current = await context.ask(.read, id: id)
            if let version = current.version {
                answer = await context.ask(.delete, id: id, [.ifMatch: version])
            }
        }
        guard answer.isSuccess || answer.isMissing else {
            return "its deletion has \(answer.outcome)"
        }
        return await isThere(id, in: context) ? "it is there after its deletion" : nil
    }

    /// Whether an entity can still be read.
    private static func isThere(_ id: String, in context: CollectionContext) async -> Bool {
        guard context.offers(.read) else { return false }
        let answer = await context.ask(.read, id: id)
        return answer.isSuccess && !answer.isMissing
    }
}

/// What a verification has created and not deleted yet, for whoever ends it at once.
package final class CreatedRegister: Sendable {
    private let state = Mutex<[String]>([])

    package init() {}

    /// What is there, a line for each.
    package var lines: [String] { state.withLock { $0 } }

    func note(_ lines: [String]) { state.withLock { $0 = lines } }
}
