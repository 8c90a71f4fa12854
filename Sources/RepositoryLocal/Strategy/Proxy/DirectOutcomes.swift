import Foundation

// Publishes how writes end that are sent directly, bypassing the outbox.
extension RepositorySides {
    /// Runs a write, and publishes its outcome if the server responded; then the outcome of a
    /// creation is known.
    ///
    /// The outcome of a write in the outbox is published when it is sent from there.
    func publishing<Value: Sendable>(
        _ run: inout PlannedRun<Value>,
        _ sent: SentWrite,
        id: (Value?) -> String?
    ) async throws(RepositoryError) -> RepositoryResult<Value> {
        do throws(RepositoryError) {
            let result = try await run.run()
            if result.origin == .remote {
                publish(sent.isMerged ? .merged : .acknowledged, of: sent, id(result.value))
            }
            await local?.endCreation(sent.openCreation)
            return result
        } catch {
            if run.plan.isRefused, let failure = refusal(error) {
                publish(.rejected(failure), of: sent, id(nil))
            }
            await local?.endCreation(sent.openCreation)
            throw error
        }
    }

    /// Returns the identity that a draft contains; nil if the server assigns it.
    func ownID(of write: EntityWrite<Entity>) -> String? {
        guard case .create(let draft) = write,
            let members = try? [String: JSON](jsonData: draft.jsonData())
        else { return nil }
        return members[Entity.schema.identityKey]?.identityText
    }

    private func publish(_ kind: WriteOutcome.Kind, of sent: SentWrite, _ id: String?) {
        guard let operation = sent.operation else { return }
        outcomeBroadcast.publish(
            WriteOutcome(
                collection: Entity.schema.name,
                id: id,
                operation: operation,
                kind: kind
            )
        )
    }

    /// Returns the server's rejection; nil if it did not respond.
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
    /// Whether the server responded, and rejected the write permanently.
    fileprivate var isRefused: Bool {
        taken.contains { taken in
            taken.step == .attemptRemote
                && [.rejected, .unauthorized, .conflict, .notFound].contains(taken.outcome)
        }
    }
}
