/// The delays between attempts: exponential backoff with jitter, so that clients do not all retry
/// at once.
public struct Backoff: Sendable {
    /// The delay after the first attempt.
    public var first: Duration
    /// The factor between one delay and the next.
    public var factor: Double
    /// The maximum delay, unless the server asks for a longer one.
    public var longest: Duration
    /// The fraction of a delay that is random, from 0 to 1.
    public var spread: Double
    /// Returns a random number from 0 to 1.
    public var jitter: @Sendable () -> Double

    /// The maximum delay that synchronization accepts from a server: six hours.
    ///
    /// A longer delay is cut to this, because the clock of the server or of a proxy may be wrong.
    public static let longestAsked = Duration.seconds(21_600)

    /// Creates a backoff.
    ///
    /// - Parameters:
    ///   - first: The delay after the first attempt.
    ///   - factor: The factor between one delay and the next.
    ///   - longest: The maximum delay, unless the server asks for a longer one.
    ///   - spread: The fraction of a delay that is random, from 0 to 1; half by default.
    ///   - jitter: Returns a random number from 0 to 1.
    public init(
        first: Duration = .seconds(1),
        factor: Double = 2,
        longest: Duration = .seconds(300),
        spread: Double = 0.5,
        jitter: @escaping @Sendable () -> Double = { Double.random(in: 0...1) }
    ) {
        self.first = first
        self.factor = factor
        self.longest = longest
        self.spread = spread
        self.jitter = jitter
    }

    /// Returns the delay before the next attempt.
    ///
    /// A part of the delay is random, see ``Backoff/spread``. The delay is at least as long as the
    /// server asks for.
    ///
    /// - Parameters:
    ///   - attempts: The number of attempts so far.
    ///   - retryAfter: The delay that the server asks for.
    /// - Returns: The delay.
    public func delay(afterAttempts attempts: Int, retryAfter: Duration? = nil) -> Duration {
        var growth = 1.0
        for _ in 1..<min(max(1, attempts), 64) { growth *= max(1, factor) }
        let seconds = min(first.inSeconds * growth, longest.inSeconds)
        let spread = min(max(spread, 0), 1)
        let jittered = seconds * (1 - spread + spread * min(max(jitter(), 0), 1))
        return .seconds(max(jittered, retryAfter?.inSeconds ?? 0))
    }
}

extension Duration {
    /// The duration in seconds, including the fraction.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// The duration, at most a year, so that its sum with an instant cannot overflow.
    package var limited: Duration { min(self, .seconds(31_536_000)) }
}
