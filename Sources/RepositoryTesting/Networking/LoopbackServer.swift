import Foundation
import RepositoryRuntime

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Darwin
#endif

extension ScriptedNetwork {
    /// Serves the script over real HTTP on loopback while a body runs.
    ///
    ///     try await network.serve { url in
    ///         let messages = MessageRepository(store: NetworkingSession(url: url))
    ///         …
    ///     }
    ///
    /// Requests that are not scripted get status 501.
    ///
    /// - Parameters:
    ///   - isolation: The actor on which the body runs; the caller's by default.
    ///   - body: Uses the server at the given base URL.
    /// - Returns: The return value of the body.
    /// - Throws: The error of the body, or an error of the system if no port can be opened.
    public func serve<Result>(
        isolation: isolated (any Actor)? = #isolation,
        _ body: (_ url: String) async throws -> Result
    ) async throws -> Result {
        let server = LoopbackServer(self)
        let url = try server.start()
        defer { server.stop() }
        return try await body(url)
    }
}

/// A small HTTP server with one thread per connection, which is sufficient for tests.
final class LoopbackServer: Sendable {
    private struct State {
        var listener: Int32 = -1
        var port: UInt16 = 0
        var isStopped = false
        var connections: [Int32: Task<Void, Never>?] = [:]
    }

    private let network: ScriptedNetwork
    private let state = Locked(State())

    init(_ network: ScriptedNetwork) {
        self.network = network
    }

    /// Listens on any free port of 127.0.0.1.
    ///
    /// - Returns: The base URL.
    func start() throws -> String {
        let listener = socket(AF_INET, Self.stream, 0)
        guard listener >= 0 else { throw Self.systemError }
        Self.keepFromChildren(listener)
        var address = Self.loopback(port: 0)
        let isBound = Self.withSocketAddress(&address) { bind(listener, $0, $1) == 0 }
        guard isBound, listen(listener, 128) == 0 else {
            let error = Self.systemError
            close(listener)
            throw error
        }
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = getsockname(listener, $0, &length)
            }
        }
        let port = UInt16(bigEndian: address.sin_port)
        state.withLock { state in
            state.listener = listener
            state.port = port
        }
        Thread.detachNewThread { self.accept(at: listener) }
        return "http://127.0.0.1:\(port)"
    }

    /// Stops listening, and ends all connections.
    func stop() {
        let port = state.withLock { state in
            state.isStopped = true
            for (connection, answering) in state.connections {
                answering?.cancel()
                // The reading thread closes it; a descriptor must not be closed twice.
                shutdown(connection, Int32(SHUT_RDWR))
            }
            return state.port
        }
        // Wakes up the accepting thread: nothing else does so on all systems.
        let wake = socket(AF_INET, Self.stream, 0)
        var address = Self.loopback(port: port)
        _ = Self.withSocketAddress(&address) { connect(wake, $0, $1) }
        close(wake)
    }

    private func accept(at listener: Int32) {
        while true {
            let descriptor = Self.nextConnection(at: listener)
            let isServed = state.withLock { state in
                guard !state.isStopped, descriptor >= 0 else { return false }
                state.connections[descriptor] = .some(nil)
                return true
            }
            guard isServed else {
                if descriptor >= 0 { close(descriptor) }
                if state.withLock({ $0.isStopped }) { break }
                // There may be no free descriptors for a moment.
                usleep(1000)
                continue
            }
            Self.keepFromChildren(descriptor)
            Thread.detachNewThread {
                self.serve(LoopbackConnection(descriptor))
                self.state.withLock { _ = $0.connections.removeValue(forKey: descriptor) }
                close(descriptor)
            }
        }
        close(listener)
    }

    /// Answers the requests of a connection in order.
    private func serve(_ connection: LoopbackConnection) {
        while let request = connection.readRequest() {
            guard let answer = answer(to: request, of: connection.descriptor),
                connection.write(answer, to: request)
            else { return }
        }
    }

    /// Waits for the answer on a dedicated thread.
    private func answer(
        to request: NetworkingRequest,
        of connection: Int32
    ) -> ScriptedNetwork.Answer? {
        let found = Locked<ScriptedNetwork.Answer?>(nil)
        let isDone = DispatchSemaphore(value: 0)
        let network = network
        state.withLock { state in
            let task = Task {
                let answer = await network.answer(to: request)
                if await network.wait(for: answer) { found.withLock { $0 = answer } }
                isDone.signal()
            }
            if state.isStopped { task.cancel() }
            state.connections[connection] = task
        }
        isDone.wait()
        return found.withLock { $0 }
    }

    // MARK: - Sockets

    private static var systemError: POSIXError {
        POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }

    private static func nextConnection(at listener: Int32) -> Int32 {
        #if canImport(Glibc)
        Glibc.accept(listener, nil, nil)
        #elseif canImport(Musl)
        Musl.accept(listener, nil, nil)
        #elseif canImport(Android)
        Android.accept(listener, nil, nil)
        #else
        Darwin.accept(listener, nil, nil)
        #endif
    }

    /// Otherwise a process that starts meanwhile would inherit the connection and keep it open.
    private static func keepFromChildren(_ descriptor: Int32) {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }

    private static var stream: Int32 {
        #if canImport(Glibc)
        Int32(SOCK_STREAM.rawValue)
        #else
        SOCK_STREAM
        #endif
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        return address
    }

    private static func withSocketAddress<Result>(
        _ address: inout sockaddr_in,
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }
}
