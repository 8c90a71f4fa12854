import Foundation
import RepositoryRuntime

/// A clock on which every wait ends immediately, and advances the time.
final class JumpingClock: SyncClock {
    private let time = Box(Date(timeIntervalSince1970: 1_800_000_000))
    private let slept = Box<[TimeInterval]>([])

    /// The durations of all waits.
    var waits: [TimeInterval] { slept.withLock { $0 } }

    var now: Date { time.withLock { $0 } }

    /// Advances the time.
    func advance(by seconds: TimeInterval) {
        time.withLock { $0.addTimeInterval(seconds) }
    }

    func sleep(until date: Date) async throws {
        try Task.checkCancellation()
        let wait = time.withLock { now in
            defer { now = max(now, date) }
            return date.timeIntervalSince(now)
        }
        slept.withLock { $0.append((wait * 1_000).rounded() / 1_000) }
    }
}

/// An event that occurs once, with any number of waiting tasks.
actor Signal {
    private var isGiven = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Resumes all waiting tasks, and later ones, too.
    func give() {
        isGiven = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    /// Waits for it, ignoring cancellation.
    func wait() async {
        if isGiven { return }
        await withCheckedContinuation { waiting.append($0) }
    }
}

/// Holds tasks until a number of them has arrived.
actor Barrier {
    private let count: Int
    private var arrived = 0
    private let all = Signal()

    init(_ count: Int) {
        self.count = count
    }

    func arrive() async {
        arrived += 1
        if arrived == count { await all.give() }
        await all.wait()
    }
}

/// Runs code before each exchange, and after it.
struct Around: NetworkingMiddleware {
    var stage = MiddlewareStage.exchange
    var before: @Sendable (NetworkingRequest) async -> Void = { _ in }
    var after: @Sendable (NetworkingRequest) async -> Void = { _ in }

    func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        await before(request)
        do throws(NetworkingError) {
            let response = try await next.send(request)
            await after(request)
            return response
        } catch {
            await after(request)
            throw error
        }
    }
}

/// Waits until a condition becomes true.
func until(_ condition: () async -> Bool) async throws {
    while !(await condition()) {
        try await Task.sleep(for: .milliseconds(2))
    }
}
