/// The faults and other random events of a run: the seed determines a number for each occasion.
///
/// Each occasion has its own number, so muting one does not change the others. This is how the shrinker finds the
/// shortest run that still violates a guarantee.
package struct SimulationPlan: Sendable {
    private let seed: UInt64
    /// The occasions at which nothing happens.
    package var muted: Set<Int>
    /// The number of occasions so far.
    package private(set) var count = 0

    /// Creates a plan.
    ///
    /// - Parameters:
    ///   - seed: Determines the numbers.
    ///   - muted: The occasions at which nothing happens.
    package init(seed: UInt64, muted: Set<Int> = []) {
        self.seed = seed
        self.muted = muted
    }

    /// Returns the random numbers for the next occasion; nil if nothing happens.
    mutating func next() -> SplitMix? {
        count += 1
        guard !muted.contains(count) else { return nil }
        var mix = SplitMix(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(count))
        return SplitMix(seed: mix.next())
    }
}
