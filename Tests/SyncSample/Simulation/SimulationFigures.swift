/// The numbers of events in simulated runs.
package struct SimulationFigures: Sendable, CustomStringConvertible {
    package var runs = 0
    package var crashes = 0
    package var jumps = 0
    package var takeovers = 0
    /// Requests in flight at a deadline.
    package var cuts = 0
    /// Accounts that moved to another device.
    package var moves = 0
    /// Turns of another account while a request was in flight.
    package var turns = 0
    package var faults = 0
    package var requests = 0
    package var writes = 0
    package var writesElsewhere = 0

    /// Creates figures without events.
    package init() {}

    /// Adds the figures of other runs.
    package mutating func add(_ other: SimulationFigures) {
        runs += other.runs
        crashes += other.crashes
        jumps += other.jumps
        takeovers += other.takeovers
        cuts += other.cuts
        moves += other.moves
        turns += other.turns
        faults += other.faults
        requests += other.requests
        writes += other.writes
        writesElsewhere += other.writesElsewhere
    }

    package var description: String {
        "\(runs) runs, \(writes) writes, \(writesElsewhere) elsewhere, \(requests) requests, "
            + "\(faults) faults, \(crashes) crashes, \(jumps) jumps of the clock, "
            + "\(takeovers) takeovers, \(cuts) cut off, \(moves) moves, \(turns) turns of another account"
    }
}
