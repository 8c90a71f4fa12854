/// What goes wrong in a run, and when: a number for each occasion, which the seed gives.
///
/// Each occasion has its own number, so that muting one changes none of the others: that is how the
/// shortest run is found that still breaks a promise.
package struct SimulationPlan: Sendable {
    private let seed: UInt64
    /// The occasions at which nothing happens.
    package var muted: Set<Int>
    /// How many occasions there were.
    package private(set) var count = 0

    /// Makes a plan.
    ///
    /// - Parameters:
    ///   - seed: What gives the numbers.
    ///   - muted: The occasions at which nothing happens.
    package init(seed: UInt64, muted: Set<Int> = []) {
        self.seed = seed
        self.muted = muted
    }

    /// What happens at the next occasion; nil for nothing.
    mutating func next() -> SplitMix? {
        count += 1
        guard !muted.contains(count) else { return nil }
        var mix = SplitMix(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(count))
        return SplitMix(seed: mix.next())
    }
}
