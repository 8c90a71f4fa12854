import ExampleServer
import FlyingSocks
import Foundation

/// A proxy that opens tunnels to 127.0.0.1, or refuses to do so.
actor TunnelProxy {
    private let opensTunnels: Bool
    private var tasks: [Task<Void, any Error>] = []

    /// The received requests for tunnels, in order.
    private(set) var requests: [String] = []

    init(opensTunnels: Bool = true) {
        self.opensTunnels = opensTunnels
    }

    /// Listens on 127.0.0.1, and returns the port.
    func start() throws -> UInt16 {
        let socket = try Socket(domain: AF_INET)
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        let listening = try AsyncSocket(socket: socket, pool: DispatchSourcePool())
        tasks.append(
            Task {
                defer { try? listening.close() }
                for try await connection in listening.sockets { serve(connection) }
            }
        )
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        return port
    }

    /// Closes everything.
    func stop() {
        for task in tasks { task.cancel() }
    }

    private func serve(_ connection: AsyncSocket) {
        tasks.append(
            Task {
                defer { try? connection.close() }
                var head: [UInt8] = []
                while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
                    head.append(try await connection.read())
                }
                let request = String(decoding: head, as: UTF8.self)
                requests.append(request)
                let target = request.split(separator: " ").dropFirst().first ?? ""
                guard opensTunnels, request.hasPrefix("CONNECT "),
                    let port = target.split(separator: ":").last.flatMap({ UInt16($0) })
                else {
                    return try await connection.write(
                        Data("HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n".utf8)
                    )
                }
                try await connection.write(Data("HTTP/1.1 200 OK\r\n\r\n".utf8))
                let server = try await AsyncSocket.connected(
                    to: sockaddr_in.inet(ip4: "127.0.0.1", port: port),
                    pool: DispatchSourcePool()
                )
                defer { try? server.close() }
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await Self.pass(from: connection, to: server) }
                    group.addTask { try await Self.pass(from: server, to: connection) }
                    try await group.next()
                    group.cancelAll()
                }
            }
        )
    }

    private static func pass(from source: AsyncSocket, to target: AsyncSocket) async throws {
        while true { try await target.write(Data(try await source.read(atMost: 65_536))) }
    }
}
