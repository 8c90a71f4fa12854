import RepositoryRuntime
import RepositoryTesting

/// A second account on the device, with a store and a service of its own: it has its turn while the first one waits.
struct OtherAccount {
    private let run: SimulationRun
    private let world: SimulatedWorld
    private let tables = MemoryTables()
    private var client: SimulatedClient
    private var process: Int
    /// What has gone wrong, where a turn has ended with an error.
    private var trouble: String?

    /// Makes the account of a run.
    init(beside first: SimulationRun, _ plan: SimulationPlan) {
        run = SimulationRun(seed: first.seed &+ 0x1000_0000)
        world = SimulatedWorld(run.variant, seed: run.seed, plan, tellsStory: first.tellsStory)
        process = world.start()
        client = run.client(tables, world, process)
    }

    /// What has happened there, in lines.
    var story: [String] { world.story.map { "other account: \($0)" } }

    /// Performs a write and an effect, or begins a run.
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

    /// What is not as it was promised, once nothing goes wrong any more.
    ///
    /// - Returns: A sentence for each; none where all is well.
    mutating func violations() async throws -> [String] {
        client.end()
        world.calm()
        let found = try await run.violations(tables, world) + [trouble].compactMap(\.self)
        return found.map { "other account: \($0)" }
    }
}
