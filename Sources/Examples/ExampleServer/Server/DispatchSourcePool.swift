import Dispatch
package import FlyingSocks

/// Lets the sockets of a server wait without that a thread waits.
///
/// FlyingFox's own pools hold one thread of Dispatch each, blocked, as long as the server runs. Dispatch
/// has 255 of them: with as many servers in one process, as tests start that run side by side, none is
/// left for URLSession, and all stands still.
package struct DispatchSourcePool: AsyncSocketPool {
    private static let queue = DispatchQueue(label: "repogen.loopback")

    /// Creates a pool.
    package init() {}

    /// Does nothing: there is nothing to be opened.
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
    ///   - socket: The socket, which nobody may close meanwhile: cancel the task, and close it then.
    ///   - events: What it waits for: to be read, or to be written.
    /// - Throws: `CancellationError` where the task is cancelled.
    package func suspendSocket(
        _ socket: Socket,
        untilReadyFor events: Socket.Events
    ) async throws {
        // Safe: Dispatch lets any thread cancel a source, and nothing else is shared.
        nonisolated(unsafe) let source = Self.source(
            of: socket.file.rawValue,
            writes: events.contains(.write)
        )
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                source.setEventHandler { source.cancel() }
                // Not before: the descriptor may be closed, and be another one's, as soon as it goes on.
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
