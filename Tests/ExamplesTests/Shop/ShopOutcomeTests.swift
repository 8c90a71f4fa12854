import ExampleServer
import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Endpoints with several outcomes, distinguished by the status.
@Suite struct ShopOutcomeTests {
    private func reprice(
        _ answer: ScriptedAnswer
    ) async throws -> EndpointResponse<Endpoint.Reprice> {
        try await withExampleServer { url, server in
            await server.script("POST", "/prices/changes", answer)
            let session = NetworkingSession(url: url, credentials: .token("t"))
            return try await session.response(to: Endpoint.Reprice(body: Job(state: "new")))
        }
    }

    private func failure(_ answer: ScriptedAnswer) async throws -> RepositoryError {
        try #require(await #expect(throws: RepositoryError.self) { try await reprice(answer) })
    }

    @Test("each declared status has a case")
    func outcomes() async throws {
        let now = try await reprice(.json("[\(ShopSamples.product)]"))
        guard case .ok(let products) = now.result else {
            Issue.record("expected products, found \(now.result)")
            return
        }
        #expect(products.map(\.name) == ["Lamp"] && now.status == 200)
        let later = try await reprice(.json(#"{"state":"queued"}"#, status: 202))
        guard case .accepted(let job) = later.result else {
            Issue.record("expected a job, found \(later.result)")
            return
        }
        #expect(job.state == "queued" && later.status == 202)
        let nothing = try await reprice(ScriptedAnswer(204))
        guard case .noContent = nothing.result else {
            Issue.record("expected nothing, found \(nothing.result)")
            return
        }
    }

    @Test("an undeclared success is an error with the body")
    func undeclared() async throws {
        let error = try await failure(.json(#"{"state":"new"}"#, status: 201))
        #expect(error.code == .unreadableResponse && error.status == 201)
        #expect(error.message.contains("expected one of the statuses 200, 202, 204, found 201"))
        #expect(error.response?.body == Data(#"{"state":"new"}"#.utf8))
        #expect(error.isAmbiguous)
    }

    @Test("a body that does not match its status is an error", arguments: ["", "{}", "[1]", "<p>"])
    func wrongBody(text: String) async throws {
        let error = try await failure(.json(text, status: 202))
        #expect(error.code == (text.isEmpty ? .emptyResponse : .unreadableResponse))
    }

    @Test("an error has the type declared for its status, or for all others")
    func failures() async throws {
        let missing = try await failure(.json(#"{"reason":"no prices"}"#, status: 404))
        #expect(missing.code == .notFound)
        #expect(missing.failure as? Problem == Problem(reason: "no prices"))
        #expect(missing.cause == nil)
        for status in [400, 409, 500] {
            let other = try await failure(.json(#"{"code":7}"#, status: status))
            #expect(other.failure as? Trouble == Trouble(code: 7))
        }
    }

    @Test("an error with an unexpected body keeps its reason")
    func unreadableFailure() async throws {
        let error = try await failure(.json(#"{"reason":7}"#, status: 404))
        #expect(error.code == .notFound && error.failure == nil)
        let cause = try #require(error.cause as? JSONError)
        #expect(cause.keyPath == "reason" && cause.code == .typeMismatch)
        let page = try await failure(.json("<html>", status: 503))
        #expect(page.isRetryable && page.failure == nil && page.cause is JSONError)
    }

    @Test("the status and the header fields are available, with types")
    func headers() async throws {
        let answer = ScriptedAnswer(
            204,
            headers: [
                "RateLimit-Remaining": "17", "X-Ratio": "0.5", "X-Flag": "true",
                "X-At": "1700000000", "X-Since": "2024-05-01T10:00:00Z", "X-Word": "many",
            ]
        )
        let response = try await reprice(answer)
        #expect(response.header("ratelimit-remaining") == 17)
        #expect(response.header("X-Ratio", as: Double.self) == 0.5)
        #expect(response.header("X-Flag") == true)
        #expect(response.header("X-Word", as: Int.self) == nil)
        #expect(response.header("X-None", as: String.self) == nil)
        #expect(
            response.header("X-At", using: DateCodec(.unixSeconds))
                == Date(timeIntervalSince1970: 1_700_000_000)
        )
        #expect(
            response.header("X-Since", using: DateCodec(.iso8601))
                == Date(timeIntervalSince1970: 1_714_557_600)
        )
        #expect(response.header("X-Word", using: DateCodec(.iso8601)) == nil)
    }

    // MARK: - Other media

    private func export(
        _ answer: ScriptedAnswer
    ) async throws -> (EndpointResponse<Endpoint.Export>, ReceivedRequest) {
        try await withExampleServer { url, server in
            await server.script("GET", "/sales/years/2026", answer)
            let session = NetworkingSession(url: url, credentials: .token("t"))
            let response = try await session.response(to: Endpoint.Export(year: 2026))
            return (response, try #require(await server.requests.first))
        }
    }

    private static func answer(_ status: Int, _ type: String?, _ body: [UInt8]) -> ScriptedAnswer {
        let headers = type.map { ["Content-Type": $0] } ?? [:]
        return ScriptedAnswer(status, headers: headers, body: Data(body))
    }

    @Test("each status has its own media type, and all are accepted")
    func media() async throws {
        let latin: [UInt8] = [0x4C, 0xE4, 0x6D, 0x70]
        let (text, request) = try await export(
            Self.answer(200, "text/csv; charset=iso-8859-1", latin)
        )
        guard case .ok("Lämp") = text.result else {
            Issue.record("expected a text, found \(text.result)")
            return
        }
        #expect(request.headers["accept"] == "text/csv, application/json, */*, image/*")
        let json = try await export(.json(#"{"state":"queued"}"#, status: 202)).0
        guard case .accepted(Job(state: "queued")) = json.result else {
            Issue.record("expected a job, found \(json.result)")
            return
        }
        let bytes = Data([0, 0xFF])
        let part = try await export(Self.answer(206, "image/png", [0, 0xFF])).0
        guard case .partialContent(bytes) = part.result else {
            Issue.record("expected bytes, found \(part.result)")
            return
        }
        let anything = try await export(Self.answer(203, "video/mp4", [0, 0xFF])).0
        guard case .nonAuthoritativeInformation(bytes) = anything.result else {
            Issue.record("expected bytes, found \(anything.result)")
            return
        }
        guard case .noContent = try await export(ScriptedAnswer(204)).0.result else {
            Issue.record("expected nothing")
            return
        }
    }

    @Test("a body with another media type than that of its status is an error")
    func otherMedia() async throws {
        for (status, type) in [(200, "text/html"), (206, "text/csv")] {
            let error = await #expect(throws: RepositoryError.self) {
                _ = try await export(Self.answer(status, type, [0x41]))
            }
            #expect(error?.code == .unreadableResponse)
            #expect(error?.message.hasPrefix("The body has the type \(type), but ") == true)
        }
        let undeclared = await #expect(throws: RepositoryError.self) {
            _ = try await export(Self.answer(201, "text/csv", [0x41]))
        }
        #expect(undeclared?.message.contains("found 201") == true)
    }

    @Test("the mock environment responds with the text of the status 200")
    func example() async throws {
        let session = NetworkingSession(url: "http://127.0.0.1:1")
        let result = try await session.request(Endpoint.Export(year: 1), environment: .mock)
        guard case .ok("product,count\n") = result else {
            Issue.record("expected a text, found \(result)")
            return
        }
    }
}
