/// Where a middleware stands between the caller and the network.
///
/// The order is not a matter of taste, so each middleware knows its own place, and the order in which
/// they are listed does not count:
///
/// | stage, from the caller to the network | why there |
/// |---|---|
/// | ``caller`` | sees what was asked, once, and what came of it all |
/// | ``authorization`` | says who asks, so that all below tell users apart; a new token sends again through all of them |
/// | ``cache`` | what is known needs no exchange, so nothing to share, repeat or log |
/// | ``sharing`` | those who wait for one answer have one series of attempts, not one each |
/// | ``retry`` | repeats nothing but the exchange itself |
/// | ``exchange`` | sees each attempt as it goes to the network, and what came back |
public struct MiddlewareStage: Hashable, Comparable, Sendable {
    private let rank: Int

    /// Next to the caller; where a middleware stands that does not say otherwise.
    public static let caller = MiddlewareStage(rank: 0)
    /// Where it is decided who asks.
    public static let authorization = MiddlewareStage(rank: 100)
    /// Where answers are kept.
    public static let cache = MiddlewareStage(rank: 200)
    /// Where equal reads in flight become one.
    public static let sharing = MiddlewareStage(rank: 300)
    /// Where failures are tried again.
    public static let retry = MiddlewareStage(rank: 400)
    /// Next to the network.
    public static let exchange = MiddlewareStage(rank: 500)

    /// The place just before another, nearer to the caller.
    ///
    /// - Parameter stage: The other.
    /// - Returns: The place.
    public static func before(_ stage: MiddlewareStage) -> MiddlewareStage {
        MiddlewareStage(rank: stage.rank - 1)
    }

    /// The place just after another, nearer to the network.
    ///
    /// - Parameter stage: The other.
    /// - Returns: The place.
    public static func after(_ stage: MiddlewareStage) -> MiddlewareStage {
        MiddlewareStage(rank: stage.rank + 1)
    }

    /// Whether one place is nearer to the caller than another.
    public static func < (lhs: MiddlewareStage, rhs: MiddlewareStage) -> Bool {
        lhs.rank < rhs.rank
    }
}
