import ExampleServer
import FlyingSocks
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A network with scripted responses.
@Suite struct ScriptedNetworkTests {
    private func get(_ path: String) -> NetworkingRequest {
        NetworkingRequest(method: .get, path: path)
    }

    @Test("answers are returned in order, the last one repeats, and requests are recorded")
    func order() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "a", .response(503), .json("1"), .json("2"))
        var bodies: [String] = []
        for _ in 0..<4 {
            let response = try await network.send(get("/a?x=1"))
            bodies.append(String(decoding: response.body, as: UTF8.self))
        }
        #expect(bodies == ["", "1", "2", "2"])
        #expect(network.requests.map(\.head.path) == Array(repeating: "/a?x=1", count: 4))
        network.forgetRequests()
        #expect(network.requests.isEmpty)
    }

    @Test("an unscripted request is an error that explains what to do, and over HTTP a 501")
    func notScripted() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "a", .json("1"))
        network.script(.get, "a")
        let error = await #expect(throws: NetworkingError.self) { try await network.send(get("a")) }
        #expect(error?.code == .notScripted)
        #expect(error?.isRetryable == false)
        #expect(error?.message.contains("GET /a") == true)
        try await network.serve { url in
            let response = try await NetworkingSession(url: url).send(get("a"))
            #expect(response.status == 501)
        }
    }

    @Test("without a network everything fails, and no request is recorded")
    func unreachable() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "a", .json("1"))
        network.isReachable = false
        let error = await #expect(throws: NetworkingError.self) { try await network.send(get("a")) }
        #expect(error?.code == .offline)
        #expect(error?.isRetryable == true)
        #expect(network.requests.isEmpty)
        network.isReachable = true
        #expect(try await network.send(get("a")).status == 200)
    }

    @Test("a delayed answer is due by the clock")
    func delay() async throws {
        let clock = ManualClock()
        let network = ScriptedNetwork(clock: clock)
        network.script(.get, "a", .json("1").delayed(by: .seconds(60)))
        let task = Task { try await network.send(get("a")).status }
        while clock.sleepers == 0 { await Task.yield() }
        clock.advance(by: .seconds(61))
        #expect(try await task.value == 200)
    }

    @Test("the same script is served over real HTTP, connection after connection")
    func served() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "a", .connectionLost, .json("12").truncated(after: 1), .json("3"))
        try await network.serve { url in
            let session = NetworkingSession(url: url).with(
                .retry(attempts: 3, backoff: Backoff(first: .zero))
            )
            let response = try await session.send(get("a"))
            #expect(response.body == Data("3".utf8))
            #expect(response.attempts == 3)
        }
        #expect(network.requests.count == 3)
    }

    @Test("a chunked body is read as a whole")
    func chunks() async throws {
        let network = ScriptedNetwork()
        network.script(.post, "a") { .response(200, body: $0.body ?? Data()) }
        try await network.serve { url in
            let port = try #require(UInt16(url.split(separator: ":").last ?? ""))
            let socket = try await AsyncSocket.connected(
                to: sockaddr_in.inet(ip4: "127.0.0.1", port: port),
                pool: DispatchSourcePool(),
                timeout: 60
            )
            let sent =
                "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"
            try await socket.write(Data(sent.utf8))
            let status = try await socket.read(bytes: 12)
            #expect(String(decoding: status, as: UTF8.self) == "HTTP/1.1 200")
            try socket.close()
        }
        #expect(network.requests.map(\.body) == [Data("abcde".utf8)])
    }
}
