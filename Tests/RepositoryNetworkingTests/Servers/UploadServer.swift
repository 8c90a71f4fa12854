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

/// A server that reads request bodies while they arrive, and reports the progress.
actor UploadServer {
    /// The moment at which the server responds to a request.
    enum Moment: Sendable {
        /// After the head of the request; the body is then read.
        case atHead
        /// After the complete body of the request.
        case atEnd
    }

    /// The received part of a request.
    struct Upload: Sendable {
        var head = ""
        /// The first bytes of the body, without chunk framing.
        var body = Data()
        /// The number of received bytes of the body.
        var count = 0
        /// Whether the body is complete, as opposed to the end of the connection.
        var isWhole = false
        /// Whether the connection has ended on either side.
        var hasEnded = false

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private let answers: [String]
    private let moment: Moment
    private var isHolding: Bool
    private var running: [Task<Void, any Error>] = []

    /// The received requests, in order.
    private(set) var uploads: [Upload] = []

    /// Creates a server with one response per request; the last one repeats.
    init(_ answers: [String], _ moment: Moment, isHolding: Bool) {
        self.answers = answers
        self.moment = moment
        self.isHolding = isHolding
    }

    /// Listens on 127.0.0.1, and returns the base URL.
    func start() async throws -> String {
        let socket = try Socket(domain: AF_INET)
        try socket.setValue(true, for: .localAddressReuse)
        try socket.bind(to: sockaddr_in.inet(ip4: "127.0.0.1", port: 0))
        try socket.listen()
        let listening = try AsyncSocket(socket: socket, pool: DispatchSourcePool())
        running.append(
            Task {
                defer { try? listening.close() }
                for try await connection in listening.sockets { serve(connection) }
            }
        )
        guard case .ip4(_, let port) = try socket.sockname() else {
            throw SocketError.unsupportedAddress
        }
        return "http://127.0.0.1:\(port)"
    }

    /// Closes everything.
    func stop() {
        for task in running { task.cancel() }
    }

    /// Continues reading.
    func release() {
        isHolding = false
    }

    /// Waits until the first request has reached a state; forever if it does not.
    func wait(until isReached: @Sendable (Upload) -> Bool) async throws {
        while !(uploads.first.map(isReached) ?? false) {
            try await Task.sleep(for: .milliseconds(2))
        }
    }

    private func serve(_ connection: AsyncSocket) {
        running.append(
            Task {
                defer { try? connection.close() }
                var isOpen = true
                while isOpen { isOpen = try await serveRequest(of: connection) }
            }
        )
    }

    /// Reads a request and responds to it; returns whether another one may follow.
    private func serveRequest(of connection: AsyncSocket) async throws -> Bool {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
            head.append(try await connection.read())
        }
        let text = String(decoding: head, as: UTF8.self)
        let number = uploads.count
        uploads.append(Upload(head: text))
        defer { uploads[number].hasEnded = true }
        let answer = answers[min(number, answers.count - 1)]
        if moment == .atHead { try await connection.write(Data(answer.utf8)) }
        while isHolding { try await Task.sleep(for: .milliseconds(2)) }
        if text.lowercased().contains("transfer-encoding: chunked") {
            try await readChunks(of: connection, number)
        } else {
            let field = text.lowercased().components(separatedBy: "content-length: ").dropFirst()
            let length = field.first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
            try await read(length, of: connection, number)
        }
        uploads[number].isWhole = true
        if moment == .atEnd { try await connection.write(Data(answer.utf8)) }
        return true
    }

    private func readChunks(of connection: AsyncSocket, _ number: Int) async throws {
        while true {
            let line = try await readLine(of: connection)
            guard let length = Int(line, radix: 16) else { throw SocketError.disconnected }
            try await read(length, of: connection, number)
            _ = try await readLine(of: connection)
            if length == 0 { return }
        }
    }

    private func readLine(of connection: AsyncSocket) async throws -> String {
        var line: [UInt8] = []
        while !line.suffix(2).elementsEqual([13, 10]) { line.append(try await connection.read()) }
        return String(decoding: line.dropLast(2), as: UTF8.self)
    }

    private func read(_ length: Int, of connection: AsyncSocket, _ number: Int) async throws {
        var rest = length
        while rest > 0 {
            let bytes = try await connection.read(atMost: min(rest, 65_536))
            rest -= bytes.count
            uploads[number].count += bytes.count
            if uploads[number].body.count < 1_000_000 { uploads[number].body += bytes }
        }
    }
}

/// Runs a body with a server that reads uploads, and stops it.
func withUploadServer<Result>(
    _ answers: String...,
    answering moment: UploadServer.Moment = .atEnd,
    isHolding: Bool = false,
    body: (UploadServer, String) async throws -> Result
) async throws -> Result {
    let server = UploadServer(answers, moment, isHolding: isHolding)
    let url = try await server.start()
    do {
        let result = try await body(server, url)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
