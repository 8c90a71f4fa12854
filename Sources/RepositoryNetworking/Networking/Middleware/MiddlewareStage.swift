/// The position of a middleware between the caller and the network.
///
/// The order matters, so each middleware declares its own stage. The order in which they are listed
/// does not count:
///
/// | stage, from the caller to the network | reason for the position |
/// |---|---|
/// | ``caller`` | sees each request once, with its final outcome |
/// | ``authorization`` | adds the credential, so that later stages can tell users apart |
/// | ``cache`` | a cached response needs no exchange, so nothing to share, retry or log |
/// | ``sharing`` | callers waiting for the same response share one series of attempts |
/// | ``retry`` | repeats only the exchange itself |
/// | ``exchange`` | sees each attempt on its way to the network, and its response |
public struct MiddlewareStage: Hashable, Comparable, Sendable {
    private let rank: Int

    /// Next to the caller; the default.
    public static let caller = MiddlewareStage(rank: 0)
    /// Adds credentials.
    public static let authorization = MiddlewareStage(rank: 100)
    /// Caches responses.
    public static let cache = MiddlewareStage(rank: 200)
    /// Merges equal reads in flight.
    public static let sharing = MiddlewareStage(rank: 300)
    /// Retries failures.
    public static let retry = MiddlewareStage(rank: 400)
    /// Next to the network.
    public static let exchange = MiddlewareStage(rank: 500)

    /// Returns a position just before another, nearer to the caller.
    ///
    /// - Parameter stage: The other.
    /// - Returns: The position.
    public static func before(_ stage: MiddlewareStage) -> MiddlewareStage {
        MiddlewareStage(rank: stage.rank - 1)
    }

    /// Returns a position just after another, nearer to the network.
    ///
    /// - Parameter stage: The other.
    /// - Returns: The position.
    public static func after(_ stage: MiddlewareStage) -> MiddlewareStage {
        MiddlewareStage(rank: stage.rank + 1)
    }

    /// Returns whether one position is nearer to the caller than another.
    public static func < (lhs: MiddlewareStage, rhs: MiddlewareStage) -> Bool {
        lhs.rank < rhs.rank
    }
}
