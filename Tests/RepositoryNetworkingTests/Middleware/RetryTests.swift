import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import Testing

@Suite("Retry")
struct RetryTests {
    private let clock = JumpingClock()

    /// Creates a middleware that alternates between the longest delay and none.
    private func retry(
        attempts: Int = 4,
        totalTime: Duration = .seconds(60),
        jitter: Double = 1
    ) -> RetryMiddleware {
        let backoff = Backoff(first: .seconds(1), longest: .seconds(20), spread: 1) { jitter }
        return .retry(attempts: attempts, totalTime: totalTime, backoff: backoff, clock: clock)
    }

    private func request(
        _ method: HTTPMethod,
        headers: HTTPFields = [:]
    ) -> NetworkingRequest {
        let body = method == .get || method == .delete ? nil : Data("{}".utf8)
        return NetworkingRequest(method: method, path: "/a", headers: headers, body: body)
    }

    @Test("repeats after a transient status code", arguments: [408, 425, 429, 500, 502, 503, 504])
    func transient(status: Int) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/a", .json("{}", status: status), .json("{}"))
            let response = try await NetworkingSession(url: url).with(retry()).send(request(.get))
            #expect(response.status == 200)
            #expect(response.attempts == 2)
            #expect(await server.requests.count == 2)
            // The trap: without it, users see the failure.
            await server.script("GET", "/a", .json("{}", status: status), .json("{}"))
            #expect(try await NetworkingSession(url: url).send(request(.get)).status == status)
        }
    }

    @Test(
        "does not repeat after a permanent status code",
        arguments: [200, 304, 400, 401, 403, 404, 409, 410, 412, 422, 501]
    )
    func permanent(status: Int) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/a", .json("{}", status: status), .json("{}"))
            let response = try await NetworkingSession(url: url).with(retry()).send(request(.get))
            #expect(response.status == status)
            #expect(response.attempts == 1)
            #expect(await server.requests.count == 1)
        }
    }

    @Test(
        "repeats only idempotent requests",
        arguments: [
            (HTTPMethod.get, 2), (.head, 2), (.put, 2), (.delete, 2), (.post, 1), (.patch, 1),
        ]
    )
    func methods(method: HTTPMethod, count: Int) async throws {
        try await withExampleServer { server, url in
            await server.script(method.rawValue, "/a", .json("{}", status: 503), .json("{}"))
            let networking = NetworkingSession(url: url).with(retry())
            _ = try await networking.send(request(method))
            #expect(await server.requests.count == count)
        }
        // The trap: the connection ends after the server has processed the request.
        try await withRawServer(.sendAndReset(""), .send(answer)) { server, url in
            let networking = NetworkingSession(url: url).with(retry())
            let sent = request(method, headers: method == .head ? [.connection: "close"] : [:])
            do throws(NetworkingError) {
                let response = try await networking.send(sent)
                #expect(response.status == 200)
                #expect(response.attempts == 2)
            } catch {
                #expect(error.code == .connectionLost)
                #expect(error.isAmbiguous)
            }
            #expect(await server.requests.count == count)
        }
    }

    private let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}"

    @Test("repeats a POST with an idempotency key, with the same one", arguments: [true, false])
    func idempotencyKey(isStandard: Bool) async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/a", .json("{}", status: 502), .json("{}"))
            let name = isStandard ? "Idempotency-Key" : "X-Request-Token"
            var sent = request(.post, headers: [try #require(HTTPField.Name(name)): "k1"])
            #expect(sent.isIdempotent == isStandard)
            sent.isIdempotent = true
            _ = try await NetworkingSession(url: url).with(retry()).send(sent)
            let keys = await server.requests.map { $0.headers[name.lowercased()] }
            #expect(keys == ["k1", "k1"])
        }
    }

    @Test("does not repeat requests that exclude it")
    func stated() async throws {
        try await withExampleServer { server, url in
            await server.script("PUT", "/a", .json("{}", status: 503), .json("{}"))
            var sent = request(.put)
            sent.isIdempotent = false
            _ = try await NetworkingSession(url: url).with(retry()).send(sent)
            #expect(await server.requests.count == 1)
        }
    }

    @Test("has increasing, bounded and random delays")
    func waits() async throws {
        for (jitter, expected) in [
            (1.0, [1.0, 2, 4, 8, 16, 20, 20]), (0, [0, 0, 0, 0, 0, 0, 0]),
            (0.25, [0.25, 0.5, 1, 2, 4, 5, 5]),
        ] {
            try await withExampleServer { server, url in
                let clock = JumpingClock()
                await server.script("GET", "/a", .json("{}", status: 503))
                let backoff = Backoff(first: .seconds(1), longest: .seconds(20), spread: 1) {
                    jitter
                }
                let retry = RetryMiddleware.retry(
                    attempts: 8,
                    totalTime: .seconds(1_000),
                    backoff: backoff,
                    clock: clock
                )
                let response = try await NetworkingSession(url: url).with(retry)
                    .send(request(.get))
                #expect(clock.waits == expected)
                #expect(response.attempts == 8)
            }
        }
    }

    @Test("honors Retry-After, in seconds or as a date")
    func retryAfter() async throws {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        let cases: [(header: String?, seconds: TimeInterval, wait: TimeInterval)] = [
            ("7", 0, 7), (nil, 9, 9), ("0", 0, 1), (nil, -5, 1), ("soon", 0, 1),
        ]
        for (text, seconds, wait) in cases {
            try await withExampleServer { server, url in
                let date = formatter.string(from: clock.now.addingTimeInterval(seconds))
                let header = text ?? date
                let headers = ["Retry-After": header, "Date": formatter.string(from: clock.now)]
                await server.script(
                    "GET",
                    "/a",
                    .json("{}", status: 429, headers: headers),
                    .json("{}")
                )
                let before = clock.waits.count
                _ = try await NetworkingSession(url: url).with(retry()).send(request(.get))
                #expect(Array(clock.waits.dropFirst(before)) == [wait], "\(header)")
            }
        }
    }

    @Test(
        "returns the response if the server requests more time than allowed",
        arguments: ["61", "99999999999999999999", "9223372036854775807"]
    )
    func tooLong(seconds: String) async throws {
        try await withExampleServer { server, url in
            let headers = ["Retry-After": seconds]
            await server.script("GET", "/a", .json("{}", status: 503, headers: headers))
            let backoff = Backoff(first: .seconds(100), longest: .seconds(100), spread: 0)
            let retry = RetryMiddleware.retry(backoff: backoff, clock: clock)
            let response = try await NetworkingSession(url: url).with(retry).send(request(.get))
            #expect(response.status == 503)
            #expect(response.attempts == 1)
            #expect(clock.waits.isEmpty)
        }
    }

    @Test("ends after some time, and reports the number of attempts")
    func totalTime() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/messages/1", .json("{}", status: 503))
            let store = NetworkingSession(url: url)
                .with(retry(attempts: 100, totalTime: .seconds(30)))
            let error = await #expect(throws: RepositoryError.self) {
                try await MessageRepository(store: store).find(id: "1")
            }
            // 1 + 2 + 4 + 8 = 15; another 16 would exceed the limit.
            #expect(clock.waits == [1, 2, 4, 8])
            #expect(await server.requests.count == 5)
            #expect(error?.attempts == 5)
            #expect(error?.description.contains("status 503, 5 attempts") == true)
        }
    }

    @Test(
        "repeats after a refused connection, and reports the number of attempts",
        arguments: [HTTPMethod.get, .put]
    )
    func refused(method: HTTPMethod) async throws {
        try await withClosedPort { url in
            let sent = request(method)
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).with(retry(attempts: 3)).send(sent)
            }
            #expect(error?.code == .cannotConnect)
            #expect(error?.attempts == 3)
            #expect(error?.isAmbiguous == false)
            #expect(error?.description.contains("cannotConnect, 3 attempts") == true)
            #expect(clock.waits == [1, 2])
        }
    }

    @Test(
        "repeats a conditional write only if the server has not carried it out",
        arguments: ["If-Match", "If-None-Match", "If-Unmodified-Since"]
    )
    func preconditions(header: String) async throws {
        let headers: HTTPFields = [try #require(HTTPField.Name(header)): "\"1\""]
        // The trap: the server has processed it, and reports a conflict for the second request.
        try await withRawServer(.sendAndReset(""), .send(answer)) { server, url in
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).with(retry())
                    .send(request(.put, headers: headers))
            }
            #expect(error?.isAmbiguous == true)
            #expect(await server.requests.count == 1)
        }
        for (status, count) in [(503, 2), (429, 2), (500, 1), (504, 1)] {
            try await withExampleServer { server, url in
                await server.script("PUT", "/a", .json("{}", status: status), .json("{}"))
                _ = try await NetworkingSession(url: url).with(retry())
                    .send(request(.put, headers: headers))
                #expect(await server.requests.count == count, "\(status)")
            }
        }
    }

    @Test("remembers that an earlier attempt may have been carried out")
    func ambiguity() async throws {
        let busy = "HTTP/1.1 429 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        try await withRawServer(.sendAndReset(""), .send(busy)) { server, url in
            let store = NetworkingSession(url: url).with(retry(attempts: 2))
            let error = await #expect(throws: RepositoryError.self) {
                try await MessageRepository(store: store).delete(id: "1")
            }
            #expect(error?.status == 429)
            #expect(error?.attempts == 2)
            #expect(error?.isAmbiguous == true)
        }
        try await withRawServer(.send(busy)) { server, url in
            let store = NetworkingSession(url: url).with(retry(attempts: 2))
            let error = await #expect(throws: RepositoryError.self) {
                try await MessageRepository(store: store).delete(id: "1")
            }
            #expect(error?.isAmbiguous == false)
        }
    }

    @Test("ends when its task is cancelled during a delay", arguments: [true, false])
    func cancelled(hasActed: Bool) async throws {
        let busy = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        let action = hasActed ? RawServer.Action.sendAndReset("") : .send(busy)
        try await withRawServer(action) { server, url in
            let manual = ManualClock()
            let backoff = Backoff(first: .seconds(30), spread: 0)
            let networking = NetworkingSession(url: url)
                .with(.retry(backoff: backoff, clock: manual))
            let sent = request(.put)
            let task = Task { try await networking.send(sent) }
            try await until { manual.sleepers == 1 }
            task.cancel()
            let error = await #expect(throws: NetworkingError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(error?.attempts == 1)
            #expect(error?.isAmbiguous == hasActed)
            #expect(manual.sleepers == 0)
            #expect(await server.requests.count == 1)
        }
    }

    @Test("reports a missing network, and unsendable requests, immediately")
    func offline() async throws {
        struct Failing: Networking {
            let code: NetworkingError.Code
            let count = Box(0)

            func send(
                _ request: NetworkingRequest
            ) async throws(NetworkingError) -> NetworkingResponse {
                count.withLock { $0 += 1 }
                throw NetworkingError(code, during: request)
            }
        }
        for (code, count) in [
            (NetworkingError.Code.offline, 1), (.invalidURL, 1), (.untrusted, 1), (.tooLarge, 1),
            (.timedOut, 4), (.truncated, 4), (.cannotFindHost, 4),
        ] {
            let failing = Failing(code: code)
            await #expect(throws: NetworkingError.self) {
                try await failing.with(retry()).send(request(.get))
            }
            #expect(failing.count.withLock { $0 } == count, "\(code)")
        }
    }
}
