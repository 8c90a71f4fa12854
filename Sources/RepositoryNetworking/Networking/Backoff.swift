/// How long a write waits before it is sent again: each time longer, and never quite as long as
/// others, so that not all come back at once.
public struct Backoff: Sendable {
    /// The wait after the first attempt.
    public var first: Duration
    /// How much longer each wait is than the one before.
    public var factor: Double
    /// The longest wait, unless the server asks for more.
    public var longest: Duration
    /// The part of a wait that chance decides, from 0 to 1.
    public var spread: Double
    /// A number from 0 to 1, another one each time.
    public var jitter: @Sendable () -> Double

    /// The longest wait that a server can ask a synchronization for: six hours.
    ///
    /// It is then asked again, whatever it has said: its clock, or what is before it, may be wrong.
    public static let longestAsked = Duration.seconds(21_600)

    /// Creates a backoff.
    ///
    /// - Parameters:
    ///   - first: The wait after the first attempt.
    ///   - factor: How much longer each wait is than the one before.
    ///   - longest: The longest wait, unless the server asks for more.
    ///   - spread: The part of a wait that chance decides, from 0 to 1: half of it by default.
    ///   - jitter: A number from 0 to 1, another one each time.
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

    /// How long to wait.
    ///
    /// From the part that chance does not decide to the whole; what the server asks for is the least.
    ///
    /// - Parameters:
    ///   - attempts: How often it was sent.
    ///   - retryAfter: What the server asks for.
    /// - Returns: The wait.
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
    /// The duration in seconds, with their fraction.
    package var inSeconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }
}
