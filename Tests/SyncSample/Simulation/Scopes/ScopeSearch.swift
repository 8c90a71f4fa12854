import Foundation
import RepositoryRuntime

/// A small scope, searched exhaustively: every interleaving of a few writes to two entities, one of which refers to the
/// other, with ends of the process, lost responses, and a change by another client.
///
/// A run is searched effect by effect. What the app writes while the client waits for a response, it writes before the
/// response is stored; at other moments in a run it makes no difference to the core, which reads what it needs in
/// each transaction.
package struct ScopeSearch {
    /// What came of a search.
    package struct Result: Sendable {
        /// How many different states there were.
        package var states = 0
        /// How many effects were performed.
        package var steps = 0
        /// How many states were checked in which all had ended.
        package var ends = 0
        /// What broke the promise, each with its story.
        package var failures: [String] = []
    }

    /// A scene that was noted.
    private struct Visit {
        /// What could still happen.
        let budget: ScopeBudget
        let chain: Int
    }

    private static let failureLimit = 3
    private static let endless = "it does not come to an end"
    /// How many runs without a fault may send everything that is pending.
    private static let runLimit = 10
    private let variant: SyncVariant
    private let network: SceneNetwork
    private let start: Scene
    /// The known scenes, by their digests.
    private var visited: [Int: [Visit]] = [:]
    /// The number of chains of runs.
    private var chains = 0
    private var result = Result()

    /// Makes the search of a service.
    ///
    /// - Parameters:
    ///   - variant: What the service can do.
    ///   - budget: How much may happen.
    package init(_ variant: SyncVariant, _ budget: ScopeBudget = ScopeBudget()) {
        self.variant = variant
        let service = SimulatedService(variant, seed: 0)
        network = SceneNetwork(service)
        // Errands play no part here.
        let collections = Array(variant.collections(over: network).prefix(2))
        start = Scene(
            client: SimulatedClient(MemoryTables(), collections),
            service: service,
            budget: budget,
            now: Date(timeIntervalSinceReferenceDate: 800_000_000)
        )
    }

    /// Searches from an empty store, and from one that is synchronized.
    ///
    /// - Returns: What came of it.
    package mutating func perform() async throws -> Result {
        try await go(on: start.copy())
        var synchronized = start.copy()
        synchronized.budget = ScopeBudget(writes: 0, crashes: 0, losses: 0, changes: 0)
        for write in [ScopeWrite.createConversation, .createMessage] {
            _ = synchronized.client.write { store in try write.perform(in: store) }
        }
        synchronized = try await settled(synchronized)
        synchronized.budget = start.budget
        begin(&synchronized)
        try await go(on: synchronized)
        return result
    }

    private var isOver: Bool { result.failures.count >= Self.failureLimit }

    // MARK: - Between runs

    /// Tries everything that may happen between two runs.
    ///
    /// What happens without a fault goes first: of a scene from which more may happen, all that may happen from the
    /// same one with less is known.
    private mutating func go(on scene: Scene) async throws {
        // A search waits for nothing: other tasks would find no thread.
        await Task.yield()
        guard !isOver, isNew(scene) else { return }
        if scene.isSettled { try check(scene) }
        if !scene.isSettled || scene.budget.changes > 0 {
            var run = scene.copy()
            run.synchronize()
            guard run.runs <= Self.runLimit else { return fail(run, [Self.endless]) }
            run.isSettled = true
            run.history = SceneDigest.value(of: run.client.tables)
            run.tell("synchronize")
            try await search(run)
        }
        for write in ScopeWrite.allCases {
            if let next = perform(write, scene) { try await go(on: next) }
        }
    }

    /// Notes a scene; returns whether more may happen from it than from the same one when it was noted before.
    ///
    /// Each scene has one successor without a fault. So all runs come to an end if no chain of them returns to a scene
    /// in which something is pending.
    private mutating func isNew(_ scene: Scene) -> Bool {
        let digest = SceneDigest.value(of: scene)
        let known = visited[digest] ?? []
        if let visit = known.first(where: { $0.budget.covers(scene.budget) }) {
            if visit.chain == scene.chain, !scene.isSettled { fail(scene, [Self.endless]) }
            return false
        }
        if known.isEmpty { result.states += 1 }
        visited[digest] =
            known.filter { !scene.budget.covers($0.budget) }
            + [Visit(budget: scene.budget, chain: scene.chain)]
        return true
    }

    /// Begins a chain of runs, after something has happened that is not part of a run without a fault.
    private mutating func begin(_ scene: inout Scene) {
        chains += 1
        (scene.chain, scene.runs, scene.isSettled) = (chains, 0, false)
    }

    private mutating func perform(_ write: ScopeWrite, _ scene: Scene) -> Scene? {
        guard scene.budget.writes > 0 else { return nil }
        var next = scene.copy()
        next.now += 1
        guard next.client.write({ store in try write.perform(in: store) }) == true else {
            return nil
        }
        next.budget.writes -= 1
        begin(&next)
        next.tell("\(write)")
        return next
    }

    /// Synchronizes without a fault until all has ended.
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

    /// Tries everything that may happen in a run from here on.
    private mutating func search(_ scene: Scene) async throws {
        var scene = scene
        var ends: [Scene] = []
        var waits: [Scene] = []
        while let effect = scene.client.effect, !isOver {
            let before = scene.copy()
            switch effect {
            case .ask(let question):
                // All that a run knows by then is in the store, and whether all went well.
                if case .pullStart(let name) = question {
                    scene.history = Self.digest(
                        SceneDigest.value(of: scene.client.tables),
                        "\(name) \(scene.client.report.isSettled)"
                    )
                }
                // It changes nothing: it does not matter on which side of it the process ends.
                try await perform(&scene, .answered)
            case .store:
                ends.append(before)
                try await perform(&scene, .answered)
            case .exchange:
                guard isNew(before) else { return try await branch(ends, waits) }
                ends.append(before)
                // Else nothing was asked for that was not there already.
                if try await exchange(&scene, .answered) { waits.append(before) }
            }
        }
        scene.history = 0
        scene.isSettled = scene.isSettled && scene.client.report.isSettled
        if !isOver { try await go(on: scene) }
        try await branch(ends, waits)
    }

    /// Tries what may happen at some moments of a run in the place of what has happened.
    ///
    /// At some the process may end, and at some the client waits for a response.
    private mutating func branch(_ ends: [Scene], _ waits: [Scene]) async throws {
        for scene in ends.reversed() { try await crash(scene) }
        for scene in waits.reversed() where !isOver {
            for write in ScopeWrite.allCases {
                if let next = perform(write, scene) { try await search(next) }
            }
            if let changed = change(scene) { try await search(changed) }
            guard scene.budget.losses > 0 else { continue }
            for fate in [SceneNetwork.Fate.unheard, .lost] {
                var lost = scene.copy()
                lost.budget.losses -= 1
                begin(&lost)
                try await exchange(&lost, fate)
                let isRead = lost.service == scene.service
                try await search(lost)
                // Of a request that changes nothing it does not matter on which way it is lost.
                if isRead { break }
            }
        }
    }

    /// Lets the process end here.
    private mutating func crash(_ scene: Scene) async throws {
        guard scene.budget.crashes > 0 else { return }
        var next = scene.copy()
        next.client.restart()
        next.history = 0
        next.budget.crashes -= 1
        begin(&next)
        next.tell("  the process ends")
        try await go(on: next)
    }

    /// Lets another client change the message; nil where there is none.
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
        begin(&next)
        next.touched.insert(String(text.prefix { $0 != ":" }))
        next.tell("  elsewhere: \(request) → \(response)")
        return next
    }

    /// Performs an exchange, and adds it to what the run knows; returns whether a request was sent.
    ///
    /// Until the next exchange, what a run asks and stores follows from this, and from the store as it is now.
    @discardableResult
    private mutating func exchange(
        _ scene: inout Scene,
        _ fate: SceneNetwork.Fate
    ) async throws -> Bool {
        let stored = SceneDigest.value(of: scene.client.tables)
        let line = try await perform(&scene, fate)
        scene.history = Self.digest(scene.history, stored, line)
        return line != nil
    }

    private static func digest<each Value: Hashable>(_ values: repeat each Value) -> Int {
        var hasher = Hasher()
        for value in repeat each values { hasher.combine(value) }
        return hasher.finalize()
    }

    /// Performs one effect; returns the request with its response, if one was sent.
    @discardableResult
    private mutating func perform(
        _ scene: inout Scene,
        _ fate: SceneNetwork.Fate
    ) async throws -> String? {
        result.steps += 1
        network.prepare(scene.service, fate)
        scene.now += 1
        try await scene.client.perform(at: { [now = scene.now] in now }) { _, _ in }
        let (service, line) = network.result
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
    /// Whether nothing is left to send, and nothing went wrong; what was refused is left to the user.
    fileprivate var isSettled: Bool { postponed == 0 && problems.isEmpty }
}
