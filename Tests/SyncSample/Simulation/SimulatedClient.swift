package import Foundation
package import RepositoryRuntime

/// A client as a value: its store, and the run of the synchronizer between two effects.
///
/// A copy goes on by itself, so that a search can try everything that may happen next.
package struct SimulatedClient {
    /// What the client has stored: all that outlives its process.
    package private(set) var tables: MemoryTables
    private let backoff = Backoff(jitter: { 1 })
    private let collections: [RemoteCollection]
    private var rules: SyncRules
    private var pace: Pace
    private var core: SyncCore?
    /// What the run wants done next; nil between runs.
    package private(set) var effect: SyncEffect?
    /// What the run that goes on has done, or the last one.
    package private(set) var report = SyncReport()
    /// Whether another process has taken the store over: this one writes nothing any more.
    package var isFenced = false
    /// Whether the run that goes on is to end as soon as what is begun is stored.
    package var isStopped = false
    /// When the run that goes on begins nothing more; nil where it may take its time.
    package var deadline: Date?
    /// Whether a run has begun a request though it was to end.
    package private(set) var hasBegunTooLate = false

    /// Makes a client of a process that has just started.
    ///
    /// - Parameters:
    ///   - tables: What is stored.
    ///   - collections: The collections of the service.
    package init(_ tables: MemoryTables, _ collections: [RemoteCollection]) {
        self.tables = tables
        self.collections = collections
        rules = Self.rules(collections, backoff, isByHand: true)
        pace = Pace(backoff)
    }

    private static func rules(
        _ collections: [RemoteCollection],
        _ backoff: Backoff,
        isByHand: Bool
    ) -> SyncRules {
        SyncRules(
            collections: collections,
            backoff: backoff,
            isByHand: isByHand,
            place: { name in SimulatedFiles.place(of: name) }
        )
    }

    /// A client that goes on by itself from here.
    package func copy() -> SimulatedClient {
        var copy = self
        copy.tables = tables.copy()
        return copy
    }

    /// Writes to the store in one transaction, as the app does.
    ///
    /// - Parameter body: What is written.
    /// - Returns: What the body returns; nil where it throws, and nothing is written.
    package func write<Value>(_ body: (any StorageWriter) throws -> Value) -> Value? {
        do {
            let value = try body(tables)
            tables.commit()
            return value
        } catch {
            tables.rollBack()
            return nil
        }
    }

    /// Begins a run.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - pulls: Whether it also pulls.
    ///   - isByHand: Whether the user asks for it; otherwise writes wait for their backoff.
    package mutating func synchronize(at now: Date, pulls: Bool = true, isByHand: Bool = true) {
        rules = Self.rules(collections, backoff, isByHand: isByHand)
        isStopped = false
        deadline = nil
        pace.begin(at: now)
        core = SyncCore(pulling: pulls, from: 0, rules, pace, at: now)
        goOn(after: .began, at: now)
    }

    /// Performs the effect that the run wants done.
    ///
    /// - Parameters:
    ///   - clock: Tells the time; a request may take some.
    ///   - meanwhile: What happens while the client waits: before the server has heard of a request, and after; or
    ///     after a transaction.
    /// - Throws: `StorageError` where a transaction fails.
    package mutating func perform(
        at clock: () -> Date,
        meanwhile: (inout SimulatedClient, _ isAfterwards: Bool) async -> Void
    ) async throws {
        switch effect {
        case nil:
            return
        case .ask(let question):
            let answer = try question.answer(from: tables, by: rules, at: clock())
            goOn(after: .answered(answer), at: clock())
        case .store(let transaction):
            guard !isFenced else { return end() }
            let ruling: Ruling
            do {
                ruling = try transaction.perform(in: tables, by: rules, at: clock())
            } catch {
                tables.rollBack()
                throw error
            }
            tables.commit()
            await meanwhile(&self, true)
            goOn(after: .stored(ruling), at: clock())
        case .exchange(let exchange):
            await meanwhile(&self, false)
            let event = await exchange.perform(by: rules)
            await meanwhile(&self, true)
            goOn(after: event, at: clock())
        }
    }

    /// Ends the process, and starts another one on the same store.
    package mutating func restart() {
        end()
        (pace, isFenced) = (Pace(backoff), false)
    }

    /// Ends the run where it is.
    package mutating func end() {
        (core, effect) = (nil, nil)
    }

    /// Whether the effect after an event begins nothing.
    ///
    /// A write that is noted as sent is sent, and read where the response says too little: otherwise, the next run would
    /// ask what became of it.
    private func finishes(_ event: SyncEvent) -> Bool {
        switch (event, effect) {
        case (_, .exchange(.list)): false
        case (.stored, _), (_, .exchange(.read)): true
        default: !(effect?.isExchange ?? false)
        }
    }

    private mutating func goOn(after event: SyncEvent, at now: Date) {
        let isStopped = isStopped || deadline.map { now >= $0 } ?? false
        effect = core?.next(after: event, at: now, isStopped: isStopped)
        if isStopped, !finishes(event) { hasBegunTooLate = true }
        guard let core else { return }
        report = core.report
        guard effect == nil else { return }
        pace = core.pace
        self.core = nil
    }
}

extension SyncEffect {
    /// Whether it is a request.
    fileprivate var isExchange: Bool {
        guard case .exchange = self else { return false }
        return true
    }
}
