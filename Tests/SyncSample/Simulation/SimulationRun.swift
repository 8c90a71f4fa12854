import RepositoryRuntime
import RepositoryTesting

/// A seeded run in memory: a client that crashes repeatedly, another client, and a service and a network with faults;
/// then a calm phase, and a check of the offline-first guarantee.
package struct SimulationRun: Sendable {
    /// The result of a run.
    package struct Outcome: Sendable {
        /// The violations of the guarantee.
        package var violations: [String]
        package var figures: SimulationFigures
        /// The events, if they were requested.
        package var story: [String]
        /// The number of occasions for a fault or another random event.
        package var occasions: Int
    }

    private static let launches = 3
    /// Longer than any lease, so that the next process can take over the lease of a crashed one.
    private static let pause = Duration.seconds(301)

    package let seed: UInt64
    /// The occasions at which nothing happens.
    package var muted: Set<Int> = []
    /// The number of writes by the app.
    package var writes = 9
    /// Whether the outcome has a story.
    package var tellsStory = false

    /// Creates the run of a seed.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// The capabilities of the service.
    package var variant: SyncVariant {
        var variant = SyncVariant(seed: seed)
        if seed % 4 == 3 { variant.relations = seed % 8 == 3 ? .cascading : .refusing }
        variant.hasNotices = seed % 4 == 1
        variant.hasDeadlines = seed % 4 == 2
        if seed % 4 == 2 { variant.accounts = seed % 8 == 2 ? .moved : .two }
        if seed % 5 == 0 { variant.pageSize = 2 }
        return variant
    }

    /// Performs the run.
    ///
    /// - Returns: Its outcome.
    package func perform() async -> Outcome {
        var tables = MemoryTables()
        let world = SimulatedWorld(
            variant,
            seed: seed,
            SimulationPlan(seed: seed, muted: muted),
            tellsStory: tellsStory
        )
        var other: OtherAccount?
        if variant.accounts == .two {
            other = OtherAccount(beside: self, SimulationPlan(seed: ~seed))
        }
        var violations: [String] = []
        do {
            for launch in 1...Self.launches {
                try await work(tables, world, &other, upTo: writes * launch / Self.launches)
                if variant.accounts == .moved, world.happens(oneIn: 2) {
                    tables = try await move(tables, world)
                }
            }
            world.calm()
            world.tell("peace")
            violations += try await self.violations(tables, world)
            violations += try await other?.violations() ?? []
        } catch {
            violations.append("the run ends with an error: \(error)")
        }
        var figures = world.figures
        figures.runs = 1
        figures.writes = writes
        return Outcome(
            violations: violations,
            figures: figures,
            story: world.story + (other?.story ?? []),
            occasions: world.occasions
        )
    }

    /// Returns the violations after all faults have ended.
    func violations(_ tables: MemoryTables, _ world: SimulatedWorld) async throws -> [String] {
        var violations: [String] = []
        if let trouble = try await settle(tables, world) { violations.append(trouble) }
        let (held, there) = (try Holdings(of: tables), try ServiceContents(world.service))
        violations += world.violations
        let promise = SyncPromise(
            variant,
            held,
            there,
            touched: world.touched,
            ignored: world.ignored,
            delayed: world.delayed,
            labels: world.labels
        )
        violations += try promise.violations()
        violations += try RelationsPromise(variant, tables, world.service).violations()
        violations += try PartPromise(variant, tables, world).violations()
        return violations + (try await giveUp(tables, world))
    }

    /// Exports the pending writes, and continues on another device; the old one may synchronize once more before the
    /// import.
    private func move(
        _ tables: MemoryTables,
        _ world: SimulatedWorld
    ) async throws -> MemoryTables {
        world.tell("what is pending is exported")
        world.count(\.moves)
        let process = world.start()
        let network = SimulatedNetwork(world, process: process)
        let move = try AccountMove(from: tables, variant.collections(over: network))
        // Unless the service knows the idempotency keys, only one device may send.
        if variant.creation == .key, world.happens(oneIn: 2), !world.service.hasForgottenKeys {
            var client = client(tables, world, process)
            client.synchronize(at: world.clock.now)
            while client.effect != nil, world.isRunning(process) {
                client.isStopped = client.isStopped || world.happens(oneIn: 10)
                try await client.perform(at: { world.clock.now }) { _, _ in }
                world.step(process)
            }
        }
        world.tell("what is pending is imported on another device")
        return try move.perform(knowing: tables)
    }

    /// Writes and synchronizes in a process until it crashes, or has written enough.
    private func work(
        _ tables: MemoryTables,
        _ world: SimulatedWorld,
        _ other: inout OtherAccount?,
        upTo count: Int
    ) async throws {
        let process = world.start()
        var client = client(tables, world, process)
        var direct = DirectRequests(variant)
        while world.isRunning(process), let done = write(client, world, upTo: count) {
            world.step(process)
            direct.goOn(client, world, isIdle: true)
            if world.happens(oneIn: 3) {
                world.jump()
                if world.happens(oneIn: 10) { listWholeNext(client, world) }
                world.tell("synchronize")
                try await synchronize(&client, &direct, &other, world, process, upTo: count)
                world.clock.advance(by: .seconds(1))
            }
            if done >= count { break }
        }
        world.clock.advance(by: Self.pause)
    }

    /// Deletes the client's position in the changes of the messages, as an update of the app may do.
    private func listWholeNext(_ client: SimulatedClient, _ world: SimulatedWorld) {
        world.tell("all messages are to be listed")
        _ = client.write { store in try store.set(nil, forKey: "changes/Message") }
    }

    /// Performs the next write of the app, up to a number of writes; returns how many there are, or nil if it fails.
    func write(_ client: SimulatedClient, _ world: SimulatedWorld, upTo count: Int) -> Int? {
        let done = client.write { store in
            let writes = RandomWrites(
                seed: seed,
                in: store,
                hasFolders: variant.relations != nil,
                hasNotices: variant.hasNotices
            )
            return try writes.count() < count ? writes.perform() : count
        }
        if let done { world.tell("write \(done)") }
        return done
    }

    func client(
        _ tables: MemoryTables,
        _ world: SimulatedWorld,
        _ process: Int
    ) -> SimulatedClient {
        let network = SimulatedNetwork(world, process: process)
        return SimulatedClient(tables, variant.collections(over: network))
    }

    /// Performs a run, in which the process may crash after each effect.
    private func synchronize(
        _ client: inout SimulatedClient,
        _ direct: inout DirectRequests,
        _ other: inout OtherAccount?,
        _ world: SimulatedWorld,
        _ process: Int,
        upTo count: Int
    ) async throws {
        client.synchronize(
            at: world.clock.now,
            pulls: !world.happens(oneIn: 4),
            isByHand: !world.happens(oneIn: 4)
        )
        if variant.hasDeadlines { world.limit(&client, of: process) }
        while client.effect != nil, world.isRunning(process) {
            client.isStopped = client.isStopped || world.happens(oneIn: 100)
            try await client.perform(at: { world.clock.now }) { client, isAfterwards in
                if other != nil, world.happens(oneIn: 2) {
                    world.count(\.turns)
                    await other?.takeTurn()
                }
                if world.happens(oneIn: 10) { _ = write(client, world, upTo: count) }
                direct.goOn(client, world, isIdle: false)
                if isAfterwards, world.takesOver() { await takeOver(&client, world, process) }
            }
            world.step(process)
        }
        if client.hasBegunTooLate { world.note(violation: "a request was begun after the end") }
        world.setCut(at: nil, of: process)
        checkDeletions(in: client.tables, world)
        client.end()
        client.isFenced = false
    }

    /// Synchronizes in another process, while the first one is paused for longer than its lease.
    private func takeOver(
        _ client: inout SimulatedClient,
        _ world: SimulatedWorld,
        _ process: Int
    ) async {
        world.tell("the process stands still, and another one takes over")
        world.clock.advance(by: Self.pause)
        var other = self.client(client.tables, world, process)
        other.synchronize(at: world.clock.now)
        while other.effect != nil {
            do {
                try await other.perform(at: { world.clock.now }) { _, _ in }
            } catch {
                break
            }
        }
        client.isFenced = true
        world.goOn()
    }

    /// Discards the rejected writes; returns how the client then differs from the service.
    private func giveUp(
        _ tables: MemoryTables,
        _ world: SimulatedWorld
    ) async throws -> [String] {
        var refused = try tables.rejectedWrites()
        guard !refused.isEmpty else { return [] }
        // A write that refers to a discarded entity is then rejected, too.
        while !refused.isEmpty {
            world.tell("what was refused is given up")
            for write in refused { try tables.discard(rejected: write.id) }
            tables.commit()
            if let trouble = try await settle(tables, world) { return [trouble] }
            refused = try tables.rejectedWrites()
        }
        let (held, there) = (try Holdings(of: tables), try ServiceContents(world.service))
        return try SyncPromise(variant, held, there, touched: []).differences()
            + RelationsPromise(variant, tables, world.service).violations(isSettled: true)
            + PartPromise(variant, tables, world).violations(isSettled: true)
    }

    /// Checks that no entity with a pending deletion is visible.
    private func checkDeletions(in tables: MemoryTables, _ world: SimulatedWorld) {
        var last: [RecordKey: OutboxEntry] = [:]
        for entry in tables.entries(in: Set(OutboxEntry.State.allCases), after: 0, limit: .max) {
            last[entry.key] = entry
        }
        for (key, entry) in last where entry.operation == .delete && entry.state != .rejected {
            guard let state = tables.record(key)?.state, state != .deleted else { continue }
            world.note(violation: "\(key) is to be deleted, and is \(state)")
        }
    }

    /// Synchronizes until nothing is pending; returns a violation if something still is after many runs.
    private func settle(
        _ tables: MemoryTables,
        _ world: SimulatedWorld
    ) async throws -> String? {
        var client = client(tables, world, world.start())
        for _ in 0..<40 {
            client.synchronize(at: world.clock.now)
            while client.effect != nil {
                try await client.perform(at: { world.clock.now }) { _, _ in }
            }
            _ = client.write { try $0.tidyFiles() }
            let last = client.report
            let held = try RelationsPromise.held(in: tables).count
            let files = try PendingFile.all(of: ["Notice"], in: tables).filter {
                // The file of an entity with a rejected write waits for the user, too.
                !$0.isRejected && tables.entries(of: $0.key).isEmpty
            }
            if last.postponed == held, last.problems.isEmpty, files.isEmpty { return nil }
            world.clock.advance(by: .seconds(600))
        }
        return
            "it does not come to an end: \(client.report.postponed) wait, \(client.report.problems)"
    }
}
