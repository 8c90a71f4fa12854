package import Foundation

/// Work that blocks or computes for long, away from the threads that tests share.
///
/// Swift's concurrency has as many threads as the machine has cores. A test that blocks one, waiting
/// for a process or reading large bodies, would keep the tests that wait for a server from going on.
package enum BackgroundWork {
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        return queue
    }()

    /// Does some work on a thread of its own, as much at a time as the machine has cores.
    ///
    /// - Parameter work: The work.
    /// - Returns: Its result.
    /// - Throws: Its error.
    package static func run<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            queue.addOperation {
                continuation.resume(with: Result(catching: work))
            }
        }
    }

    /// Waits for a semaphore that something on another thread signals.
    ///
    /// - Parameter semaphore: The semaphore.
    package static func wait(for semaphore: DispatchSemaphore) async {
        await withCheckedContinuation { continuation in
            queue.addOperation {
                semaphore.wait()
                continuation.resume()
            }
        }
    }
}
