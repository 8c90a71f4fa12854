#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

// What becomes of writes that go to the server themselves.
extension RepositoryProxy {
    /// Runs a write, and tells what came of it where the server itself has answered.
    ///
    /// What goes to the outbox is told by whoever sends it from there.
    func telling<Value: Sendable>(
        _ run: inout PlannedRun<Value>,
        _ sent: SentWrite,
        id: (Value?) -> String?
    ) async throws(RepositoryError) -> RepositoryResult<Value> {
        do throws(RepositoryError) {
            let result = try await run.run()
            if result.origin == .remote {
                tell(sent.isMerged ? .merged : .acknowledged, of: sent, id(result.value))
            }
            return result
        } catch {
            if run.plan.isRefused, let failure = refusal(error) {
                tell(.rejected(failure), of: sent, id(nil))
            }
            throw error
        }
    }

    /// The same of a write to one entity.
    func telling(
        _ run: inout PlannedRun<Entity>,
        _ write: EntityWrite<Entity>,
        _ sent: SentWrite
    ) async throws(RepositoryError) -> RepositoryResult<Entity> {
        try await telling(&run, sent) { ($0?.id ?? write.id)?.pathComponent ?? ownID(of: write) }
    }

    /// The identity that a draft has by itself; nil where the server gives it.
    private func ownID(of write: EntityWrite<Entity>) -> String? {
        guard case .create(let draft) = write,
            let members = try? [String: JSON](jsonData: draft.jsonData())
        else { return nil }
        return members[Entity.schema.identityKey]?.identityText
    }

    private func tell(_ kind: WriteOutcome.Kind, of sent: SentWrite, _ id: String?) {
        guard let operation = sent.operation else { return }
        outcomeBroadcast.tell(
            WriteOutcome(
                collection: Entity.schema.name,
                id: id,
                operation: operation,
                kind: kind
            )
        )
    }

    /// What the server has answered; nil where it has not.
    private func refusal(_ error: RepositoryError) -> OutboxFailure? {
        var failure = OutboxFailure(error, at: clock.now)
        if let conflict = error.cause as? WriteConflict<Entity> {
            failure.status = 412
            failure.body = try? conflict.remote?.jsonData()
        }
        return failure.status == nil ? nil : failure
    }
}

extension StrategyPlan {
    /// Whether the server was asked, and will not do it.
    fileprivate var isRefused: Bool {
        taken.contains { taken in
            taken.step == .attemptRemote
                && [.rejected, .unauthorized, .conflict, .notFound].contains(taken.outcome)
        }
    }
}
