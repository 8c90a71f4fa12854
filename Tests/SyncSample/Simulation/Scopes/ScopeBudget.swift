/// How much may happen in a small scope.
package struct ScopeBudget: Hashable, Sendable {
    /// How many writes the app performs.
    var writes: Int
    /// How often its process ends.
    var crashes: Int
    /// How many responses are lost.
    var losses: Int
    /// How many changes another client makes.
    var changes: Int

    /// Makes a budget.
    package init(writes: Int = 3, crashes: Int = 2, losses: Int = 2, changes: Int = 1) {
        self.writes = writes
        self.crashes = crashes
        self.losses = losses
        self.changes = changes
    }

    /// Whether all may happen that may happen by another budget.
    func covers(_ other: ScopeBudget) -> Bool {
        writes >= other.writes && crashes >= other.crashes && losses >= other.losses
            && changes >= other.changes
    }
}
