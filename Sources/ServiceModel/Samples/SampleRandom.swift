/// Random numbers derived from a seed and the names of their subjects.
package struct SampleRandom: Sendable {
    private var state: UInt64

    /// Creates a source of numbers.
    ///
    /// - Parameter state: The initial state: the same state gives the same numbers.
    package init(state: UInt64) {
        self.state = state
    }

    /// Creates a source of numbers.
    ///
    /// - Parameters:
    ///   - seed: The seed of all samples.
    ///   - names: The names of the subject: the same names give the same numbers.
    init(seed: UInt64, _ names: String...) {
        // FNV-1a, for the same result in each process.
        state = seed ^ 0xCBF2_9CE4_8422_2325
        for name in names {
            for byte in name.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            state = (state ^ 0xFF) &* 0x0000_0100_0000_01B3
        }
    }

    /// The next number (SplitMix64).
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// An integer in a range.
    mutating func number(in range: ClosedRange<Int>) -> Int {
        let (width, isFull) = range.upperBound.subtractingReportingOverflow(range.lowerBound)
        guard !isFull, width < Int.max else { return Int(truncatingIfNeeded: next() >> 1) }
        return range.lowerBound + Int(next() % UInt64(width + 1))
    }

    /// An element of an array; nil if the array is empty.
    mutating func element<Element>(of list: [Element]) -> Element? {
        list.isEmpty ? nil : list[number(in: 0...(list.count - 1))]
    }
}
