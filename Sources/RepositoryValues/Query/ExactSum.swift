/// A sum of floating-point numbers that is rounded once and independent of the order of addition.
package struct ExactSum: Hashable, Sendable {
    private var sum = Expansion()
    /// The sum of numbers that could overflow in between, divided by ``scale``.
    private var large = Expansion()

    private static let scale = 0x1p128
    private static let limit = 0x1p960

    /// Creates an empty sum.
    package init() {}

    /// Creates a sum from the parts of another one.
    ///
    /// - Parameter parts: Its ``parts``.
    package init(parts: [Double]) {
        guard let count = parts.first else { return }
        sum.partials = Array(parts.dropFirst().prefix(Int(count)))
        large.partials = Array(parts.dropFirst(1 + Int(count)))
    }

    /// The parts for storage as numbers: the number of parts of the first sum, then those of both
    /// sums.
    package var parts: [Double] {
        [Double(sum.partials.count)] + sum.partials + large.partials
    }

    /// Adds a number.
    package mutating func add(_ number: Double) {
        if abs(number) < Self.limit {
            sum.add(number)
        } else {
            large.add(number / Self.scale)
        }
    }

    /// Adds another sum.
    package mutating func add(_ other: ExactSum) {
        for partial in other.sum.partials { sum.add(partial) }
        for partial in other.large.partials { large.add(partial) }
    }

    /// The sum, rounded to the nearest number; not finite if it is too large.
    package var rounded: Double {
        guard !large.partials.isEmpty else { return sum.rounded }
        var whole = large
        for partial in sum.partials { whole.add(partial / Self.scale) }
        return whole.rounded * Self.scale
    }
}

/// Non-overlapping numbers that represent a sum, as in Shewchuk's *Adaptive Precision
/// Floating-Point Arithmetic* (1997), and in Python's `math.fsum`.
private struct Expansion: Hashable, Sendable {
    /// In ascending order of magnitude.
    var partials: [Double] = []

    mutating func add(_ number: Double) {
        var rest = number
        var count = 0
        for index in partials.indices {
            let partial = partials[index]
            let (large, small) = abs(rest) < abs(partial) ? (partial, rest) : (rest, partial)
            let sum = large + small
            let lost = small - (sum - large)
            if lost != 0 {
                partials[count] = lost
                count += 1
            }
            rest = sum
        }
        partials.removeLast(partials.count - count)
        if rest != 0 { partials.append(rest) }
    }

    var rounded: Double {
        guard var sum = partials.last else { return 0 }
        var index = partials.count - 1
        while index > 0 {
            index -= 1
            let before = sum
            sum = before + partials[index]
            let lost = partials[index] - (sum - before)
            guard lost == 0 else {
                return index > 0 ? Self.rounding(sum, lost, partials[index - 1]) : sum
            }
        }
        return sum
    }

    /// Rounds a sum half way between two numbers, according to the lower parts.
    private static func rounding(_ sum: Double, _ lost: Double, _ next: Double) -> Double {
        guard lost < 0 && next < 0 || lost > 0 && next > 0 else { return sum }
        let doubled = lost * 2
        let other = sum + doubled
        return doubled == other - sum ? other : sum
    }
}

/// A sum of integers without overflow.
package struct WideSum: Hashable, Sendable {
    private var high: Int64 = 0
    private var low: UInt64 = 0

    /// Creates an empty sum.
    package init() {}

    /// Creates a sum from two parts.
    ///
    /// - Parameters:
    ///   - high: The multiple of 2^32.
    ///   - low: The number to add to it.
    package init(high: Int64, low: Int64) {
        for (part, shift) in [(high, 32 as UInt64), (low, 0)] {
            let wide = part.magnitude.multipliedFullWidth(by: 1 << shift)
            add(high: Int64(bitPattern: wide.high), low: wide.low, isNegative: part < 0)
        }
    }

    /// Adds an integer.
    package mutating func add(_ integer: some FixedWidthInteger) {
        add(high: 0, low: UInt64(integer.magnitude), isNegative: integer < 0)
    }

    /// Adds another sum.
    package mutating func add(_ other: WideSum) {
        add(high: other.high, low: other.low, isNegative: false)
    }

    private mutating func add(high: Int64, low: UInt64, isNegative: Bool) {
        if isNegative {
            let (difference, borrows) = self.low.subtractingReportingOverflow(low)
            self.low = difference
            self.high -= high + (borrows ? 1 : 0)
        } else {
            let (sum, carries) = self.low.addingReportingOverflow(low)
            self.low = sum
            self.high += high + (carries ? 1 : 0)
        }
    }

    /// The sum as an integer; nil if it does not fit.
    package var integer: Int? {
        switch high {
        case 0: Int(exactly: low)
        case -1 where low >= 1 << 63: Int(exactly: Int64(bitPattern: low))
        default: nil
        }
    }

    /// The sum, rounded.
    package var double: Double {
        if let integer { return Double(integer) }
        return Double(high) * 0x1p64 + Double(low)
    }
}
