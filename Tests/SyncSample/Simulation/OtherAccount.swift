import RepositoryRuntime
import RepositoryTesting

/// A second account on the device, with its own store and service, which takes its turns while the first one waits.
struct OtherAccount {
    private let run: SimulationRun
    private let world: SimulatedWorld
    private let tables = MemoryTables()
    private var client: SimulatedClient
    private var process: Int
    /// A description of the error, if a turn has failed.
    private var trouble: String?

    /// Creates the second account of a run.
    init(beside first: SimulationRun, _ plan: SimulationPlan) {
        run = SimulationRun(seed: first.seed &+ 0x1000_0000)
        world = SimulatedWorld(run.variant, seed: run.seed, plan, tellsStory: first.tellsStory)
        process = world.start()
        client = run.client(tables, world, process)
    }

    /// The events of the account, as lines of text.
    var story: [String] { world.story.map { "other account: \($0)" } }

    /// Performs a write, and then executes an effect or starts a run.
    mutating func takeTurn() async {
        if !world.isRunning(process) {
            world.clock.advance(by: .seconds(301))
            process = world.start()
            client = run.client(tables, world, process)
        }
        _ = run.write(client, world, upTo: run.writes)
        do {
            if client.effect == nil { client.synchronize(at: world.clock.now) }
            try await client.perform(at: { [clock = world.clock] in clock.now }) { _, _ in }
        } catch {
            trouble = "a turn of the other account ends with an error: \(error)"
            client.end()
        }
        world.step(process)
    }

    /// Returns the violations after all faults have ended.
    ///
    /// - Returns: A sentence for each; empty if there are none.
    mutating func violations() async throws -> [String] {
        client.end()
        world.calm()
        let found = try await run.violations(tables, world) + [trouble].compactMap(\.self)
        return found.map { "other account: \($0)" }
    }
}
