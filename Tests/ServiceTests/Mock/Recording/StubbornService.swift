import ExampleServer
import FlyingSocks
import Foundation

/// A service that starts a response to each request, and continues in unusual ways.
actor StubbornService {
    private let head: String
    /// The number of body bytes to send; nil for endless silence after the head.
    private let count: Int?
    private var running: [Task<Void, any Error>] = []
    /// The number of body bytes sent.
    private(set) var sent = 0
    /// The number of heads sent.
    private(set) var started = 0
    /// The number of closed connections.
    private(set) var ended = 0

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - head: The start of each connection: a head, and the beginning of a body.
    ///   - count: The number of body bytes that follow; nil for endless silence.
    init(_ head: String, count: Int?) {
        self.head = head
        self.count = count
    }

    /// Listens on loopback, and returns the base URL.
    func start() async throws -> String {
        let socket = try Socket(domain: AF_INET)
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        let listening = try AsyncSocket(socket: socket, pool: DispatchSourcePool())
        running.append(
            Task {
                defer { try? listening.close() }
                for try await connection in listening.sockets { self.serve(connection) }
            }
        )
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        return "http://127.0.0.1:\(port)"
    }

    /// Closes everything.
    func stop() { for task in running { task.cancel() } }

    private func serve(_ connection: AsyncSocket) {
        running.append(
            Task {
                defer {
                    try? connection.close()
                    ended += 1
                }
                var bytes: [UInt8] = []
                while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
                    bytes.append(try await connection.read())
                }
                try await connection.write(Data(head.utf8))
                started += 1
                let piece = Data(repeating: UInt8(ascii: " "), count: 65_536)
                while sent < count ?? 0 {
                    try await connection.write(piece)
                    sent += piece.count
                }
                // Nothing follows: it reads until the client closes the connection.
                if count == nil { while true { _ = try await connection.read() } }
            }
        )
    }
}
