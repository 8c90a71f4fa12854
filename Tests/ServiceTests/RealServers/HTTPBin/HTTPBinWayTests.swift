import Foundation
import RepositoryRuntime
import Testing

extension RealServersTests {
    /// Redirects, cookies, credentials and conditions of httpbin.
    @Suite(.timeLimit(.minutes(5)))
    struct HTTPBinWayTests {
        private func error<Result>(
            _ body: () async throws -> Result
        ) async throws -> RepositoryError {
            try #require(
                await #expect(throws: RepositoryError.self) { _ = try await body() }
            )
        }

        // MARK: - Redirects

        @Test(
            "redirects are followed, relative and absolute ones, up to the limit",
            arguments: Carrier.allCases
        )
        func redirects(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            for endpoint in [Endpoint.Redirect(count: 10), .init(count: 3, absolute: true)] {
                let echo = try await session.request(endpoint)
                #expect(echo.url.hasSuffix("/get") && echo.headers["Accept"] == "application/json")
            }
            let relative = try await session.request(Endpoint.RelativeRedirect(count: 3))
            #expect(relative.url.hasSuffix("/get"))
            let tooMany = try await error {
                try await session.request(Endpoint.Redirect(count: 11))
            }
            #expect((tooMany.cause as? NetworkingError)?.code == .tooManyRedirects)
            let fastAPI = try await RealServers.session("fastapi", over: carrier)
            let loop = try await error { try await fastAPI.request(Endpoint.GetLoop()) }
            #expect((loop.cause as? NetworkingError)?.code == .tooManyRedirects)
        }

        @Test("a redirect keeps its query, and its address is parsed", arguments: Carrier.allCases)
        func addresses(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            for status in [301, 302, 303, 307, 308] {
                for url in ["/anything/x?a=b%20c&d=%C3%BC#part", "anything/x?a=b%20c&d=%C3%BC"] {
                    let echo = try await session.request(
                        Endpoint.GetElsewhere(url: url, status: status)
                    )
                    #expect(echo.method == "GET")
                    #expect(echo.args == ["a": .one("b c"), "d": .one("ü")], "\(status) \(url)")
                }
            }
        }

        @Test(
            "a POST is repeated, converted to GET, or fails, depending on the status",
            arguments: Carrier.allCases
        )
        func posts(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            func post(_ status: Int) async throws -> Echo {
                try await session.request(
                    Endpoint.PostElsewhere(url: "/anything/x", status: status, name: awkwardText)
                )
            }
            for status in [302, 303] {
                let echo = try await post(status)
                #expect(echo.method == "GET" && echo.form == [:] && echo.data == "")
                #expect(echo.headers["Content-Type"] == nil)
                #expect(echo.headers["Content-Length"].map { $0 == "0" } ?? true)
            }
            for status in [307, 308] {
                let echo = try await post(status)
                #expect(echo.method == "POST" && echo.form == ["name": .one(awkwardText)])
            }
            let refused = try await error { try await post(301) }
            #expect((refused.cause as? NetworkingError)?.code == .unsafeRedirect)
        }

        @Test("PUT and DELETE keep their method, except for 303", arguments: Carrier.allCases)
        func writes(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            try await withFolder { folder in
                let file = folder.appending(path: "file.txt")
                try Data(awkwardText.utf8).write(to: file)
                for status in [301, 302, 303, 307, 308] {
                    let put = try await session.request(
                        Endpoint.PutElsewhere(
                            url: "/anything/x",
                            status: status,
                            body: FileUpload(contentsOf: file, mediaType: "text/x")
                        )
                    )
                    #expect(put.method == (status == 303 ? "GET" : "PUT"))
                    #expect(put.data == (status == 303 ? "" : awkwardText))
                    #expect(put.headers["Content-Type"] == (status == 303 ? nil : "text/x"))
                    let delete = try await session.request(
                        Endpoint.DeleteElsewhere(url: "/anything/x", status: status)
                    )
                    #expect(delete.method == (status == 303 ? "GET" : "DELETE"))
                }
            }
        }

        @Test("a token is only sent to the same origin", arguments: Carrier.allCases)
        func origins(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier, .token("t"))
            let port = try #require(try await RealServers.address(of: "httpbin").port)
            for (host, token) in ["127.0.0.1": "Bearer t", "localhost": nil] as [String: String?] {
                let url = "http://\(host):\(port)/anything/x"
                let endpoint = Endpoint.GetKnownElsewhere(url: url, status: 302)
                let echo = try await session.request(endpoint)
                #expect(echo.headers["Authorization"] == token)
                #expect(echo.headers["Host"] == "\(host):\(port)")
            }
        }

        // MARK: - Cookies

        @Test(
            "a session stores no cookies, and sends those of a request",
            arguments: Carrier.allCases
        )
        func cookies(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let set = Endpoint.SetCookie(name: "kept", value: "no")
            #expect(try await session.request(set).cookies == [:])
            let own = Endpoint.SetCookie(name: "kept", value: "no", first: "own")
            #expect(try await session.request(own).cookies == ["first": "own"])
            #expect(try await session.request(Endpoint.GetCookies()).cookies == [:])
            let both = Endpoint.GetCookies(first: "a=b/c+%41", second: "a b;ü")
            #expect(
                try await session.request(both).cookies
                    == ["first": "a=b/c+%41", "second": "a%20b%3B%C3%BC"]
            )
        }

        // MARK: - Callers

        @Test(
            "httpbin accepts the right user and token, and no others",
            arguments: Carrier.allCases
        )
        func callers(carrier: Carrier) async throws {
            for (user, password) in [("ada", "p"), ("ä b", #"p:%41 ü"+&"#)] {
                let session = try await RealServers.session(
                    "httpbin",
                    over: carrier,
                    .user(user, password: password)
                )
                let endpoint = Endpoint.LogInBasic(user: user, password: password)
                #expect(
                    try await session.request(endpoint)
                        == Recognition(authenticated: true, user: user)
                )
                let hidden = Endpoint.LogInHidden(user: user, password: password)
                #expect(try await session.request(hidden).authenticated)
                let wrong = try await error {
                    try await session.request(Endpoint.LogInBasic(user: user, password: "x"))
                }
                #expect(wrong.code == .unauthorized)
                let unknown = try await error {
                    try await session.request(Endpoint.LogInHidden(user: user, password: "x"))
                }
                #expect(unknown.code == .notFound)
                // A challenge that no schema supports.
                let digest = Endpoint.LogInDigest(user: user, password: password)
                let challenged = try await error { try await session.request(digest) }
                #expect(challenged.code == .unauthorized)
            }
            let token = "token.with-odd_signs~+/=="
            let session = try await RealServers.session("httpbin", over: carrier, .token(token))
            #expect(
                try await session.request(Endpoint.LogInBearer())
                    == Recognition(authenticated: true, token: token)
            )
        }

        // MARK: - Statuses and conditions

        @Test("each status has its error", arguments: Carrier.allCases)
        func statuses(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            #expect(try await session.request(Endpoint.GetStatus(code: 200)) == "")
            let codes: [Int: RepositoryError.Code] = [
                304: .unexpectedStatus, 400: .badRequest, 401: .unauthorized, 403: .forbidden,
                404: .notFound, 406: .unexpectedStatus, 409: .conflict, 410: .notFound,
                412: .conflict, 418: .unexpectedStatus, 422: .invalid, 429: .tooManyRequests,
                500: .server, 503: .server,
            ]
            for (status, code) in codes {
                let failure = try await error {
                    try await session.request(Endpoint.GetStatus(code: status))
                }
                #expect(failure.code == code && failure.status == status)
                #expect((failure.failure as? AcceptedMedia != nil) == (status == 406))
            }
            for status in [200, 201, 204] {
                let response = try await session.response(to: Endpoint.PostStatus(code: status))
                let found =
                    switch response.result {
                    case .ok: 200
                    case .created: 201
                    case .noContent: 204
                    }
                #expect(found == status && response.status == status)
            }
            let undeclared = try await error {
                try await session.request(Endpoint.PostStatus(code: 202))
            }
            #expect(undeclared.code == .unreadableResponse)
        }

        @Test("conditions are those of the request, or of the cache", arguments: Carrier.allCases)
        func conditions(carrier: Carrier) async throws {
            let session = try await RealServers.session("httpbin", over: carrier)
            let tagged = try await session.response(to: Endpoint.GetTagged(tag: "v1"))
            #expect(tagged.header("ETag") == "v1")
            let same = try await session.request(Endpoint.GetTagged(tag: "v1", ifMatch: "\"v1\""))
            #expect(same.headers["If-Match"] == "\"v1\"")
            let other = try await error {
                try await session.request(Endpoint.GetTagged(tag: "v1", ifMatch: "\"v2\""))
            }
            #expect(other.code == .conflict)
            let unchanged = try await error {
                try await session.request(Endpoint.GetTagged(tag: "v1", ifNoneMatch: "\"v1\""))
            }
            #expect(unchanged.status == 304)
            // Each new response has a new tag.
            let caching = session.with(.cache())
            let tags = try await [
                caching.response(to: Endpoint.GetCached()).header("ETag", as: String.self),
                caching.response(to: Endpoint.GetCached()).header("ETag", as: String.self),
                session.response(to: Endpoint.GetCached()).header("ETag", as: String.self),
            ]
            #expect(tags[0] != nil && tags[0] == tags[1] && tags[1] != tags[2])
            let first = try await caching.response(to: Endpoint.GetFresh(seconds: 3600))
            #expect(first.header("Age", as: Int.self) == nil)
            let second = try await caching.response(to: Endpoint.GetFresh(seconds: 3600))
            #expect(second.header("Age", as: Int.self) != nil && second.result == first.result)
        }
    }
}
