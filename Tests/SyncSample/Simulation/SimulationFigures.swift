/// What has happened in simulated runs, in numbers.
package struct SimulationFigures: Sendable, CustomStringConvertible {
    package var runs = 0
    package var crashes = 0
    package var jumps = 0
    package var takeovers = 0
    /// Requests that were on their way at a deadline.
    package var cuts = 0
    /// Accounts that were moved to another device.
    package var moves = 0
    /// Turns that another account had while a request was on its way.
    package var turns = 0
    package var faults = 0
    package var requests = 0
    package var writes = 0
    package var writesElsewhere = 0

    /// Makes figures of nothing.
    package init() {}

    /// Adds those of other runs.
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
