import Foundation
import RepositoryRuntime
import ServiceMock
import Testing

/// The faults of a mock, by rule.
@Suite("Mock faults", .timeLimit(.minutes(30))) struct MockFaultTests {
    @Test("each fault ends a request in its own way, as often as its rule specifies")
    func faults() async throws {
        try await withMock(KintoSubject.self) { (mock, _, client) async throws in
            let path = "buckets/default/collections/tasks/records"
            func create(_ id: String) async throws -> PlainClient.Answer {
                try await client.send("POST", path, ["data": ["id": .string(id), "title": "t"]])
            }
            func happens(_ rule: String, _ id: String) async throws -> Int? {
                mock.faultRules = [try MockFaultRule(rule)]
                defer { mock.faultRules = [] }
                return try? await create(id).status
            }
            #expect(try await happens("offline", "a") == nil)
            #expect(try await happens("POST lose", "b") == nil)
            #expect(try await happens("POST cut", "c") == nil)
            #expect(try await happens("status 503 retry 5", "d") == 503)
            #expect(try await happens("after 500", "e") == 500)
            #expect(try await happens("delay 1ms", "f") == 201)
            #expect(try await happens("PUT offline", "g") == 201)
            #expect(try await happens("/v2 offline", "h") == 201)
            #expect(try await happens("offline 0%", "i") == 201)
            #expect(
                mock.entities(of: "Record").keys.sorted() == ["b", "c", "e", "f", "g", "h", "i"]
            )

            // A response without a body is cut off, too.
            mock.faultRules = [try MockFaultRule("DELETE cut")]
            let answer = try? await client.send("DELETE", "\(path)/h")
            #expect(answer == nil)
            mock.faultRules = []
            #expect(mock.entities(of: "Record")["h"] == nil)

            mock.faultRules = [try MockFaultRule("status 503 retry 5 2x")]
            let answers = [try await create("k"), try await create("k"), try await create("k")]
            #expect(answers.map(\.status) == [503, 503, 201])
            #expect(answers[0].header("Retry-After") == "5")
            #expect(mock.faultRules.isEmpty)
        }
    }

    @Test("a percentage of requests fails, the same ones for the same seed")
    func shares() async throws {
        var patterns: [[Int]] = []
        for _ in 0..<2 {
            try await withMock(EveSubject.self) { (mock, _, client) async throws in
                mock.faultRules = [try MockFaultRule("status 500 30%")]
                var statuses: [Int] = []
                for _ in 0..<100 { statuses.append(try await client.send("GET", "works").status) }
                patterns.append(statuses)
            }
        }
        #expect(patterns[0] == patterns[1])
        let failures = patterns[0].count { $0 == 500 }
        #expect((10...50).contains(failures))
    }

    @Test(
        "a rule survives writing and reading",
        arguments: [
            "offline", "POST /messages lose 20% 3x", "status 429 retry 5", "after 500 0.5%",
            "/a/b cut", "delay 200ms", "late 2000ms 1x", "twice 1000ms",
        ]
    )
    func texts(_ text: String) throws {
        let rule = try MockFaultRule(text)
        #expect(rule.text == text)
        #expect(try MockFaultRule(rule.text) == rule)
    }

    @Test(
        "an invalid rule is rejected with a reason",
        arguments: [
            ("", "has no fault"), ("explode", "is not a fault"),
            ("status", "a status from 200 to 599"),
            ("status 99", "a status from 200 to 599"), ("delay", "needs a duration"),
            ("delay -5ms", "needs a duration"), ("lose 120%", "neither a percentage"),
            ("lose 0x", "neither a percentage"), ("status 503 retry soon", "a number of seconds"),
        ]
    )
    func invalid(_ text: String, _ reason: String) {
        let error = #expect(throws: MockFaultRule.InvalidText.self) { try MockFaultRule(text) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }

    @Test("rules are set, read and cleared over HTTP")
    func control() async throws {
        try await withMock(EveSubject.self) { (mock, _, client) async throws in
            let url = "\(mock.url)/__mock"
            func put(_ text: String) async throws -> Int {
                var request = URLRequest(url: try #require(URL(string: "\(url)/faults")))
                request.httpMethod = "PUT"
                request.httpBody = Data(text.utf8)
                let (_, response) = try await URLSession.shared.data(for: request)
                return (response as? HTTPURLResponse)?.statusCode ?? 0
            }
            #expect(try await put("GET status 503\nPOST offline\n") == 200)
            #expect(mock.faultRules.count == 2)
            #expect(try await client.send("GET", "works").status == 503)
            #expect(try await put("GET explode") == 400)
            #expect(mock.faultRules.count == 2)
            let read = try await client.send("GET", "\(url)/faults")
            #expect(String(decoding: read.data, as: UTF8.self) == "GET status 503\nPOST offline\n")
            #expect(try await client.send("DELETE", "\(url)/faults").status == 204)
            #expect(try await client.send("GET", "works").status == 200)
            let contents = try await client.send("GET", url).json
            #expect(contents["collections"]?[0]?["name"] == "Works")
            let requests = try await client.send("GET", "\(url)/requests")
            #expect(String(decoding: requests.data, as: UTF8.self) == "GET /works\nGET /works\n")
        }
    }
}

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif
