extension Delivery {
    /// What a listing has that a creation may have become.
    private struct Candidates {
        /// Those that are as they were sent.
        var same: [RemoteState] = []
        /// Those that the service may have made of it.
        var similar: [RemoteState] = []

        var all: [RemoteState] { same + similar }
    }

    /// Goes on after a server has refused creations as a whole.
    ///
    /// Where it is one of them that is wrong, not every server takes back those before it: they would be
    /// created twice. So they are looked for, all in one listing, where there is one.
    func goOn(
        _ attempts: [Attempt],
        after error: RepositoryError
    ) async throws(StorageError) -> [Outcome] {
        guard [400, 409, 422].contains(error.response?.status ?? 0) else {
            return try await sendAlone(attempts, error)
        }
        let sought = Set(try await soughtCreations.map(\.id))
        let unnamed = attempts.filter { sought.contains($0.entry.id) }
        var found: [OutboxEntry.ID: Candidates] = [:]
        var isWhole = true
        do throws(RepositoryError) {
            if !unnamed.isEmpty, collection.listing != .none {
                (found, isWhole) = try await candidates(for: unnamed)
            }
        } catch  where !isUnsearchable(error) {
            return try await postpone(attempts, error, state: .inFlight, pause: .entry)
        } catch {
            // Nobody will ever find them, and those that are right are to be created.
        }
        var outcomes: [Outcome] = []
        for attempt in attempts {
            let id = attempt.entry.id
            if let settled = try await settle(attempt, among: found[id]?.all ?? []) {
                outcomes.append(settled)
                continue
            }
            // What says its identity is read by it; of what may be there, it is found out once more.
            let isMissing = isWhole && sought.contains(id) && found[id] == nil
            outcomes += try await sendAlone(
                [attempt],
                error,
                state: isMissing ? .waiting : .inFlight
            )
        }
        return outcomes
    }

    /// What a listing has of creations.
    ///
    /// Returns the candidates for each of which there are any; and whether this was all there is.
    private func candidates(
        for attempts: [Attempt]
    ) async throws(RepositoryError) -> (found: [OutboxEntry.ID: Candidates], isWhole: Bool) {
        let drafts = attempts.map { attempt -> [String: JSON] in
            var sent = (try? draft(attempt.sent)) ?? [:]
            sent[collection.schema.identityKey] = nil
            return sent
        }
        var found: [OutboxEntry.ID: Candidates] = [:]
        var pages = RemotePages(collection)
        while let page = try await pages.next() {
            for state in page.compactMap(\.state) {
                guard let members = try? draft(state.members) else { continue }
                let isGone = isTombstone(state.members)
                for (attempt, sent) in zip(attempts, drafts) where !isGone || isTombstone(sent) {
                    if DocumentMembers.has(sent, in: members) {
                        found[attempt.entry.id, default: Candidates()].same.append(state)
                    } else if DocumentMembers.has(
                        sent: sent,
                        in: members,
                        besides: collection.schema.unlisted
                    ) {
                        found[attempt.entry.id, default: Candidates()].similar.append(state)
                    }
                }
            }
        }
        return (found, pages.isWhole)
    }

    /// Stores what a creation has become; nil where that is none of these, or may be another's.
    private func settle(
        _ attempt: Attempt,
        among states: [RemoteState]
    ) async throws(StorageError) -> Outcome? {
        for state in states {
            guard let settlement = try await settle(attempt, found: state) else { continue }
            let outcome = Outcome(settlement)
            tell(outcome, of: attempt.entry)
            return outcome
        }
        return nil
    }
}
