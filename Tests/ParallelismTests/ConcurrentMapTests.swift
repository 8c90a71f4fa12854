import Parallelism
import Testing

@Suite struct ConcurrentMapTests {
    private struct Odd: Error, Equatable { let number: Int }

    @Test("results come in the order of the elements", arguments: [0, 1, 32, 33, 1_000])
    func order(count: Int) {
        let numbers = Array(0..<count)
        #expect(numbers.concurrentMap { $0 * 2 } == numbers.map { $0 * 2 })
    }

    @Test("the error is that of the first element that has one")
    func firstError() {
        #expect(throws: Odd(number: 401)) {
            try Array(0..<1_000).concurrentMap(chunk: 7) { number throws(Odd) in
                if number > 400, !number.isMultiple(of: 2) { throw Odd(number: number) }
                return number
            }
        }
    }

    @Test("a value is made while the caller goes on, and is the same each time")
    func background() {
        let value = BackgroundValue { (1...100).reduce(0, +) }
        #expect(value.value == 5050)
        #expect(value.value == 5050)
    }
}
