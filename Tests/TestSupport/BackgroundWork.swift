package import Foundation

/// Runs work that blocks or computes for a long time outside of the threads that tests share.
///
/// Swift's concurrency has as many threads as the machine has cores. A test that blocks one, for
/// example to wait for a process or to read large bodies, would delay the tests that wait for a
/// server.
package enum BackgroundWork {
    private static let queue: OperationQueue = {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = ProcessInfo.processInfo.activeProcessorCount
        return queue
    }()

    /// Runs work on a separate thread, at most as much at once as the machine has cores.
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

    /// Waits for a semaphore that another thread signals.
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
