import ExampleServer
import FlyingSocks
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A request without a response")
struct FailureTests {
    @Test(
        "ends when the server is silent",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Le"],
        Transport.allCases
    )
    func silence(sent: String, transport: Transport) async throws {
        try await withRawServer(.sendAndHang(sent)) { _, url in
            let configuration = NetworkingSession.Configuration(timeout: .milliseconds(200))
            let session = NetworkingSession(url: url, configuration: configuration).over(transport)
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(NetworkingRequest(method: .get, path: "/list"))
            }
            #expect(error?.code == .timedOut)
            #expect(error?.isRetryable == true)
        }
    }

    @Test("ends at the total timeout, across redirects", arguments: Transport.allCases)
    func total(transport: Transport) async throws {
        try await withExampleServer { server, url in
            let slow = ScriptedAnswer.redirect(302, to: "/loop").delayed(by: .milliseconds(100))
            await server.script("GET", "/loop", slow)
            let configuration = NetworkingSession.Configuration(
                totalTimeout: .milliseconds(500),
                maximumRedirects: 1_000
            )
            let session = NetworkingSession(url: url, configuration: configuration).over(transport)
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(NetworkingRequest(method: .get, path: "/loop"))
            }
            #expect(error?.code == .timedOut)
        }
    }

    @Test(
        "ends when its task is cancelled",
        .timeLimit(.minutes(30)),
        arguments: Transport.allCases
    )
    func cancelled(transport: Transport) async throws {
        try await withRawServer(.sendAndHang("")) { server, url in
            let task = Task { () -> NetworkingError? in
                do throws(NetworkingError) {
                    _ = try await NetworkingSession(url: url).over(transport)
                        .send(NetworkingRequest(method: .post, path: "/messages"))
                    return nil
                } catch {
                    return error
                }
            }
            while await server.requests.isEmpty {
                try await Task.sleep(for: .milliseconds(5))
            }
            task.cancel()
            let error = await task.value
            #expect(error?.code == .cancelled)
            #expect(error?.isRetryable == false)
            #expect(error?.isAmbiguous == true)
        }
    }

    @Test("is not started if its task is already cancelled", arguments: Transport.allCases)
    func cancelledBefore(transport: Transport) async throws {
        try await withExampleServer { server, url in
            let task = Task {
                while !Task.isCancelled {
                    await Task.yield()
                }
                return try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: .post, path: "/messages"))
            }
            task.cancel()
            let error = await #expect(throws: NetworkingError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.isAmbiguous == false)
            #expect(await server.requests.isEmpty)
        }
    }

    @Test(
        "is ambiguous if it may have changed something",
        arguments: [
            (HTTPMethod.get, true, false), (.put, true, true), (.delete, true, true),
            (.post, false, true), (.patch, false, true),
        ],
        Transport.allCases
    )
    func ambiguous(
        _ end: (method: HTTPMethod, isRetryable: Bool, isAmbiguous: Bool),
        transport: Transport
    ) async throws {
        let (method, isRetryable, isAmbiguous) = end
        try await withRawServer(.sendAndReset("")) { _, url in
            var request = NetworkingRequest(method: method, path: "/messages")
            request.body = method == .get ? nil : Data("{}".utf8)
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport).send(request)
            }
            #expect(error?.code == .connectionLost)
            #expect(error?.isRetryable == isRetryable)
            #expect(error?.isAmbiguous == isAmbiguous)
        }
    }

    @Test(
        "is never sent twice on a reused connection",
        arguments: [
            (HTTPMethod.post, RawServer.Action.sendAndClose("")), (.put, .sendAndClose("")),
            (.patch, .sendAndClose("")), (.post, .sendAndReset("")), (.put, .sendAndReset("")),
            (.patch, .sendAndReset("")),
        ],
        Transport.allCases
    )
    func once(
        write: (method: HTTPMethod, ending: RawServer.Action),
        transport: Transport
    ) async throws {
        let method = write.method
        for body in method == .put ? ["{}"] : ["{}", nil] {
            try await withRawServer(.send(answer), write.ending) { server, url in
                let session = NetworkingSession(url: url).over(transport)
                _ = try await session.send(NetworkingRequest(method: .get, path: "/messages"))
                var request = NetworkingRequest(method: method, path: "/messages")
                request.body = body.map { Data($0.utf8) }
                let sent = request
                let error = await #expect(throws: NetworkingError.self) {
                    try await session.send(sent)
                }
                #expect(error?.code == .connectionLost)
                #expect(await server.requests.count == 2)
            }
        }
    }

    private let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    // The trap: URLSession repeats a POST that the server may have processed.
    #if os(Linux) && compiler(<6.4)
    @Test("is sent twice by a plain URLSession if it is a POST without a body")
    func trap() async throws {
        try await withRawServer(.send(answer), .sendAndReset("")) { server, url in
            let session = URLSession(configuration: .ephemeral)
            defer { session.invalidateAndCancel() }
            let address = try #require(URL(string: url))
            _ = try await session.data(from: address)
            var request = URLRequest(url: address)
            request.httpMethod = "POST"
            let sent = request
            await #expect(throws: URLError.self) { try await session.data(for: sent) }
            #expect(await server.requests.filter { $0.hasPrefix("POST") }.count == 2)
        }
    }
    #endif

    @Test(
        "is retryable if the connection is refused",
        arguments: [HTTPMethod.get, .post],
        Transport.allCases
    )
    func refused(method: HTTPMethod, transport: Transport) async throws {
        try await withClosedPort { url in
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: method, path: "/messages"))
            }
            #expect(error?.code == .cannotConnect)
            #expect(error?.isRetryable == true)
            #expect(error?.isAmbiguous == false)
        }
    }

    @Test("is retryable if the host is not found", arguments: Transport.allCases)
    func unknownHost(transport: Transport) async throws {
        let error = await #expect(throws: NetworkingError.self) {
            try await NetworkingSession(url: "http://nowhere.invalid").over(transport)
                .send(NetworkingRequest(method: .post, path: "/messages"))
        }
        #expect(error?.code == .cannotFindHost)
        #expect(error?.isRetryable == true)
        #expect(error?.isAmbiguous == false)
        #expect(error.map { !"\($0) \($0.cause as Any)".contains("nowhere") } == true)
    }

    // The trap: `localhost` first refuses over IPv6, which URLSession on Linux reports as the
    // error.
    @Test(
        "counts as sent, although a first address refused the connection",
        arguments: Transport.allCases
    )
    func localhost(transport: Transport) async throws {
        try await withRawServer(.sendAndReset("")) { server, url in
            let base = url.replacingOccurrences(of: "127.0.0.1", with: "localhost")
            var request = NetworkingRequest(method: .post, path: "/messages")
            request.body = Data("{}".utf8)
            let sent = request
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: base).over(transport).send(sent)
            }
            #expect(error?.code == .connectionLost)
            #expect(error?.isRetryable == false)
            #expect(error?.isAmbiguous == true)
            #expect(await server.requests.count == 1)
        }
    }

    @Test(
        "leaks no connections",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/net/tcp")),
        arguments: Transport.allCases
    )
    func connections(transport: Transport) async throws {
        try await withExampleServer { server, url in
            let port = try #require(URL(string: url)?.port)
            let suffix = ":" + String(format: "%04X", port)
            // Each line has a number, the local and the remote address, and the state: established,
            // or closed by the server alone.
            func open() throws -> Int {
                // `String(contentsOfFile:)` reads only the first part of such a file.
                let file = try #require(FileHandle(forReadingAtPath: "/proc/self/net/tcp"))
                defer { try? file.close() }
                return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
                    .split(separator: "\n").map { $0.split(separator: " ") }
                    .count { $0[2].hasSuffix(suffix) && ["01", "08"].contains($0[3]) }
            }
            let socket = try Socket(domain: AF_INET)
            try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(port)))
            #expect(try open() > 0)
            try socket.close()
            let messages = MessageRepository(store: NetworkingSession(url: url).over(transport))
            try await messages.create((1...100).map { Message.Draft(text: "m\($0)") })
            #expect(try open() < 10)
        }
    }

    @Test("includes responses other than HTTP", arguments: Transport.allCases)
    func garbage(transport: Transport) async throws {
        try await withRawServer(.sendAndClose("hello\r\n\r\n[1]")) { _, url in
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: .get, path: "/messages"))
            }
            #expect(error?.code == .invalidResponse)
        }
    }
}
