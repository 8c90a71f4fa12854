package import Foundation
package import RepositoryRuntime

/// A client as a value: its store, and the state of a synchronizer run between two effects.
///
/// A copy continues independently, so that a search can try everything that may happen next.
package struct SimulatedClient {
    /// The client's store, which survives a crash of its process.
    package private(set) var tables: MemoryTables
    private let backoff = Backoff(jitter: { 1 })
    private let collections: [RemoteCollection]
    private var rules: SyncRules
    private var pace: Pace
    private var core: SyncCore?
    /// The next effect of the run; nil between runs.
    package private(set) var effect: SyncEffect?
    /// The report of the current or last run.
    package private(set) var report = SyncReport()
    /// Whether another process has taken over the store, so that this one must not write anymore.
    package var isFenced = false
    /// Whether the run is to end as soon as the results of started operations are stored.
    package var isStopped = false
    /// The time after which the run starts nothing new; nil if it has no deadline.
    package var deadline: Date?
    /// Whether a run has sent a request although it had to end.
    package private(set) var hasBegunTooLate = false

    /// Creates a client in a new process.
    ///
    /// - Parameters:
    ///   - tables: The contents of its store.
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

    /// Returns an independent copy.
    package func copy() -> SimulatedClient {
        var copy = self
        copy.tables = tables.copy()
        return copy
    }

    /// Writes to the store in one transaction, as the app does.
    ///
    /// - Parameter body: Performs the writes.
    /// - Returns: The result of the body; nil if it throws, which rolls back the transaction.
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

    /// Starts a run.
    ///
    /// - Parameters:
    ///   - now: The current time.
    ///   - pulls: Whether the run also pulls.
    ///   - isByHand: Whether the user has requested it; otherwise, writes wait for the end of their backoff.
    package mutating func synchronize(at now: Date, pulls: Bool = true, isByHand: Bool = true) {
        rules = Self.rules(collections, backoff, isByHand: isByHand)
        isStopped = false
        deadline = nil
        pace.begin(at: now)
        core = SyncCore(pulling: pulls, from: 0, rules, pace, at: now)
        goOn(after: .began, at: now)
    }

    /// Executes the next effect of the run.
    ///
    /// - Parameters:
    ///   - clock: Returns the current time; it may advance during a request.
    ///   - meanwhile: Called while the client waits: before a request reaches the server and afterwards, and after a
    ///     transaction.
    /// - Throws: `StorageError` if a transaction fails.
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

    /// Crashes the process, and starts another one with the same store.
    package mutating func restart() {
        end()
        (pace, isFenced) = (Pace(backoff), false)
    }

    /// Ends the run at once.
    package mutating func end() {
        (core, effect) = (nil, nil)
    }

    /// Whether the effect after an event starts nothing new.
    ///
    /// A write that is recorded as sent is still sent, and its entity is read if the response does not suffice:
    /// otherwise, the next run would have to determine its outcome.
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
    /// Whether the effect is a request.
    fileprivate var isExchange: Bool {
        guard case .exchange = self else { return false }
        return true
    }
}
