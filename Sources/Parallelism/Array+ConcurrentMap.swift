import Dispatch
import Foundation

extension Array where Element: Sendable {
    /// Returns the results of a function for all elements, in their order, computed on all cores.
    ///
    /// - Parameters:
    ///   - chunk: The number of elements that justify a thread.
    ///   - transform: The function, which must not depend on the order in which it is called.
    /// - Returns: A result for each element.
    /// - Throws: The error of the first element that has one.
    package func concurrentMap<Result: Sendable, Failure: Error>(
        chunk: Int = 32,
        _ transform: @Sendable (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        try concurrentMap(chunk: chunk, with: {}) { _, element throws(Failure) in
            try transform(element)
        }
    }

    /// Returns the results of a function for all elements, in their order, computed on all cores,
    /// with a state for each core.
    ///
    /// - Parameters:
    ///   - chunk: The number of elements that justify a thread.
    ///   - makeState: Makes the initial state of a core, such as an empty cache.
    ///   - transform: The function. Its result must depend on the element alone, not on earlier
    ///     elements in
    ///     the state or on the order of calls.
    /// - Returns: A result for each element.
    /// - Throws: The error of the first element that has one.
    package func concurrentMap<State, Result: Sendable, Failure: Error>(
        chunk: Int = 32,
        with makeState: @Sendable () -> State,
        _ transform: @Sendable (inout State, Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        let chunks = stride(from: 0, to: count, by: chunk).map { start in
            self[start..<Swift.min(start + chunk, count)]
        }
        let turns = Turns(count: chunks.count)
        var outcomes: [Swift.Result<[Result], Failure>?] = Array<_>(
            repeating: nil,
            count: chunks.count
        )
        outcomes.withUnsafeMutableBufferPointer { buffer in
            // Each turn is taken once and writes only the slot of its number, and all turns end
            // before any slot is read.
            nonisolated(unsafe) let slots = buffer
            let cores = ProcessInfo.processInfo.activeProcessorCount
            DispatchQueue.concurrentPerform(iterations: Swift.min(chunks.count, cores)) { _ in
                var state = makeState()
                while let turn = turns.next() {
                    slots[turn] = Swift.Result { () throws(Failure) in
                        try chunks[turn].map { element throws(Failure) in
                            try transform(&state, element)
                        }
                    }
                }
            }
        }
        var results: [Result] = []
        results.reserveCapacity(count)
        for outcome in outcomes {
            guard let outcome else { preconditionFailure("every turn fills its slot") }
            results += try outcome.get()
        }
        return results
    }
}

/// The numbers from 0, each handed out once.
// Unchecked, and safe: `rest` is private and touched only under the lock.
private final class Turns: @unchecked Sendable {
    private let lock = NSLock()
    private var rest: Range<Int>

    init(count: Int) {
        rest = 0..<count
    }

    /// The next number; nil when all are taken.
    func next() -> Int? {
        lock.withLock { rest.popFirst() }
    }
}
