/// The numbers of events in a small scope.
package struct ScopeBudget: Hashable, Sendable {
    /// The number of writes by the app.
    var writes: Int
    /// The number of crashes of its process.
    var crashes: Int
    /// The number of lost requests and responses.
    var losses: Int
    /// The number of changes by another client.
    var changes: Int

    /// Creates a budget.
    package init(writes: Int = 3, crashes: Int = 2, losses: Int = 2, changes: Int = 1) {
        self.writes = writes
        self.crashes = crashes
        self.losses = losses
        self.changes = changes
    }

    /// The number of all events.
    var total: Int { writes + crashes + losses + changes }

    /// Whether it allows everything that another budget allows.
    func covers(_ other: ScopeBudget) -> Bool {
        writes >= other.writes && crashes >= other.crashes && losses >= other.losses
            && changes >= other.changes
    }
}
