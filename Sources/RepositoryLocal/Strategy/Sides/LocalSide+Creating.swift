#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension LocalSide {
    /// Notes that a creation is on its way to the server.
    ///
    /// Returns its name; nil where it could not be noted. Then its outcome could hardly be kept.
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

    /// Notes that it is known what came of a creation, also where the task is cancelled.
    func endCreation(_ id: UUID?) async {
        guard let id else { return }
        let storage = storage
        // Where this fails, it is taken to have ended after a while.
        await Task {
            try? await storage.write { store throws(StorageError) in
                try OpenCreations.end(id, of: Entity.schema.name, in: store)
            }
        }.value
    }
}

extension StrategyPlan {
    /// Whether a write of which nobody knows whether it has arrived would be kept as sent.
    var mayKeepAsSent: Bool {
        next == .attemptRemote && rule.synchronize && known.hasLocal && rule.sides.contains(.local)
    }
}
