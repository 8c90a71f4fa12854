import ExampleServer
import FlyingSocks
import Foundation
import RepositoryRuntime
import ServiceMock
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Services that redirect elsewhere, never end, are too large or unreachable, and clients with
/// unusual paths.
@Suite("Recording hostile services", .timeLimit(.minutes(30))) struct MockRecordingHostileTests {
    /// Sends GET and does not follow redirects.
    private func head(_ url: String) async throws -> HTTPURLResponse {
        let session = URLSession(
            configuration: .ephemeral,
            delegate: StayingDelegate(),
            delegateQueue: nil
        )
        defer { session.finishTasksAndInvalidate() }
        let address = try #require(URL(string: url))
        return try #require(try await session.data(from: address).1 as? HTTPURLResponse)
    }

    @Test("redirects to the service lead through the recording, and others are reported")
    func redirects() async throws {
        try await withServer { (server, url) async throws in
            let cases = [
                ("a", "https://evil.example/steal?token=1", "https://evil.example/steal?token=1"),
                ("b", "\(url)/v1/offers/x?page=2", "/v1/offers/x?page=2"),
                ("c", "../greeting", "/v1/greeting"),
                ("d", "//evil.example/x", "//evil.example/x"),
            ]
            for (name, location, _) in cases {
                await server.script("GET", "/v1/offers/\(name)", .redirect(302, to: location))
            }
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    for (name, _, expected) in cases {
                        let answer = try await head("\(client.url)/offers/\(name)")
                        #expect(answer.statusCode == 302)
                        #expect(answer.value(forHTTPHeaderField: "Location") == expected)
                    }
                    try await bench.waitForFinding("//evil.example:80,")
                }
                let origin = "redirects to https://evil.example:443, which is not followed"
                #expect(bench.findings.contains(origin), "\(bench.findings)")
                #expect(bench.files.isEmpty)
                #expect(await server.requests.count == cases.count)
            }
        }
    }

    @Test("a link to the next page leads through the recording")
    func links() async throws {
        try await withServer { (server, url) async throws in
            let link =
                "<\(url)/v1/items?page=2>; rel=\"next\", <https://else.example/>; rel=\"help\""
            await server.script("GET", "/v1/items", .json("[]", headers: ["Link": link]))
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    let own =
                        "</v1/items?page=2>; rel=\"next\", <https://else.example/>; rel=\"help\""
                    #expect(try await client.send("GET", "items").header("Link") == own)
                }
                #expect(try bench.json("Items.json") == [])
            }
        }
    }

    @Test("a body of 1 GB is cut off at the limit, and not stored")
    func flood() async throws {
        let size = 1 << 30
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: \(size)\r\n\r\n"
        try await withStubborn(head, count: size) { (service, url) async throws in
            try await RecordingBench.run { (bench) async throws in
                let limits = RecordingLimits(body: 1 << 20)
                try await bench.record(url, limits: limits) { (client) async throws in
                    let answer = try? await client.send("GET", "greeting")
                    #expect((answer?.data.count ?? 0) <= limits.body)
                    try await bench.waitForFinding("cut: ")
                }
                #expect(bench.files.isEmpty)
                while await service.ended == 0 { try await Task.sleep(for: .milliseconds(5)) }
                #expect(await service.sent < size)
            }
        }
    }

    @Test("an endless response is forwarded, and ends when the client closes the connection")
    func endless() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nfirst"
        try await withStubborn(head, count: nil) { (service, url) async throws in
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    let waiting = Task { try await client.send("GET", "greeting") }
                    while await service.started == 0 { try await Task.sleep(for: .milliseconds(5)) }
                    waiting.cancel()
                    await #expect(throws: (any Error).self) { try await waiting.value }
                    while await service.ended == 0 { try await Task.sleep(for: .milliseconds(5)) }
                    try await bench.waitForFinding("the client closed the connection")
                }
                #expect(bench.files.isEmpty)
            }
        }
    }

    @Test(
        "a silent service times out",
        arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"]
    )
    func silence(_ head: String) async throws {
        try await withStubborn(head, count: nil) { (service, url) async throws in
            try await RecordingBench.run { (bench) async throws in
                let limits = RecordingLimits(silence: .milliseconds(50))
                try await bench.record(url, limits: limits) { (client) async throws in
                    if head.isEmpty {
                        #expect(try await client.send("GET", "greeting").status == 504)
                    } else {
                        // Not every client reports a truncated body as an error; on a busy machine,
                        // the head may be late, too.
                        let answer = try? await client.send("GET", "greeting")
                        #expect(answer?.status != 200 || (answer?.data.count ?? 0) < 100)
                    }
                    try await bench.waitForFinding("timedOut")
                    while await service.ended == 0 { try await Task.sleep(for: .milliseconds(5)) }
                }
                #expect(bench.files.isEmpty)
            }
        }
    }

    @Test("an unreachable service is reported in the response")
    func down() async throws {
        try await RecordingBench.run { (bench) async throws in
            try await bench.record("http://127.0.0.1:1") { (client) async throws in
                let answer = try await client.send("GET", "items")
                #expect(answer.status == 502)
                #expect(answer.json["detail"]?.string?.contains("cannotConnect") == true)
                #expect(try await client.send("POST", "items", ["title": "a"]).status == 502)
            }
        }
    }

    @Test("a service that closes the connection within a head is reported in the response")
    func cutHead() async throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: appl"
        try await withStubborn(head, count: 0) { (_, url) async throws in
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    let answer = try await client.send("GET", "greeting")
                    #expect(answer.status == 502)
                    #expect(answer.json["detail"]?.string?.contains("connectionLost") == true)
                    #expect(try await client.send("GET", "items").status == 502)
                }
                #expect(bench.files.isEmpty)
            }
        }
    }

    @Test(
        "a compressed response without a body is forwarded, as is an encoding that is not decoded"
    )
    func encodings() async throws {
        try await withServer { (server, url) async throws in
            let gzip = ["Content-Encoding": "gzip"]
            await server.script("HEAD", "/v1/greeting", .json("", headers: gzip))
            await server.script(
                "GET",
                "/v1/greeting",
                .json("{}", headers: ["Content-Encoding": "br"])
            )
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    let head = try await text("HEAD", "/v1/greeting", client.url)
                    #expect(head.hasPrefix("HTTP/1.1 200 "), "\(head)")
                    let answer = try await text("GET", "/v1/greeting", client.url)
                    #expect(answer.contains("Content-Encoding: br\r\n"), "\(answer)")
                    #expect(answer.hasSuffix("\r\n\r\n{}"), "\(answer)")
                }
            }
        }
    }

    @Test("path parameters cannot lead out of the folder, and each is replayed")
    func parameters() async throws {
        let names = [
            "..", ".", "..%2F..%2Fescape", "%2Fetc%2Fpasswd", "a%00b", ".hidden", "a,b", "a%2Cb",
            "a%2525", "C:%5Cx", "%C3%A4%20b", "a.json", "CON",
        ]
        try await withServer { (server, url) async throws in
            try await RecordingBench.run { (bench) async throws in
                await server.setFaults { request in
                    let path = request.path.removingPercentEncoding ?? request.path
                    let price = path.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
                    return .answer(.json(#"{"name":"x","price":\#(price)}"#))
                }
                var kept: [(name: String, json: JSON)] = []
                try await bench.record(url) { (client) async throws in
                    for name in names {
                        let path = "/v1/offers/\(name)"
                        let json = try await raw(path, client.url)
                        if json["price"] != nil { kept.append((name, json)) }
                    }
                    _ = try await raw(
                        "/v1/offers/\(String(repeating: "%C3%A4", count: 40))",
                        client.url
                    )
                    try await bench.waitForFinding("too long for a file name")
                }
                #expect(kept.count >= names.count - 2)
                #expect(bench.files.allSatisfy { $0.hasPrefix("GetOffer/") })
                let above = bench.bodies.deletingLastPathComponent()
                let neighbours = try FileManager.default.contentsOfDirectory(atPath: above.path)
                #expect(Set(neighbours) == ["bodies", "schema.yaml"])
                try await bench.mock(replaying: true) { (_, client) async throws in
                    for (name, json) in kept {
                        #expect(try await raw("/v1/offers/\(name)", client.url) == json, "\(name)")
                    }
                }
            }
        }
    }

    @Test("links out of the folder are not followed")
    func symbolicLinks() async throws {
        try await withServer { (server, url) async throws in
            await server.script("GET", "/v1/offers/a", .json(#"{"name":"a","price":1}"#))
            await server.script("GET", "/v1/greeting", .json(#"{"data":{"name":"a","price":1}}"#))
            try await RecordingBench.run { (bench) async throws in
                let outside = bench.bodies.deletingLastPathComponent().appending(path: "outside")
                let manager = FileManager.default
                for folder in [bench.bodies, outside] {
                    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
                }
                let file = outside.appending(path: "file")
                try Data(#"{"data":{"name":"old","price":1}}"#.utf8).write(to: file)
                try await bench.record(url) { (client) async throws in
                    try manager.createSymbolicLink(
                        at: bench.bodies.appending(path: "GetOffer"),
                        withDestinationURL: outside
                    )
                    try manager.createSymbolicLink(
                        at: bench.bodies.appending(path: "Greeting.json"),
                        withDestinationURL: file
                    )
                    #expect(try await client.send("GET", "offers/a").status == 200)
                    #expect(try await client.send("GET", "greeting").status == 200)
                    try await bench.waitForFinding("Greeting.json' is a symbolic link")
                    try await bench.waitForFinding("GetOffer' is a symbolic link")
                }
                #expect(try manager.contentsOfDirectory(atPath: outside.path) == ["file"])
                #expect(try String(contentsOf: file, encoding: .utf8).contains("old"))
            }
        }
    }

    /// The JSON for a path that is sent unchanged, without normalizing dots and slashes.
    private func raw(_ path: String, _ url: String) async throws -> JSON {
        let answer = try await text("GET", path, url)
        let end = try #require(answer.range(of: "\r\n\r\n"))
        return try JSON(jsonText: String(answer[end.upperBound...]))
    }

    /// The whole response as text.
    private func text(_ method: String, _ path: String, _ url: String) async throws -> String {
        let port = try #require(URL(string: url)?.port)
        // Reading blocks, and the server needs the threads of tasks.
        return try await BackgroundWork.run {
            let socket = try Socket(domain: AF_INET)
            defer { try? socket.close() }
            try socket.connect(to: sockaddr_in.inet(ip4: "127.0.0.1", port: UInt16(port)))
            let text = "\(method) \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            _ = try socket.write(Data(text.utf8))
            var bytes: [UInt8] = []
            while let byte = try? socket.read() { bytes.append(byte) }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private func withStubborn(
        _ head: String,
        count: Int?,
        _ body: (StubbornService, String) async throws -> Void
    ) async throws {
        let service = StubbornService(head, count: count)
        let url = try await service.start()
        do {
            try await body(service, url)
        } catch {
            await service.stop()
            throw error
        }
        await service.stop()
    }
}

/// Delivers redirects.
private final class StayingDelegate: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
