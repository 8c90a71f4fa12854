import Foundation
import RepositoryRuntime

/// An exhaustive search of a small scope: every interleaving of a few writes to two entities, one of which refers to the
/// other, with process crashes, lost responses, and a change by another client.
///
/// The search executes a run effect by effect. The app writes while the client waits for a response. Writes at other
/// moments of a run need no search, because the core reads what it needs in each transaction. Scenes that many events
/// may follow come first, so that few scenes are searched again with more events.
package struct ScopeSearch {
    /// The result of a search.
    package struct Result: Sendable {
        /// The number of different states.
        package var states = 0
        /// The number of executed effects.
        package var steps = 0
        /// The number of states in which nothing was pending, and which were checked.
        package var ends = 0
        /// The violations, each with the events that led to it.
        package var failures: [String] = []
    }

    /// A recorded scene.
    private struct Visit {
        let budget: ScopeBudget
        let chain: Int
        /// The number of runs that the chain had started.
        let runs: Int
    }

    private static let failureLimit = 3
    private static let endless = "something is still pending after runs without a fault"
    /// How many runs without a fault may send everything that is pending.
    private static let runLimit = 10
    private let variant: SyncVariant
    private let network: SceneNetwork
    private let start: Scene
    /// The known scenes, by their digests.
    private var visited: [Int: [Visit]] = [:]
    /// The numbers of runs after which nothing is pending, by chain; nil for a chain that is being searched.
    private var lengths: [Int?] = [nil]
    private var agenda: ScopeAgenda
    private var result = Result()

    /// Creates a search.
    ///
    /// - Parameters:
    ///   - variant: The capabilities of the service.
    ///   - budget: The numbers of events.
    package init(_ variant: SyncVariant, _ budget: ScopeBudget = ScopeBudget()) {
        self.variant = variant
        let service = SimulatedService(variant, seed: 0)
        network = SceneNetwork(service)
        // The scope has no errands.
        let collections = Array(variant.collections(over: network).prefix(2))
        agenda = ScopeAgenda(budget)
        start = Scene(
            client: SimulatedClient(MemoryTables(), collections),
            service: service,
            budget: budget,
            now: Date(timeIntervalSinceReferenceDate: 800_000_000)
        )
    }

    /// Searches from an empty store, and from one that is synchronized.
    ///
    /// - Returns: The result.
    package mutating func perform() async throws -> Result {
        plan(start.copy())
        var synchronized = start.copy()
        synchronized.budget = ScopeBudget(writes: 0, crashes: 0, losses: 0, changes: 0)
        for write in [ScopeWrite.createConversation, .createMessage] {
            _ = synchronized.client.write { store in try write.perform(in: store) }
        }
        synchronized = try await settled(synchronized)
        synchronized.budget = start.budget
        begin(&synchronized)
        synchronized.isSettled = true
        plan(synchronized)
        while !isOver, let scene = agenda.next() {
            // A search never suspends otherwise, and would keep other tasks from running.
            await Task.yield()
            try await follow(scene)
        }
        return result
    }

    private var isOver: Bool { result.failures.count >= Self.failureLimit }

    /// Searches later what may follow a scene.
    private mutating func plan(_ scene: Scene) {
        var scene = scene
        let digest = scene.digest()
        guard visit(covering: scene.budget, digest) == nil else { return }
        agenda.insert(scene, digest)
    }

    /// Plans each write of the app that may follow a scene.
    private mutating func planWrites(after scene: Scene) {
        for write in ScopeWrite.allCases {
            if let next = perform(write, scene) { plan(next) }
        }
    }

    // MARK: - Between runs

    /// Executes runs without a fault, until nothing more happens or a scene is known, and plans the alternatives.
    private mutating func follow(_ scene: Scene) async throws {
        var scene = scene
        while !isOver {
            if scene.client.effect == nil {
                guard isNew(&scene) else { return }
                if scene.isSettled {
                    lengths[scene.chain] = lengths[scene.chain] ?? scene.runs
                    try check(scene)
                }
                planWrites(after: scene)
                guard !scene.isSettled || scene.budget.changes > 0 else { return }
                scene.synchronize()
                guard scene.runs <= Self.runLimit else { return fail(scene, [Self.endless]) }
                scene.isSettled = true
                scene.history = scene.parts().tables
                scene.tell("synchronize")
            }
            guard try await run(&scene) else { return }
        }
    }

    /// Records a scene; returns whether it is new, or may be followed by more events than before.
    ///
    /// If a chain of runs meets a scene of another chain, which was followed to its end, the number of runs that remain
    /// is known. If it returns to its own, it never ends.
    private mutating func isNew(_ scene: inout Scene) -> Bool {
        let digest = scene.digest()
        if let visit = visit(covering: scene.budget, digest) {
            join(scene, visit)
            return false
        }
        let known = visited[digest] ?? []
        if known.isEmpty { result.states += 1 }
        visited[digest] =
            known.filter { !scene.budget.covers($0.budget) }
            + [Visit(budget: scene.budget, chain: scene.chain, runs: scene.runs)]
        return true
    }

    private func visit(covering budget: ScopeBudget, _ digest: Int) -> Visit? {
        visited[digest]?.first { $0.budget.covers(budget) }
    }

    /// Ends a chain of runs at a known scene.
    private mutating func join(_ scene: Scene, _ visit: Visit) {
        guard lengths[scene.chain] == nil else { return }
        let rest = lengths[visit.chain].map { max(0, $0 - visit.runs) }
        guard let rest, scene.runs + rest <= Self.runLimit else {
            return fail(scene, [Self.endless])
        }
        lengths[scene.chain] = scene.runs + rest
    }

    /// Starts a chain of runs after an event that is not part of a run without a fault.
    private mutating func begin(_ scene: inout Scene) {
        lengths.append(nil)
        (scene.chain, scene.runs, scene.isSettled) = (lengths.count - 1, 0, false)
    }

    private mutating func perform(_ write: ScopeWrite, _ scene: Scene) -> Scene? {
        guard scene.budget.writes > 0 else { return nil }
        var next = scene.copy()
        next.now += 1
        guard next.client.write({ store in try write.perform(in: store) }) == true else {
            return nil
        }
        next.budget.writes -= 1
        next.touch()
        begin(&next)
        next.tell("\(write)")
        return next
    }

    /// Synchronizes without a fault until nothing is pending.
    private mutating func settled(_ scene: Scene) async throws -> Scene {
        var scene = scene
        for _ in 0..<Self.runLimit {
            scene.synchronize()
            while scene.client.effect != nil { try await perform(&scene, .answered) }
            scene.isSettled = scene.client.report.isSettled
            if scene.isSettled { return scene }
        }
        fail(scene, [Self.endless])
        return scene
    }

    // MARK: - In a run

    /// Executes the rest of a run without a fault, and plans its alternatives; returns false if it meets a known scene.
    private mutating func run(_ scene: inout Scene) async throws -> Bool {
        // Whether the store or the service has changed since the last planned crash.
        var hasChanged = true
        while let effect = scene.client.effect {
            switch effect {
            case .ask(let question):
                // Before a pull, a run keeps nothing outside of the store but whether it has succeeded so far.
                if case .pullStart(let name) = question {
                    scene.history = SceneDigest.value(
                        SceneDigest.value(of: scene.client.tables),
                        name,
                        scene.client.report.isSettled
                    )
                }
                // It changes nothing, so a crash before it is the same as a crash after it.
                try await perform(&scene, .answered)
            case .store:
                if hasChanged { crash(scene) }
                try await perform(&scene, .answered)
                hasChanged = true
            case .exchange:
                guard isNew(&scene) else { return false }
                let before = scene.copy()
                if hasChanged { crash(before) }
                // Otherwise, no request was sent.
                if try await exchange(&scene, .answered) { try await wait(in: before) }
                hasChanged = scene.service != before.service
            }
        }
        scene.history = 0
        scene.isSettled = scene.isSettled && scene.client.report.isSettled
        return true
    }

    /// Plans what else may happen while the client waits for a response.
    private mutating func wait(in scene: Scene) async throws {
        planWrites(after: scene)
        if let changed = change(scene) { plan(changed) }
        guard scene.budget.losses > 0 else { return }
        for fate in [SceneNetwork.Fate.unheard, .lost] {
            var lost = scene.copy()
            lost.budget.losses -= 1
            begin(&lost)
            try await exchange(&lost, fate)
            let isRead = lost.service == scene.service
            plan(lost)
            // If the request changes nothing, losing it is the same as losing its response.
            if isRead { break }
        }
    }

    /// Plans a crash of the process.
    private mutating func crash(_ scene: Scene) {
        guard scene.budget.crashes > 0 else { return }
        var next = scene.copy()
        next.client.restart()
        next.history = 0
        next.budget.crashes -= 1
        begin(&next)
        next.tell("  the process crashes")
        plan(next)
    }

    /// Returns the scene after a change of the message by another client; nil if there is no message.
    private mutating func change(_ scene: Scene) -> Scene? {
        guard scene.budget.changes > 0,
            let message = scene.service.collections["messages"]?.entities.first,
            let id = message["_id"]?.string, let text = message["text"]?.string
        else { return nil }
        var next = scene.copy()
        let request = SimulatedService.Request(
            method: "PATCH",
            path: ["messages", id],
            body: ["labels": ["other"]]
        )
        let response = next.service.answer(request)
        next.budget.changes -= 1
        next.touch()
        begin(&next)
        next.touched.insert(String(text.prefix { $0 != ":" }))
        next.tell("  elsewhere: \(request) → \(response)")
        return next
    }

    /// Executes an exchange, and adds it to the history of the run; returns whether a request was sent.
    ///
    /// Until the next exchange, the history and the store determine everything that the run does.
    @discardableResult
    private mutating func exchange(
        _ scene: inout Scene,
        _ fate: SceneNetwork.Fate
    ) async throws -> Bool {
        let stored = scene.parts().tables
        let line = try await perform(&scene, fate)
        scene.history = SceneDigest.value(scene.history, stored, line)
        return line != nil
    }

    /// Executes one effect; returns the request with its response, if one was sent.
    @discardableResult
    private mutating func perform(
        _ scene: inout Scene,
        _ fate: SceneNetwork.Fate
    ) async throws -> String? {
        result.steps += 1
        let isStore = if case .store = scene.client.effect { true } else { false }
        network.prepare(scene.service, fate)
        scene.now += 1
        try await scene.client.perform(at: { [now = scene.now] in now }) { _, _ in }
        let (service, line) = network.result
        if isStore || service != scene.service { scene.touch() }
        scene.service = service
        if let line { scene.tell("  \(line)") }
        return line
    }

    // MARK: - The promise

    private mutating func check(_ scene: Scene) throws {
        result.ends += 1
        let held = try Holdings(of: scene.client.tables)
        let there = try ServiceContents(scene.service)
        let promise = SyncPromise(
            variant,
            held,
            there,
            touched: scene.touched,
            mayReferToNothing: false
        )
        let violations = try promise.violations()
        if !violations.isEmpty { fail(scene, violations) }
    }

    private mutating func fail(_ scene: Scene, _ violations: [String]) {
        result.failures.append(
            """
            \(variant): \(violations.joined(separator: "; "))
            \((scene.story?.lines ?? []).joined(separator: "\n"))
            """
        )
    }
}

extension SyncReport {
    /// Whether nothing is pending, and nothing has failed; rejected writes are left to the user.
    fileprivate var isSettled: Bool { postponed == 0 && problems.isEmpty }
}
