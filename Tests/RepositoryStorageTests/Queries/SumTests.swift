import Foundation
import RepositoryRuntime
import Testing

/// Sums that do not depend on the order, and cannot overflow in between.
@Suite struct SumTests {
    @Test("a sum is rounded once, at the end")
    func rounded() {
        let cases: [([Double], Double)] = [
            ([], 0), ([0.1], 0.1), ([0.1, 0.2, 0.3], 0.6), ([1e16, 1, -1e16], 1),
            ([1e300, 1, -1e300, 1e-300], 1), (Array(repeating: 0.1, count: 10), 1),
            ([1, 0x1p-53, 0x1p-106], 1 + 0x1p-52), ([1, 0x1p-53], 1), ([-1.5, 1.5], 0),
            ([.leastNonzeroMagnitude, .leastNonzeroMagnitude], 2 * .leastNonzeroMagnitude),
        ]
        for (numbers, expected) in cases {
            var sum = ExactSum()
            for number in numbers { sum.add(number) }
            #expect(sum.rounded == expected, "\(numbers)")
        }
    }

    @Test("order and grouping of the numbers do not affect the sum")
    func order() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<500 {
            var numbers = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Double.random(in: -1...1, using: &random)
                    * pow(2, Double(Int.random(in: -300...300, using: &random)))
            }
            var sum = ExactSum()
            for number in numbers { sum.add(number) }
            numbers.shuffle(using: &random)
            let middle = numbers.count / 2
            var first = ExactSum()
            for number in numbers[..<middle] { first.add(number) }
            var second = ExactSum()
            for number in numbers[middle...] { second.add(number) }
            first.add(ExactSum(parts: second.parts))
            #expect(first.rounded == sum.rounded, "\(numbers)")
        }
    }

    @Test("a sum is infinite only if the result is too large")
    func tooLarge() {
        var sum = ExactSum()
        for _ in 0..<3 { sum.add(Double.greatestFiniteMagnitude) }
        sum.add(1)
        #expect(sum.rounded == .infinity)
        for _ in 0..<3 { sum.add(-Double.greatestFiniteMagnitude) }
        #expect(sum.rounded == 1)
        #expect(ExactSum(parts: sum.parts).rounded == 1)
    }

    @Test("integer sums are checked for overflow only at the end")
    func integers() {
        var sum = WideSum()
        for _ in 0..<3 { sum.add(Int64.max) }
        #expect(sum.integer == nil)
        #expect(sum.double == 3 * 0x1p63)
        for _ in 0..<3 { sum.add(Int64.min) }
        #expect(sum.integer == -3)
        sum.add(UInt64.max)
        #expect(sum.integer == nil)
        var other = WideSum()
        for _ in 0..<2 { other.add(Int64.min) }
        sum.add(other)
        #expect(sum.integer == -4)
    }

    @Test("the sum of the halves equals the sum of the integers")
    func halves() {
        var random = SeededRandom(seed: 11)
        for _ in 0..<500 {
            let numbers = (0..<5).map { _ in Int64.random(in: .min ... .max, using: &random) >> 4 }
            var sum = WideSum()
            for number in numbers { sum.add(number) }
            let high = numbers.reduce(0) { $0 + ($1 >> 32) }
            let low = numbers.reduce(0) { $0 + ($1 & 0xFFFF_FFFF) }
            #expect(WideSum(high: high, low: low) == sum)
            #expect(sum.integer == numbers.reduce(0) { $0 + Int($1) })
        }
    }
}
