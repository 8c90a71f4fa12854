public import Foundation
public import RepositoryRuntime

/// A clock that stands still until it is told to go on.
public final class ManualClock: SyncClock {
    private struct State {
        var now: Date
        var waiting: [UUID: (until: Date, CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<UUID> = []
    }

    private let state: Locked<State>

    /// Creates a clock.
    ///
    /// - Parameter now: The time that it tells.
    public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        state = Locked(State(now: now))
    }

    /// The time that it tells.
    public var now: Date {
        state.withLock { $0.now }
    }

    /// Goes on, and wakes all that waited for a time that has come.
    ///
    /// - Parameter duration: How far.
    public func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let woken = state.withLock { state in
            state.now.addTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
            let woken = state.waiting.filter { $0.value.until <= state.now }
            for id in woken.keys { state.waiting[id] = nil }
            return woken.values.map(\.1)
        }
        for continuation in woken { continuation.resume() }
    }

    /// How many wait for a time to come.
    public var sleepers: Int {
        state.withLock { $0.waiting.count }
    }

    /// Waits until it was told to go on to a time.
    ///
    /// - Parameter date: The time; one that has passed is no wait.
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    public func sleep(until date: Date) async throws {
        try Task.checkCancellation()
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
                    if date <= state.now { return .success(()) }
                    state.waiting[id] = (date, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                let waiting = state.waiting.removeValue(forKey: id)
                if waiting == nil { state.cancelled.insert(id) }
                return waiting?.1
            }
            waiting?.resume(throwing: CancellationError())
        }
    }
}
