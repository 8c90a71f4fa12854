import Foundation

/// The simulated runs of many seeds, on all cores.
package struct Simulation: Sendable {
    /// The result of many runs.
    package struct Result: Sendable {
        package var figures = SimulationFigures()
        /// A description of each run with violations: its seed, the violations, and its shortest story.
        package var failures: [String] = []
    }

    private let seeds: Range<UInt64>

    /// Creates a simulation.
    ///
    /// - Parameters:
    ///   - first: The first seed.
    ///   - count: The number of seeds.
    package init(first: Int, count: Int) {
        seeds = UInt64(first)..<UInt64(first + count)
    }

    /// Performs the runs.
    ///
    /// - Returns: Their result.
    package func perform() async -> Result {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        return await withTaskGroup(of: Result.self) { group in
            for core in 0..<cores {
                group.addTask {
                    var result = Result()
                    for seed in seeds where Int(seed % UInt64(cores)) == core {
                        await Self.perform(SimulationRun(seed: seed), &result)
                        // A run never suspends otherwise, and would keep other tasks from running.
                        await Task.yield()
                    }
                    return result
                }
            }
            return await group.reduce(into: Result()) { all, part in
                all.figures.add(part.figures)
                all.failures += part.failures
            }
        }
    }

    private static func perform(_ run: SimulationRun, _ result: inout Result) async {
        let outcome = await run.perform()
        result.figures.add(outcome.figures)
        guard !outcome.violations.isEmpty else { return }
        let shortest = await SimulationShrinker().shortest(run)
        let story = await shortest.perform()
        result.failures.append(
            """
            SIM_SEED=\(run.seed): \(run.variant): \(outcome.violations.joined(separator: "; "))
            With \(shortest.writes) writes: \(story.violations.joined(separator: "; "))
            \(story.story.joined(separator: "\n"))
            """
        )
    }
}
