import Foundation
import SyncSample
import Testing

/// The synchronizer in memory, with a service, another client and a network as values: thousands of runs in the
/// time that one takes with processes and sockets.
///
/// `SIM_RUNS` says how many seeded runs there are, `SIM_SEED` with which one they begin.
@Suite struct SimulationTests {
    private static func number(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("no write is lost and none is done twice, whatever goes wrong")
    func runs() async {
        let count = Self.number("SIM_RUNS") ?? 300
        let first = Self.number("SIM_SEED") ?? 1
        var total = SimulationFigures()
        for seed in first..<(first + count) {
            let run = SimulationRun(seed: UInt64(seed))
            let outcome = await run.perform()
            total.add(outcome.figures)
            guard !outcome.violations.isEmpty else { continue }
            let shortest = await SimulationShrinker().shortest(run)
            let story = await shortest.perform()
            Issue.record(
                """
                SIM_SEED=\(seed): \(run.variant): \(outcome.violations.joined(separator: "; "))
                With \(shortest.writes) writes: \(story.violations.joined(separator: "; "))
                \(story.story.joined(separator: "\n"))
                """
            )
        }
        print("simulation: \(total)")
        // Otherwise nothing was shown.
        #expect(total.crashes > count && total.faults > count && total.writesElsewhere > count)
    }

    @Test("a run happens the same way each time")
    func determinism() async {
        for seed in UInt64(1)...5 {
            var run = SimulationRun(seed: seed)
            run.tellsStory = true
            let first = await run.perform()
            #expect(first.story.count > 20)
            #expect(first.occasions == (await run.perform()).occasions)
        }
    }
}
