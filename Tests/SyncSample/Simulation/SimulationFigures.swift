/// What has happened in simulated runs, in numbers.
package struct SimulationFigures: Sendable, CustomStringConvertible {
    package var runs = 0
    package var crashes = 0
    package var jumps = 0
    package var takeovers = 0
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
        faults += other.faults
        requests += other.requests
        writes += other.writes
        writesElsewhere += other.writesElsewhere
    }

    package var description: String {
        "\(runs) runs, \(writes) writes, \(writesElsewhere) elsewhere, \(requests) requests, "
            + "\(faults) faults, \(crashes) crashes, \(jumps) jumps of the clock, \(takeovers) takeovers"
    }
}
