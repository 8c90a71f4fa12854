public import Foundation

/// A clock that tells the time and sleeps; tests can substitute their own.
public protocol SyncClock: Sendable {
    /// The current time.
    var now: Date { get }

    /// Sleeps until a time.
    ///
    /// - Parameter date: The time; returns at once if it has passed.
    /// - Throws: `CancellationError` if the task is cancelled.
    func sleep(until date: Date) async throws
}

/// The system clock.
public struct SystemClock: SyncClock {
    /// Creates the clock.
    public init() {}

    /// The current time.
    public var now: Date { Date() }

    /// Sleeps until a time.
    ///
    /// - Parameter date: The time; returns at once if it has passed.
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until date: Date) async throws {
        let seconds = date.timeIntervalSinceNow
        guard seconds > 0 else { return try Task.checkCancellation() }
        try await Task.sleep(for: .seconds(min(seconds, 31_536_000)))
    }
}
