import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// FastAPI's responses, for each kind of outcome and of credentials.
    @Suite(.timeLimit(.minutes(5)))
    struct FastAPIOutcomeTests {
        private func failure(_ state: String, _ carrier: Carrier) async throws -> RepositoryError {
            let session = try await RealServers.session("fastapi", over: carrier)
            return try #require(
                await #expect(throws: RepositoryError.self) {
                    try await session.request(Endpoint.DoDeed(body: Deed(state: state)))
                }
            )
        }

        @Test("each declared status has a case", arguments: Carrier.allCases)
        func outcomes(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let done = try await session.response(to: Endpoint.DoDeed(body: Deed(state: "done")))
            guard case .ok(let deeds) = done.result else {
                Issue.record("found \(done.result)")
                return
            }
            #expect(deeds.map(\.state) == ["done", "filed"] && done.status == 200)
            let queued = try await session.request(Endpoint.DoDeed(body: Deed(state: "queued")))
            guard case .accepted(let deed) = queued else {
                Issue.record("found \(queued)")
                return
            }
            #expect(deed == Deed(state: "queued"))
            let nothing = try await session.request(Endpoint.DoDeed(body: Deed(state: "empty")))
            guard case .noContent = nothing else {
                Issue.record("found \(nothing)")
                return
            }
            let undeclared = try await failure("created", carrier)
            #expect(undeclared.code == .unreadableResponse && undeclared.status == 201)
        }

        @Test(
            "validation errors of FastAPI are typed, with their fields",
            arguments: Carrier.allCases
        )
        func refusal(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let error = await #expect(throws: RepositoryError.self) {
                let deed = Deed(state: "done", priority: 0)
                _ = try await session.request(Endpoint.DoDeed(body: deed))
            }
            #expect(error?.code == .invalid && error?.cause == nil)
            let refusal = try #require(error?.failure as? Refusal)
            let part = RefusedPart(
                type: "greater_than",
                loc: [.key("body"), .key("priority")],
                msg: "Input should be greater than 0",
                input: 0,
                ctx: ["gt": 0]
            )
            #expect(refusal == Refusal(detail: [part]))
            let fields = error?.service?.fields ?? []
            #expect(fields.map(\.key) == ["priority"])
            #expect(fields.map(\.message) == ["Input should be greater than 0"])
            // For a query, on the first page of a listing.
            let pages: PageSequence<String> = session.pages(of: Endpoint.ListNumbered(), size: 6)
            let tooLarge = await #expect(throws: RepositoryError.self) {
                for try await _ in pages {}
            }
            let detail = (tooLarge?.failure as? Refusal)?.detail.first
            #expect(detail?.loc == [.key("query"), .key("per_page")] && detail?.input == "6")
        }

        @Test(
            "errors have the declared types of their status",
            arguments: Carrier.allCases
        )
        func failures(carrier: Carrier) async throws {
            let lost = try await failure("lost", carrier)
            #expect(lost.code == .notFound)
            #expect(lost.failure as? Loss == Loss(reason: "nobody knows it", ids: [1, 2]))
            let teapot = try await failure("teapot", carrier)
            #expect(teapot.code == .unexpectedStatus && teapot.status == 418)
            #expect(teapot.failure as? FailureDetail == FailureDetail(detail: "I'm a teapot"))
            #expect(teapot.service?.message == "I'm a teapot")
            let unknown = try await failure("?", carrier)
            #expect(unknown.code == .conflict)
            let detail: JSON = ["code": "unknown", "message": "no state ?"]
            #expect(unknown.failure as? FailureDetail == FailureDetail(detail: detail))
            #expect(unknown.service?.message == "no state ?" && unknown.service?.code == "unknown")
            let down = try await failure("down", carrier)
            #expect(down.status == 503 && down.retryAfter == .seconds(7))
            // The server closes the connection after the response, without notice.
            let broken = try await failure("broken", carrier)
            #expect(broken.code == .server && broken.failure == nil && broken.cause is JSONError)
            #expect(broken.response?.body == Data("Internal Server Error".utf8))
        }

        @Test("header fields are typed", arguments: Carrier.allCases)
        func headers(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let response = try await session.response(to: Endpoint.GetLimits())
            let noon = Date(timeIntervalSince1970: 1_709_208_000)
            #expect(response.header("ratelimit-remaining") == 17)
            #expect(response.header("X-Ratio") == 0.125)
            #expect(response.header("X-Flag") == true)
            #expect(response.header("X-Since", using: DateCodec(.rfc1123)) == noon)
            #expect(response.header("X-At", using: DateCodec(.iso8601)) == noon)
            #expect(response.header("X-Missing", as: String.self) == nil)
        }

        // MARK: - Pages

        private func elements(
            _ pages: PageSequence<String>
        ) async throws -> (pages: [[String]], totals: [Int?]) {
            var (found, totals): ([[String]], [Int?]) = ([], [])
            for try await page in pages {
                found.append(page.elements)
                totals.append(page.total)
            }
            return (found, totals)
        }

        @Test("all pages are read, with each kind of paging", arguments: Carrier.allCases)
        func pages(carrier: Carrier) async throws {
            let session = try await RealServers.session("fastapi", over: carrier)
            let words = (1...7).map { "word \($0)" }
            func divided(_ size: Int) -> [[String]] {
                stride(from: 0, to: 7, by: size).map { Array(words[$0..<min($0 + size, 7)]) }
            }
            let numbered = try await elements(session.pages(of: Endpoint.ListNumbered(prefix: "w")))
            #expect(numbered.pages == divided(5) && numbered.totals == [7, 7])
            let small = try await elements(session.pages(of: Endpoint.ListNumbered(), size: 2))
            #expect(small.pages == divided(2) && small.totals == [7, 7, 7, 7])
            let none = try await elements(session.pages(of: Endpoint.ListNumbered(prefix: "ü&")))
            #expect(none.pages.flatMap(\.self).isEmpty && none.totals == [0])
            let linked = try await elements(session.pages(of: Endpoint.ListLinked(size: 3)))
            #expect(linked.pages == divided(3))
            let byToken = try await elements(session.pages(of: Endpoint.ListByToken()))
            #expect(byToken.pages == divided(2))
            let byOffset = try await elements(session.pages(of: Endpoint.ListByOffset()))
            #expect(byOffset.pages == divided(4) && byOffset.totals == [7, 7])
        }

        // MARK: - Callers

        @Test(
            "FastAPI authenticates the caller, with each kind of credentials",
            arguments: Carrier.allCases
        )
        func callers(carrier: Carrier) async throws {
            func session(_ credentials: Credentials) async throws -> NetworkingSession {
                try await RealServers.session("fastapi", over: carrier, credentials)
            }
            let token = "token.with-odd_signs~+/=="
            #expect(
                try await session(.token(token)).request(Endpoint.KnowBearer())
                    == ["scheme": "str Bearer", "token": "str \(token)"]
            )
            let password = #"p:a s"s\%41&=+;,"#
            #expect(
                try await session(.user("ada", password: password)).request(Endpoint.KnowUser())
                    == ["user": "str ada", "password": "str \(password)"]
            )
            let key = #"key a, b; "c" %41+/=="#
            #expect(
                try await session(.key(key)).request(Endpoint.KnowHeader()) == ["key": "str \(key)"]
            )
            let queryKey = "k&y= +/;ü%41"
            #expect(
                try await session(.key(queryKey)).request(Endpoint.KnowQuery(name: "a&b"))
                    == ["key": "str \(queryKey)", "name": "str a&b"]
            )
            for other in [nil, "x"] {
                let endpoint = Endpoint.KnowCookie(other: other)
                #expect(
                    try await session(.key("key.a+/=b")).request(endpoint)
                        == ["key": "str key.a+/=b"]
                )
            }
            let stranger = await #expect(throws: RepositoryError.self) {
                try await session(.token("other")).request(Endpoint.KnowBearer())
            }
            #expect(stranger?.code == .unauthorized)
            #expect(stranger?.service?.message == "wrong credentials")
            let nobody = await #expect(throws: RepositoryError.self) {
                try await RealServers.session("fastapi", over: carrier)
                    .request(Endpoint.KnowUser())
            }
            #expect(nobody?.code == .missingCredentials)
        }
    }
}
