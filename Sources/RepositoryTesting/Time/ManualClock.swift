public import Foundation
public import RepositoryRuntime

/// A clock that only advances when told to.
public final class ManualClock: SyncClock {
    private struct State {
        var now: Date
        var waiting: [UUID: (until: Date, CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<UUID> = []
    }

    private let state: Locked<State>

    /// Creates a clock.
    ///
    /// - Parameter now: The initial time.
    public init(now: Date = Date(timeIntervalSince1970: 1_800_000_000)) {
        state = Locked(State(now: now))
    }

    /// The current time.
    public var now: Date {
        state.withLock { $0.now }
    }

    /// Advances the clock, and wakes up all tasks whose time has come.
    ///
    /// - Parameter duration: The duration to advance by.
    public func advance(by duration: Duration) {
        let woken = state.withLock { state in
            state.now.addTimeInterval(duration.inSeconds)
            let woken = state.waiting.filter { $0.value.until <= state.now }
            for id in woken.keys { state.waiting[id] = nil }
            return woken.values.map(\.1)
        }
        for continuation in woken { continuation.resume() }
    }

    /// The number of sleeping tasks.
    public var sleepers: Int {
        state.withLock { $0.waiting.count }
    }

    /// Waits until the clock has reached a time.
    ///
    /// - Parameter date: The time; if it has passed, this returns immediately.
    /// - Throws: `CancellationError` if the task is cancelled meanwhile.
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
