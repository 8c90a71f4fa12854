public import RepositoryRuntime

/// What somebody has won.
public struct GameScore: ScalarRepresentable, Comparable {
    /// The points.
    public let scalar: Int

    /// Makes a score of its points.
    public init(scalar: Int) {
        self.scalar = scalar
    }

    /// Whether somebody else has won more.
    public static func < (left: GameScore, right: GameScore) -> Bool {
        left.scalar < right.scalar
    }
}
