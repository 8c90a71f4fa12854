/// A SplitMix64 generator: it gives the same numbers in every run.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The current state.
    package var state: UInt64

    /// Creates a generator.
    ///
    /// - Parameter state: The seed.
    public init(state: UInt64) {
        self.state = state
    }

    /// Returns the next number.
    ///
    /// - Returns: Any number.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

extension SeededGenerator {
    /// Returns true with a probability of one in a number of times.
    ///
    /// - Parameter times: The number of times.
    /// - Returns: Whether the event happens this time.
    public mutating func once(in times: Int) -> Bool {
        Int.random(in: 0..<times, using: &self) == 0
    }

    /// Returns a number in a range.
    ///
    /// - Parameter range: The range.
    /// - Returns: One of its numbers.
    public mutating func number(in range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &self)
    }

    /// Returns one of several choices.
    ///
    /// - Parameters:
    ///   - first: A choice.
    ///   - others: The other choices.
    /// - Returns: One of them.
    public mutating func choice<Choice>(_ first: Choice, _ others: Choice...) -> Choice {
        let index = number(in: 0...others.count)
        return index == 0 ? first : others[index - 1]
    }

    /// Returns one of several elements.
    ///
    /// - Parameter elements: The elements.
    /// - Returns: One of them; nil if there are none.
    public mutating func element<Element>(of elements: [Element]) -> Element? {
        elements.randomElement(using: &self)
    }
}
