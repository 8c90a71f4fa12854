import Dispatch

extension Array where Element: Sendable {
    /// The results of a function for all elements, in their order, made on all cores.
    ///
    /// - Parameters:
    ///   - chunk: How many elements are worth a thread's while.
    ///   - transform: The function, which must not depend on the order in which it is called.
    /// - Returns: A result for each element.
    /// - Throws: The error of the first element that has one.
    package func concurrentMap<Result: Sendable, Failure: Error>(
        chunk: Int = 32,
        _ transform: @Sendable (Element) throws(Failure) -> Result
    ) throws(Failure) -> [Result] {
        guard count > chunk else { return try map(transform) }
        let chunks = stride(from: 0, to: count, by: chunk).map { start in
            self[start..<Swift.min(start + chunk, count)]
        }
        var outcomes: [Swift.Result<[Result], Failure>?] = Array<_>(
            repeating: nil,
            count: chunks.count
        )
        outcomes.withUnsafeMutableBufferPointer { buffer in
            // Each iteration writes the one slot of its number, and all have ended before any is read.
            nonisolated(unsafe) let slots = buffer
            DispatchQueue.concurrentPerform(iterations: chunks.count) { index in
                slots[index] = Swift.Result { () throws(Failure) in try chunks[index].map(transform)
                }
            }
        }
        var results: [Result] = []
        results.reserveCapacity(count)
        for outcome in outcomes {
            guard let outcome else { preconditionFailure("every iteration fills its slot") }
            results += try outcome.get()
        }
        return results
    }
}
