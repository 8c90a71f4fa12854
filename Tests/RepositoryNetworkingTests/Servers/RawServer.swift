import ExampleServer
import FlyingSocks
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A server that sends scripted bytes, including invalid responses.
actor RawServer {
    /// What happens to a connection after a request.
    enum Action: Sendable {
        /// Sends these bytes, and waits for the next request.
        case send(String)
        /// Sends these bytes and closes.
        case sendAndClose(String)
        /// Sends these arbitrary bytes, and closes.
        case sendBytesAndClose(Data)
        /// Sends these bytes and resets the connection.
        case sendAndReset(String)
        /// Sends bytes when they are available, and closes after the last.
        case stream(AsyncStream<Data>)
        /// Sends a head and then this number of zeros, as fast as the client reads.
        case flood(String, count: Int)
        /// Sends these bytes, and then nothing.
        case sendAndHang(String)
    }

    private let actions: [Action]
    private var connections: [Task<Void, any Error>] = []
    private var running: [Task<Void, any Error>] = []

    /// The received requests, head and body, in order.
    private(set) var requests: [String] = []
    /// The number of zeros that have been sent.
    private(set) var flooded = 0
    /// The number of connections that have ended on either side.
    private(set) var ended = 0

    /// Creates a server with one action per request; the last one repeats.
    init(_ actions: [Action]) {
        self.actions = actions
    }

    /// Listens on 127.0.0.1, and returns the base URL.
    func start() async throws -> String {
        let socket = try Socket(domain: AF_INET)
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        let listening = try AsyncSocket(socket: socket, pool: DispatchSourcePool())
        running = [
            Task {
                defer { try? listening.close() }
                for try await connection in listening.sockets {
                    self.serve(connection)
                }
            }
        ]
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        return "http://127.0.0.1:\(port)"
    }

    /// Closes everything.
    func stop() {
        for task in connections + running {
            task.cancel()
        }
    }

    private func serve(_ connection: AsyncSocket) {
        connections.append(
            Task {
                defer {
                    try? connection.close()
                    ended += 1
                }
                while true {
                    let request = try await Self.readRequest(connection)
                    let action = note(request)
                    switch action {
                    case .send(let text):
                        try await connection.write(Data(text.utf8))
                    case .sendAndClose(let text):
                        return try await connection.write(Data(text.utf8))
                    case .sendBytesAndClose(let bytes):
                        return try await connection.write(bytes)
                    case .sendAndReset(let text):
                        try await connection.write(Data(text.utf8))
                        return Self.setReset(connection.socket)
                    case .stream(let pieces):
                        for await piece in pieces { try await connection.write(piece) }
                        return
                    case .flood(let head, let count):
                        try await connection.write(Data(head.utf8))
                        let piece = Data(count: 65_536)
                        for _ in 0..<count / piece.count {
                            try await connection.write(piece)
                            flooded += piece.count
                        }
                        return
                    case .sendAndHang(let text):
                        try await connection.write(Data(text.utf8))
                        try await Task.sleep(for: .seconds(86_400))
                    }
                }
            }
        )
    }

    private func note(_ request: String) -> Action {
        requests.append(request)
        return actions[min(requests.count, actions.count) - 1]
    }

    private static func readRequest(_ connection: AsyncSocket) async throws -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            head.append(try await connection.read())
        }
        let text = String(decoding: head, as: UTF8.self)
        let length = text.lowercased().components(separatedBy: "content-length: ").dropFirst()
            .first?.prefix { $0.isNumber }
        let body = try await connection.read(bytes: length.flatMap { Int($0) } ?? 0)
        return text + String(decoding: body, as: UTF8.self)
    }

    /// Makes the next close of a socket a reset.
    private static func setReset(_ socket: Socket) {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        setsockopt(socket.file.rawValue, SOL_SOCKET, SO_LINGER, &option, size)
    }
}
