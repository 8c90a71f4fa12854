import Foundation

extension LocalSide {
    /// Records that a creation is in flight.
    ///
    /// Returns its identity; nil if it could not be recorded. Then its result could hardly be
    /// stored, either.
    func beginCreation(at date: Date) async -> UUID? {
        let id = UUID()
        do throws(StorageError) {
            try await storage.write { store throws(StorageError) in
                try OpenCreations.begin(id, of: Entity.schema.name, at: date, in: store)
            }
            return id
        } catch {
            return nil
        }
    }

    /// Records that the outcome of a creation is known, even if the task is cancelled.
    func endCreation(_ id: UUID?) async {
        guard let id else { return }
        let storage = storage
        // If this fails, the note expires after a while.
        await Task {
            try? await storage.write { store throws(StorageError) in
                try OpenCreations.end(id, of: Entity.schema.name, in: store)
            }
        }.value
    }
}

extension StrategyPlan {
    /// Whether a write with an unknown outcome would be stored as sent.
    var mayKeepAsSent: Bool {
        next == .attemptRemote && rule.synchronize && known.hasLocal && rule.sides.contains(.local)
    }
}
