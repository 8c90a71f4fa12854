import RepositoryRuntime

/// Searches the small scopes of all service models, on all cores.
package struct ScopeSearches: Sendable {
    /// The result for one service.
    package struct Outcome: Sendable {
        package let variant: SyncVariant
        package let result: ScopeSearch.Result
    }

    /// The services: each way to recognize a creation, with and without versions, batches, patches and tombstones.
    ///
    /// Those with the largest scopes come first, so that none of them is searched alone at the end.
    package static let variants = [
        SyncVariant(
            .comparison,
            .merge,
            patches: true,
            batchSize: 25,
            listsChanges: true,
            hasTags: true
        ),
        SyncVariant(
            .identityInPath,
            .fail,
            patches: false,
            batchSize: 1,
            listsChanges: true,
            hasTags: true
        ),
        SyncVariant(.key, .merge, patches: true, batchSize: 1, listsChanges: true, hasTags: true),
        SyncVariant(
            .identity,
            .merge,
            patches: true,
            batchSize: 1,
            listsChanges: false,
            hasTags: false
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
            .key,
            .serverWins,
            patches: false,
            batchSize: 25,
            listsChanges: false,
            hasTags: false
        ),
    ]

    private let budget: ScopeBudget

    /// Creates the searches.
    ///
    /// - Parameter budget: The numbers of events in each scope.
    package init(_ budget: ScopeBudget = ScopeBudget()) {
        self.budget = budget
    }

    /// Searches all scopes.
    ///
    /// - Parameter tell: Receives each result as soon as it is known.
    /// - Returns: The results, in the order in which the searches ended.
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
