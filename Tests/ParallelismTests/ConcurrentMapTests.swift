import Parallelism
import Testing

@Suite struct ConcurrentMapTests {
    private struct Odd: Error, Equatable { let number: Int }

    @Test("results are in the order of the elements", arguments: [0, 1, 32, 33, 1_000])
    func order(count: Int) {
        let numbers = Array(0..<count)
        #expect(numbers.concurrentMap { $0 * 2 } == numbers.map { $0 * 2 })
    }

    @Test("the error is that of the first failing element")
    func firstError() {
        #expect(throws: Odd(number: 401)) {
            try Array(0..<1_000).concurrentMap(chunk: 7) { number throws(Odd) in
                if number > 400, !number.isMultiple(of: 2) { throw Odd(number: number) }
                return number
            }
        }
    }

    @Test(
        "the state of a core is passed from element to element, and every element is processed once"
    )
    func state() {
        let seen = Array(0..<1_000).concurrentMap(chunk: 10, with: { 0 }) { count, number in
            count += 1
            return (number: number, count: count)
        }
        #expect(seen.map(\.number) == Array(0..<1_000))
        let cores = seen.filter { $0.count == 1 }.count
        #expect(cores <= 100)
        #expect(seen.allSatisfy { $0.count > 1 || $0.number.isMultiple(of: 10) })
    }

    @Test("a value is made in the background, and is the same each time")
    func background() {
        let value = BackgroundValue { (1...100).reduce(0, +) }
        #expect(value.value == 5050)
        #expect(value.value == 5050)
    }
}
