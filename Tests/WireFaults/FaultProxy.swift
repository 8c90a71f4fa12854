import ExampleServer
import FlyingSocks
import Foundation
import TestSupport

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A proxy in front of a server that injects faults: the same ones in each run with one seed.
///
/// It forwards the bytes of one request and one response per connection, so it can cut a response
/// at
/// any byte, also within its head. In that case, URLSession on Linux ends the process: see
/// `AsyncHTTPClientTransport`.
package actor FaultProxy {
    /// A fault of a request.
    package enum Fault: CaseIterable, Sendable {
        /// The connection is reset before the request arrives, which the client cannot know.
        case resetBefore
        /// The connection is reset after the server has processed the request.
        case resetAfter
        /// The connection is closed without a response after the server has processed the request.
        case closedAfter
        /// The response ends after some of its bytes, in its head or in its body.
        case cut
        /// A gateway replaces the response with its own, after the server has processed the
        /// request.
        case wrongBody
        /// The server is busy: it does not process the request, and sends a `Retry-After`.
        case busy, unavailable
        /// The response arrives slowly and in pieces.
        case slow
    }

    private let port: UInt16
    private let faults: [Fault]
    private let odds: Int
    private var random: SeededGenerator
    private var isFaulty = true
    private var connections: [Task<Void, any Error>] = []
    private var listening: Task<Void, any Error>?

    /// The number of faults.
    package private(set) var count = 0
    /// The number of responses that were cut before the end of their head.
    package private(set) var cutHeads = 0
    /// The requests and their faults, in order.
    package private(set) var journal: [String] = []

    /// Creates a proxy to a server on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: The port of the server.
    ///   - seed: The seed that determines the faults.
    ///   - faults: The possible faults.
    ///   - odds: One request in this number has a fault.
    package init(
        to port: UInt16,
        seed: UInt64,
        faults: [Fault] = Fault.allCases,
        odds: Int = 3
    ) {
        self.port = port
        self.faults = faults
        self.odds = odds
        random = SeededGenerator(state: seed)
    }

    /// Listens on 127.0.0.1, and returns the port.
    package func start() throws -> UInt16 {
        let socket = try Socket(domain: AF_INET)
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        let accepting = try AsyncSocket(socket: socket, pool: DispatchSourcePool())
        listening = Task {
            defer { try? accepting.close() }
            for try await connection in accepting.sockets { serve(connection) }
        }
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        return port
    }

    /// Injects no faults from now on.
    package func heal() { isFaulty = false }

    /// Closes everything.
    package func stop() {
        for task in connections { task.cancel() }
        listening?.cancel()
    }

    private func serve(_ connection: AsyncSocket) {
        connections.append(
            Task {
                defer { try? connection.close() }
                let request = try await Self.readRequest(connection)
                try await answer(request, on: connection)
            }
        )
    }

    private func answer(_ request: Data, on connection: AsyncSocket) async throws {
        let fault = nextFault()
        note(request, fault)
        switch fault {
        case .resetBefore: return Self.setReset(connection.socket)
        case .busy: return try await connection.write(Self.refusal("429 Too Many Requests"))
        case .unavailable: return try await connection.write(Self.refusal("503 Unavailable"))
        case nil, .resetAfter, .closedAfter, .cut, .wrongBody, .slow: break
        }
        let response = try await forward(request)
        switch fault {
        case .resetAfter: Self.setReset(connection.socket)
        case .closedAfter: break
        case .cut: try await connection.write(cut(response))
        case .wrongBody: try await connection.write(Self.gateway)
        case .slow:
            for start in stride(from: 0, to: response.count, by: max(1, response.count / 3)) {
                try await Task.sleep(for: .milliseconds(3))
                let piece = response.dropFirst(start).prefix(max(1, response.count / 3))
                try await connection.write(Data(piece))
            }
        default: try await connection.write(response)
        }
    }

    /// Adds a line to the journal.
    package func note(_ text: String) { journal.append(text) }

    private func note(_ request: Data, _ fault: Fault?) {
        let lines = String(decoding: request, as: UTF8.self).components(separatedBy: "\r\n")
        let body = (lines.last ?? "").prefix(160)
        note("    \(lines[0]) \(body)\(fault.map { " -> \($0)" } ?? "")")
    }

    private func nextFault() -> Fault? {
        guard isFaulty, random.once(in: odds) else { return nil }
        count += 1
        return random.element(of: faults)
    }

    /// Returns the first bytes of a response; half of the cuts are in the head, half in the body.
    private func cut(_ response: Data) -> Data {
        guard let end = response.firstRange(of: Data(Self.endOfHead))?.upperBound else {
            return Data()
        }
        let head = response.distance(from: response.startIndex, to: end)
        let isInHead = head == response.count || random.once(in: 2)
        if isInHead { cutHeads += 1 }
        let length = random.number(in: isInHead ? 0...(head - 1) : head...(response.count - 1))
        note("    cut after \(length) of \(response.count) bytes, \(head) of them the head")
        return response.prefix(length)
    }

    /// Forwards a request and returns the complete response, after which the server closes the
    /// connection.
    private func forward(_ request: Data) async throws -> Data {
        let server = try await AsyncSocket.connected(
            to: sockaddr_in.inet(ip4: "127.0.0.1", port: port),
            pool: DispatchSourcePool()
        )
        defer { try? server.close() }
        try await server.write(request)
        var response = Data()
        do {
            while true { response += try await server.read(atMost: 65_536) }
        } catch SocketError.disconnected {
            return response
        }
    }

    // MARK: - Bytes

    /// Reads a request, and makes it ask the server to close the connection after the response.
    private static func readRequest(_ connection: AsyncSocket) async throws -> Data {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual(endOfHead) { head.append(try await connection.read()) }
        var lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n")
        let length = lines.lazy.compactMap { line in
            line.lowercased().hasPrefix("content-length:")
                ? Int(line.dropFirst(15).trimmingCharacters(in: .whitespaces)) : nil
        }.first
        let body = try await connection.read(bytes: length ?? 0)
        lines.removeAll { $0.lowercased().hasPrefix("connection:") }
        lines.insert("Connection: close", at: 1)
        return Data(lines.joined(separator: "\r\n").utf8) + body
    }

    private static func refusal(_ status: String) -> Data {
        let head = "HTTP/1.1 \(status)\r\nRetry-After: 0\r\nContent-Length: 0\r\nConnection: close"
        return Data("\(head)\r\n\r\n".utf8)
    }

    private static var gateway: Data {
        let body = "<html><body>Bad Gateway</body></html>"
        let head = """
            HTTP/1.1 502 Bad Gateway\r
            Content-Type: text/html\r
            Content-Length: \(body.utf8.count)\r
            Connection: close\r
            \r

            """
        return Data((head + body).utf8)
    }

    private static let endOfHead: [UInt8] = [13, 10, 13, 10]

    /// Makes the next close of a socket a reset.
    private static func setReset(_ socket: Socket) {
        var option = linger(l_onoff: 1, l_linger: 0)
        let size = socklen_t(MemoryLayout<linger>.size)
        setsockopt(socket.file.rawValue, SOL_SOCKET, SO_LINGER, &option, size)
    }
}
