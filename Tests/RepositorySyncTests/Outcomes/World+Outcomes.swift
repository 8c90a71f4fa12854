import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

extension World {
    /// Returns the messages on the server only, registered with the synchronizer; with a rule, on
    /// both sides.
    func direct(_ rule: Strategy.Rule = .remoteOnly) -> RepositoryProxy<Message> {
        RepositoryProxy(
            remote: remote,
            synchronizer: synchronizer,
            strategy: Strategy(rule)
        )
    }

    /// Returns all outcomes published so far, as text.
    func told(_ outcomes: WriteOutcomes<WriteOutcome>) async throws -> [String] {
        await server.setFaults(nil)
        try await direct().delete(id: "the-end")
        var told: [String] = []
        for await outcome in outcomes {
            if outcome.id == "the-end" { break }
            told.append(outcome.text)
        }
        return told
    }
}

extension WriteOutcome {
    /// For example `create t1 -> m1: acknowledged`.
    var text: String {
        let temporary = temporaryID.map { "\($0) -> " } ?? ""
        let end =
            switch kind {
            case .acknowledged: "acknowledged"
            case .merged: "merged"
            case .superseded: "superseded"
            case .rejected(let failure): "rejected \(failure.status ?? 0)"
            }
        let missed = missedBefore == 0 ? "" : " (after \(missedBefore) others)"
        return "\(operation.rawValue) \(temporary)\(id ?? "nothing"): \(end)\(missed)"
    }
}
