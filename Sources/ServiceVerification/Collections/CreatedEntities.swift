import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import ServiceModel
import Synchronization

/// The entities that a verification has created, which it deletes before it ends.
struct CreatedEntities: Sendable {
    /// A created entity.
    struct Created: Sendable {
        let context: CollectionContext
        let id: String

        /// The entity as shown to the user.
        var description: String { "\(context.collection.path) '\(id)' (\(context.name))" }
    }

    private let register: CreatedRegister
    private var entities: [Created] = [] {
        didSet { register.note(entities.map(\.description) + uncertain) }
    }
    /// Creates with an unknown outcome, as shown to the user.
    private var uncertain: [String] = [] {
        didSet { register.note(entities.map(\.description) + uncertain) }
    }
    /// The earlier entities, by the path of their collection; nil for a collection that is too
    /// large.
    private var others: [String: Set<String>?] = [:]

    init(_ register: CreatedRegister) {
        self.register = register
    }

    /// Records the earlier entities.
    mutating func keep(_ listing: WholeListing, in context: CollectionContext) {
        let ids = Set(listing.entities.compactMap(context.id))
        others[context.collection.path] = listing.isComplete ? ids : .some(nil)
    }

    /// Whether an entity certainly did not exist before.
    func wasAbsent(_ id: String, in context: CollectionContext) -> Bool {
        guard let known = others[context.collection.path], let known else { return false }
        return !known.contains(id)
    }

    /// Whether all earlier entities are known.
    func knowsAll(of context: CollectionContext) -> Bool {
        others[context.collection.path].flatMap(\.self) != nil
    }

    /// Whether this verification created an entity.
    func contains(_ id: String, of context: CollectionContext) -> Bool {
        entities.contains { $0.id == id && $0.context.name == context.name }
    }

    /// Records a created entity.
    mutating func add(_ id: String, in context: CollectionContext) {
        if !contains(id, of: context) { entities.append(Created(context: context, id: id)) }
    }

    /// Records a deleted entity.
    mutating func remove(_ id: String, of context: CollectionContext) {
        entities.removeAll { $0.id == id && $0.context.name == context.name }
    }

    /// Records a create with an unknown outcome.
    mutating func addUncertain(_ request: String, _ draft: JSON) {
        let text = (try? draft.jsonText()) ?? ""
        uncertain.append("possibly created by \(request): \(text.prefix(200))")
    }

    /// Deletes the created entities in reverse order.
    ///
    /// - Returns: The entities that may still exist, as shown to the user.
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

    /// The reason why an entity could not be deleted; nil if it is deleted.
    private static func delete(_ id: String, in context: CollectionContext) async -> String? {
        guard context.offers(.delete) else { return "the schema offers no 'delete'" }
        var answer = await context.ask(.delete, id: id)
        if answer.response == nil { answer = await context.ask(.delete, id: id) }
        if [409, 412, 428].contains(answer.status) {
            let current = await context.ask(.read, id: id)
            if let version = current.version {
                answer = await context.ask(.delete, id: id, [.ifMatch: version])
            }
        }
        guard answer.isSuccess || answer.isMissing else {
            return "deleting it returned \(answer.outcome)"
        }
        return await isThere(id, in: context) ? "it still exists after its deletion" : nil
    }

    /// Whether an entity can still be read.
    private static func isThere(_ id: String, in context: CollectionContext) async -> Bool {
        guard context.offers(.read) else { return false }
        let answer = await context.ask(.read, id: id)
        return answer.isSuccess && !answer.isMissing
    }
}

/// The entities created but not yet deleted, for handlers that end the process.
package final class CreatedRegister: Sendable {
    private let state = Mutex<[String]>([])

    package init() {}

    /// The remaining entities, one per line.
    package var lines: [String] { state.withLock { $0 } }

    func note(_ lines: [String]) { state.withLock { $0 = lines } }
}
