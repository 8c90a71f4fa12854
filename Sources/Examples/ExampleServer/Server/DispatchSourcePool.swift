import Dispatch
package import FlyingSocks

/// Waits for sockets of a server without blocking a thread.
///
/// Each of FlyingFox's own pools blocks one Dispatch thread while the server runs. Dispatch has 255
/// of them. With as many servers in one process, which parallel tests start, none is left for
/// URLSession, and everything hangs.
package struct DispatchSourcePool: AsyncSocketPool {
    private static let queue = DispatchQueue(label: "repogen.loopback")

    /// Creates a pool.
    package init() {}

    /// Does nothing: there is nothing to open.
    package func prepare() {}

    /// Returns when its task is cancelled.
    ///
    /// - Throws: `CancellationError` then.
    package func run() async throws {
        while true { try await Task.sleep(for: .seconds(86_400)) }
    }

    /// Waits until a socket is ready.
    ///
    /// - Parameters:
    ///   - socket: The socket, which must not be closed meanwhile: cancel the task first.
    ///   - events: The events to wait for: readable or writable.
    /// - Throws: `CancellationError` if the task is cancelled.
    package func suspendSocket(
        _ socket: Socket,
        untilReadyFor events: Socket.Events
    ) async throws {
        // Safe: a source can be cancelled from any thread, and nothing else is shared.
        nonisolated(unsafe) let source = Self.source(
            of: socket.file.rawValue,
            writes: events.contains(.write)
        )
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                // Resume only now: afterwards, the descriptor may be closed and reused.
                source.setCancelHandler { continuation.resume() }
                source.activate()
            }
        } onCancel: {
            source.cancel()
        }
        try Task.checkCancellation()
    }

    private static func source(of descriptor: Int32, writes: Bool) -> any DispatchSourceProtocol {
        writes
            ? DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
            : DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    }
}
