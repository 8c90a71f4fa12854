import RepositoryRuntime
import RepositoryTesting

/// One seeded run in memory: a client that ends again and again, another one, a service and a network on which
/// all goes wrong; then peace, and a look at what has become of the promise of offline first.
package struct SimulationRun: Sendable {
    /// What came of a run.
    package struct Outcome: Sendable {
        /// What is not as it was promised.
        package var violations: [String]
        package var figures: SimulationFigures
        /// What has happened, where that was asked for.
        package var story: [String]
        /// How many occasions there were for something to go wrong.
        package var occasions: Int
    }

    private static let launches = 4
    /// Longer than any lease, so that the next process gets that of one that has ended.
    private static let pause = Duration.seconds(301)

    package let seed: UInt64
    /// The occasions at which nothing goes wrong.
    package var muted: Set<Int> = []
    /// How many writes the app performs.
    package var writes = 32
    /// Whether the outcome has a story.
    package var tellsStory = false

    /// Makes a run of a seed.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// What the service can do.
    package var variant: SyncVariant { SyncVariant(seed: seed) }

    /// Performs the run.
    ///
    /// - Returns: What came of it.
    package func perform() async -> Outcome {
        let base = MemoryStorage()
        let world = SimulatedWorld(
            variant,
            seed: seed,
            SimulationPlan(seed: seed, muted: muted),
            tellsStory: tellsStory
        )
        var violations: [String] = []
        do {
            for launch in 1...Self.launches {
                try await work(base, world, upTo: writes * launch / Self.launches)
            }
            world.calm()
            world.tell("peace")
            if let trouble = try await settle(base, world) { violations.append(trouble) }
            let held = try await base.read { store throws(StorageError) in try Holdings(of: store) }
            let there = try ServiceContents(world.service)
            violations += try SyncPromise(variant, held, there, touched: world.touched).violations()
        } catch {
            violations.append("the run ends with an error: \(error)")
        }
        var figures = world.figures
        figures.runs = 1
        figures.writes = writes
        return Outcome(
            violations: violations,
            figures: figures,
            story: world.story,
            occasions: world.occasions
        )
    }

    /// Lets a process write and synchronize until it ends, or has written enough.
    private func work(
        _ base: MemoryStorage,
        _ world: SimulatedWorld,
        upTo count: Int
    ) async throws {
        let storage = FailingStorage(base)
        let process = world.start(storage)
        let synchronizer = try await synchronizer(storage, world, process, upTo: count)
        var next = 0
        while next < count, world.isRunning(process) {
            guard let done = await write(storage, world, upTo: count) else { break }
            next = done
            world.step(process)
            if world.happens(oneIn: 3) {
                world.jump()
                world.tell("synchronize")
                _ = await synchronizer.synchronize()
                world.clock.advance(by: .seconds(1))
            }
        }
        world.clock.advance(by: Self.pause)
    }

    /// Performs the next write of the app; nil where the process has ended.
    private func write(_ storage: FailingStorage, _ world: SimulatedWorld, upTo count: Int) async
        -> Int?
    {
        let done = try? await storage.write { store throws(StorageError) in
            let writes = RandomWrites(seed: seed, in: store)
            return try writes.count() < count ? writes.perform() : count
        }
        if let done { world.tell("write \(done)") }
        return done
    }

    private func synchronizer(
        _ storage: FailingStorage,
        _ world: SimulatedWorld,
        _ process: Int,
        upTo count: Int,
        isAlone: Bool = false
    ) async throws -> Synchronizer {
        let synchronizer = Synchronizer(
            storage: storage,
            clock: world.clock,
            backoff: Backoff(jitter: { 1 }),
            checkpoint: { world.step(process) }
        )
        var other: (@Sendable () async -> Void)?
        if !isAlone { other = { try? await takeOver(storage, world, process) } }
        let network = SimulatedNetwork(
            world,
            process: process,
            meanwhile: { _ = await write(storage, world, upTo: count) },
            takeOver: other
        )
        for collection in variant.collections(over: network) {
            try await synchronizer.register(collection)
        }
        return synchronizer
    }

    /// Synchronizes in a process beside one that has stood still for longer than its lease.
    private func takeOver(
        _ storage: FailingStorage,
        _ world: SimulatedWorld,
        _ process: Int
    ) async throws {
        world.clock.advance(by: Self.pause)
        let other = try await synchronizer(storage, world, process, upTo: 0, isAlone: true)
        _ = await other.synchronize()
    }

    /// Synchronizes until nothing waits, and says what still does after many runs.
    private func settle(
        _ base: MemoryStorage,
        _ world: SimulatedWorld
    ) async throws -> String? {
        let storage = FailingStorage(base)
        let process = world.start(storage)
        let synchronizer = try await synchronizer(storage, world, process, upTo: 0, isAlone: true)
        var last = SyncReport()
        for _ in 0..<40 {
            last = await synchronizer.synchronize()
            if last.postponed == 0, last.problems.isEmpty { return nil }
            world.clock.advance(by: .seconds(600))
        }
        return "it does not come to an end: \(last.postponed) wait, \(last.problems)"
    }
}
