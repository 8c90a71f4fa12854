import ExampleServer
import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// The files stored by `repogen mock --record`, and their replay by a mock.
@Suite("Recording services", .timeLimit(.minutes(30))) struct MockRecordingTests {
    @Test("a mock replays the responses of another mock, recorded through a relay")
    func replay() async throws {
        try await RecordingBench.run { (bench) async throws in
            var expected: [String: JSON] = [:]
            let paths = ["items", "items/1", "offers/pen", "offers/ink%20pot", "greeting"]
            try await bench.mock(replaying: false) { (service, direct) async throws in
                try await bench.record(service.url) { (client) async throws in
                    let new: JSON = ["title": "new", "details": "long"]
                    let created = try await client.send("POST", "items", new)
                    #expect(created.status == 201)
                    #expect(created.header("Location") == "/v1/items/4")
                    #expect(try await client.send("DELETE", "items/2").status == 204)
                    for path in paths {
                        let answer = try await client.send("GET", path)
                        #expect(answer.status == 200)
                        #expect(answer.data == (try await direct.send("GET", path)).data)
                        expected[path] = answer.json
                    }
                    #expect(try await client.send("GET", "items").header("X-Total-Count") == "3")
                }
            }
            #expect(
                bench.files == [
                    "GetOffer/ink%20pot.json", "GetOffer/pen.json", "Greeting.json", "Items.json",
                ]
            )
            try await bench.mock(replaying: true) { (mock, client) async throws in
                #expect(Set(mock.entities(of: "Items").keys) == ["1", "3", "4"])
                for path in paths {
                    let json = try await client.send("GET", path).json
                    #expect(json.withoutSecrets == expected[path]?.withoutSecrets, "\(path)")
                }
            }
        }
    }

    @Test("the address of a service may include the path of the base URL")
    func basePath() async throws {
        try await RecordingBench.run { (bench) async throws in
            try await bench.mock(replaying: false) { (service, _) async throws in
                for address in [service.url, service.url + "/", service.url + "/v1"] {
                    try await bench.record(address) { (client) async throws in
                        #expect(try await client.send("GET", "items").status == 200)
                    }
                }
            }
        }
    }

    @Test("listings and reads are merged by identity, and keep properties that listings omit")
    func merging() async throws {
        try await withServer { (server, url) async throws in
            await server.script(
                "GET",
                "/v1/items",
                .json(#"[{"id":1,"title":"a"},{"id":2,"title":"b"}]"#),
                .json(#"[{"id":2,"title":"B"},{"id":3,"title":"c"}]"#)
            )
            let one = #"{"id":1,"title":"A","details":"whole"}"#
            await server.script("GET", "/v1/items/1", .json(one))
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    _ = try await client.send("GET", "items")
                    _ = try await client.send("GET", "items/1")
                    _ = try await client.send("GET", "items")
                }
                let items = try bench.json("Items.json").array ?? []
                #expect(items.map { $0["title"] } == ["A", "B", "c"])
                #expect(items.first?["details"] == "whole")
                try await bench.mock(replaying: true) { (mock, client) async throws in
                    #expect(mock.entities(of: "Items").count == 3)
                    #expect(try await client.send("GET", "items/1").json == JSON(jsonText: one))
                }
                // Earlier recordings are kept.
                try await bench.record(url) { (client) async throws in
                    _ = try await client.send("GET", "items")
                }
                #expect(try bench.json("Items.json").array?.count == 3)
            }
        }
    }

    @Test("the pages of an endpoint become one list")
    func pages() async throws {
        try await withServer { (server, url) async throws in
            await server.script(
                "GET",
                "/v1/news",
                .json(#"[{"name":"a","price":1},{"name":"b","price":2}]"#),
                .json(#"[{"name":"b","price":2},{"name":"c","price":3}]"#)
            )
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    _ = try await client.send("GET", "news?page=1")
                    _ = try await client.send("GET", "news?page=2")
                }
                let names = try bench.json("News.json").array?.map { $0["name"]?.string }
                #expect(names == ["a", "b", "c"])
            }
        }
    }

    @Test("invalid bodies are forwarded, logged with their key path, and not stored")
    func misfits() async throws {
        try await withServer { (server, url) async throws in
            let list = #"[{"id":1,"title":"a"},{"id":2},{"id":"x","title":"c"}]"#
            await server.script("GET", "/v1/items", .json(list))
            await server.script("GET", "/v1/offers/a", .json(#"{"name":"a","price":"1"}"#))
            await server.script("GET", "/v1/offers/b", .json("<html>"))
            await server.script("GET", "/v1/offers/c", .json("{}", status: 404))
            await server.script("GET", "/v1/greeting", .json(#"{"name":"a","price":1}"#))
            await server.script("GET", "/v1/unknown", .json("{}"))
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    #expect(
                        String(decoding: try await client.send("GET", "items").data, as: UTF8.self)
                            == list
                    )
                    for path in ["offers/a", "offers/b", "offers/c", "greeting", "unknown"] {
                        _ = try await client.send("GET", path)
                    }
                    try await bench.waitForFinding("does not declare this request")
                }
                #expect(bench.files == ["Items.json"])
                #expect(try bench.json("Items.json").array?.map { $0["id"] } == [1])
                for finding in [
                    "not stored: [1].title: This property is required.",
                    "not stored: [2].id: Expected an integer, found string.",
                    "not stored: price: Expected an integer, found string.",
                    "not stored: no value at 'data'",
                    "not stored: the schema does not declare this request",
                ] {
                    #expect(bench.findings.contains(finding), "\(bench.findings)")
                }
                #expect(bench.findings.contains { $0.hasPrefix("not stored: not JSON") })
            }
        }
    }

    @Test("header fields are forwarded, except those of the connection")
    func headerFields() async throws {
        try await withServer { (server, url) async throws in
            let fields = [
                "Set-Cookie": "a=1; Expires=Thu, 26 Nov 2026 17:34:44 GMT", "X-Own": "own",
                "Keep-Alive": "timeout=5", "ETag": "\"1\"",
            ]
            await server.script("PUT", "/v1/items/1", .json("{}", status: 202, headers: fields))
            try await RecordingBench.run { (bench) async throws in
                try await bench.record(url) { (client) async throws in
                    let sent = ["X-Sent": "sent", "If-Match": "\"1\"", "TE": "trailers"]
                    let answer = try await client.send("PUT", "items/1", ["a": 1], headers: sent)
                    #expect(answer.status == 202)
                    for (name, value) in fields where name != "Keep-Alive" {
                        #expect(answer.header(name) == value)
                    }
                    #expect(answer.header("Keep-Alive") == nil)
                    let received = try #require(await server.requests.first)
                    #expect(received.text == #"{"a":1}"#)
                    #expect(received.headers["x-sent"] == "sent")
                    #expect(received.headers["if-match"] == "\"1\"")
                    #expect(received.headers["content-type"] == "application/json")
                    #expect(received.headers["te"] == nil)
                    #expect(received.headers["host"].map { url.hasSuffix($0) } == true)
                }
            }
        }
    }

    @Test("invalid bodies in the folder prevent a recording")
    func wrongFolder() async throws {
        try await RecordingBench.run { (bench) async throws in
            try FileManager.default.createDirectory(
                at: bench.bodies,
                withIntermediateDirectories: true
            )
            try Data("[{}]".utf8).write(to: bench.bodies.appending(path: "Items.json"))
            await #expect(throws: InvalidBodies.self) {
                try await bench.record("http://127.0.0.1:1") { _ in }
            }
        }
    }

    @Test(
        "an invalid address of a service is rejected",
        arguments: [
            "", "shop.example.com", "ftp://shop.example.com", "https://", "https://u:p@x.example",
            "https://x.example?key=1", "file:///etc",
        ]
    )
    func addresses(_ address: String) async throws {
        try await RecordingBench.run { (bench) async throws in
            await #expect(throws: InvalidServiceAddress.self) {
                try await bench.record(address) { _ in }
            }
        }
    }
}

extension JSON {
    /// The entity without the properties that a recording replaces.
    fileprivate var withoutSecrets: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutSecrets))
        case .object(let members):
            .object(members.filter { !["note", "password"].contains($0.key) })
        default: self
        }
    }
}
