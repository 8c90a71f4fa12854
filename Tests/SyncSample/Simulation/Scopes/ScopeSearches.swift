import RepositoryRuntime

/// The small scopes of all service models, searched on all cores.
package struct ScopeSearches: Sendable {
    /// What came of the search of one service.
    package struct Outcome: Sendable {
        package let variant: SyncVariant
        package let result: ScopeSearch.Result
    }

    /// The services: each way to recognize a creation, with and without versions, batches, patches and tombstones.
    package static let variants = [
        SyncVariant(.key, .merge, patches: true, batchSize: 1, listsChanges: true, hasTags: true),
        SyncVariant(
            .key,
            .serverWins,
            patches: false,
            batchSize: 25,
            listsChanges: false,
            hasTags: false
        ),
        SyncVariant(
            .comparison,
            .merge,
            patches: true,
            batchSize: 25,
            listsChanges: true,
            hasTags: true
        ),
        SyncVariant(
            .comparison,
            .clientWins,
            patches: false,
            batchSize: 1,
            listsChanges: false,
            hasTags: true
        ),
        SyncVariant(
            .identity,
            .merge,
            patches: true,
            batchSize: 1,
            listsChanges: false,
            hasTags: false
        ),
        SyncVariant(
            .identityInPath,
            .fail,
            patches: false,
            batchSize: 1,
            listsChanges: true,
            hasTags: true
        ),
    ]

    private let budget: ScopeBudget

    /// Makes the searches.
    ///
    /// - Parameter budget: How much may happen.
    package init(_ budget: ScopeBudget = ScopeBudget()) {
        self.budget = budget
    }

    /// Searches all scopes.
    ///
    /// - Parameter tell: Hears of each service that was searched.
    /// - Returns: What came of it, in the order in which the searches ended.
    /// - Throws: An error of the client's store.
    package func perform(_ tell: @Sendable (Outcome) -> Void) async throws -> [Outcome] {
        try await withThrowingTaskGroup(of: Outcome.self) { group in
            for variant in Self.variants {
                group.addTask {
                    var search = ScopeSearch(variant, budget)
                    return Outcome(variant: variant, result: try await search.perform())
                }
            }
            var outcomes: [Outcome] = []
            for try await outcome in group {
                tell(outcome)
                outcomes.append(outcome)
            }
            return outcomes
        }
    }
}

extension ScopeSearches.Outcome: CustomStringConvertible {
    package var description: String {
        "\(variant): \(result.states) states, \(result.steps) effects, \(result.ends) ends"
    }
}
