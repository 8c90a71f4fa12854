#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What tells the time to a synchronization, and waits: a test can have its own.
public protocol SyncClock: Sendable {
    /// The time of day.
    var now: Date { get }

    /// Waits until a time.
    ///
    /// - Parameter date: The time; one that has passed is no wait.
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    func sleep(until date: Date) async throws
}

/// The clock of the system.
public struct SystemClock: SyncClock {
    /// Creates the clock.
    public init() {}

    /// The time of day.
    public var now: Date { Date() }

    /// Waits until a time.
    ///
    /// - Parameter date: The time; one that has passed is no wait.
    /// - Throws: `CancellationError` where the task is cancelled meanwhile.
    public func sleep(until date: Date) async throws {
        let seconds = date.timeIntervalSinceNow
        guard seconds > 0 else { return try Task.checkCancellation() }
        try await Task.sleep(for: .seconds(min(seconds, 31_536_000)))
    }
}
