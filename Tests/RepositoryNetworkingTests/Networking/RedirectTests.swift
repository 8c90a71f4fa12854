import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("Redirects")
struct RedirectTests {
    @Test(
        "keep or change the method as RFC 9110 specifies",
        arguments: [
            (302, HTTPMethod.post, "GET"), (303, .post, "GET"),
            (307, .post, "POST"), (308, .post, "POST"),
            (301, .put, "PUT"), (302, .patch, "PATCH"), (303, .put, "GET"), (303, .delete, "GET"),
            (307, .put, "PUT"), (308, .patch, "PATCH"), (308, .delete, "DELETE"),
            (301, .get, "GET"), (303, .head, "HEAD"),
        ],
        Transport.allCases
    )
    func method(
        _ redirect: (status: Int, method: HTTPMethod, expected: String),
        transport: Transport
    ) async throws {
        let (status, method, expected) = redirect
        let hasBody = [.post, .put, .patch].contains(method)
        try await withExampleServer { server, url in
            await server.script(method.rawValue, "/old", .redirect(status, to: "/new"))
            await server.script(expected, "/new", .json("{}"))
            var request = NetworkingRequest(method: method, path: "/old")
            if hasBody {
                request.body = Data(#"{"text":"hi"}"#.utf8)
                request.head.headerFields[.contentType] = "application/json"
            }
            let response = try await NetworkingSession(url: url).over(transport).send(request)
            #expect(response.status == 200)
            #expect(response.url?.path == "/new")
            let second = try #require(await server.requests.last)
            #expect(second.method == expected)
            let keepsBody = hasBody && expected == method.rawValue
            #expect(second.text == (keepsBody ? #"{"text":"hi"}"# : ""))
            #expect(second.headers["content-type"] == (keepsBody ? "application/json" : nil))
        }
    }

    // The trap: the listing there looks like the response to the request.
    @Test(
        "of POST with a permanent status code are rejected with an explanation",
        arguments: Transport.allCases
    )
    func movedCollection(transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/notes", .redirect(301, to: "/notes/"))
            let request = NetworkingRequest(method: .post, path: "/notes")
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport).send(request)
            }
            #expect(error?.code == .unsafeRedirect)
            #expect(error?.message.contains("a trailing slash") == true)
            #expect(error?.isAmbiguous == false)
            #expect(await server.requests.map(\.method) == ["POST"])
        }
    }

    // The trap: URLSession follows a 307 or 308 with the method, but without the body.
    #if os(Linux) && compiler(<6.4)
    @Test("lose their body on a plain URLSession", arguments: [307, 308])
    func trap(status: Int) async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/old", .redirect(status, to: "/new"))
            await server.script("POST", "/new", .json("{}"))
            let outcome = try await PlainSession.outcome("POST", url + "/old", body: "hi")
            #expect(outcome == .response(200, "{}"))
            #expect(await server.requests.last?.method == "POST")
            #expect(await server.requests.last?.text == "")
        }
    }
    #endif

    @Test(
        "are resolved as URL references",
        arguments: [
            ("/a/b", "new", "/a/new"), ("/a/b", "../new?x=1", "/new?x=1"),
            ("/a/b", "?page=2", "/a/b?page=2"), ("/a/b", "/new#part", "/new"),
            ("/a/b", "/n%2Fw", "/n%2Fw"), ("/a/b", "/[1] x", "/%5B1%5D%20x"),
            ("/a/b", "/[1]%20x?f[a]=%26", "/%5B1%5D%20x?f%5Ba%5D=%26"),
        ],
        Transport.allCases
    )
    func reference(
        _ redirect: (path: String, location: String, expected: String),
        transport: Transport
    ) async throws {
        let (path, location, expected) = redirect
        try await withExampleServer { server, url in
            await server.script("GET", path, .redirect(302, to: location), .json("{}"))
            _ = try await NetworkingSession(url: url).over(transport)
                .send(NetworkingRequest(method: .get, path: path))
            let last = try #require(await server.requests.last)
            #expect(last.path + (last.query.isEmpty ? "" : "?\(last.query)") == expected)
        }
    }

    // The trap: URLSession on Linux does not support a scheme in upper case.
    @Test("are followed regardless of the scheme's case", arguments: Transport.allCases)
    func schemeCase(transport: Transport) async throws {
        try await withExampleServer { server, url in
            let location = url.replacing("http://", with: "HTTP://") + "/new"
            await server.script("GET", "/old", .redirect(302, to: location))
            await server.script("GET", "/new", .json("{}"))
            let response = try await NetworkingSession(url: url).over(transport)
                .send(NetworkingRequest(method: .get, path: "/old"))
            #expect(response.status == 200)
        }
    }

    @Test(
        "are followed regardless of the header field's case",
        arguments: ["location", "LOCATION"],
        Transport.allCases
    )
    func headerCase(name: String, transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script(
                "POST",
                "/old",
                ScriptedAnswer(308, headers: [name: "/new"], body: Data("moved".utf8))
            )
            await server.script("POST", "/new", .json("{}"))
            var request = NetworkingRequest(method: .post, path: "/old")
            request.body = Data("hi".utf8)
            let response = try await NetworkingSession(url: url).over(transport).send(request)
            #expect(response.status == 200)
            #expect(await server.requests.last?.text == "hi")
        }
    }

    @Test("end after the number that the session allows", arguments: Transport.allCases)
    func bound(transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/loop", .redirect(302, to: "/loop"))
            let configuration = NetworkingSession.Configuration(maximumRedirects: 3)
            let session = NetworkingSession(url: url, configuration: configuration).over(transport)
            let error = await #expect(throws: NetworkingError.self) {
                try await session.send(NetworkingRequest(method: .get, path: "/loop"))
            }
            #expect(error?.code == .tooManyRedirects)
            #expect(error?.isRetryable == false)
            #expect(await server.requests.count == 4)
        }
    }

    @Test(
        "are returned if the session follows none, or if there is no URL",
        arguments: Transport.allCases
    )
    func delivered(transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/old", .redirect(302, to: "/new"))
            await server.script("GET", "/nowhere", ScriptedAnswer(301, body: Data("moved".utf8)))
            await server.script("GET", "/choice", .redirect(300, to: "/new"))
            let none = NetworkingSession.Configuration(maximumRedirects: 0)
            let session = NetworkingSession(url: url, configuration: none).over(transport)
            let old = try await session.send(NetworkingRequest(method: .get, path: "/old"))
            #expect(old.status == 302)
            #expect(old.head.headerFields[.location] == "/new")
            #expect(String(decoding: old.body, as: UTF8.self) == "moved")
            for (path, status) in [("/nowhere", 301), ("/choice", 300)] {
                let response = try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: .get, path: path))
                #expect(response.status == status)
            }
        }
    }

    @Test("send no credentials to another origin", arguments: Transport.allCases)
    func otherOrigin(transport: Transport) async throws {
        try await withExampleServer { first, url in
            try await withExampleServer { second, other in
                await first.script("GET", "/old", .redirect(302, to: other + "/new"))
                await first.script("GET", "/here", .redirect(302, to: "/old"))
                await second.script("GET", "/new", .json("{}"))
                let headers = ["X-API-Key": "secret-1", "Accept": "application/json"]
                var request = NetworkingRequest(method: .get, path: "/here")
                request.head.headerFields[.authorization] = "Bearer secret-2"
                request.head.headerFields[.cookie] = "session=secret-3; a=b"
                _ = try await NetworkingSession(url: url, headers: headers).over(transport).send(
                    request
                )
                let same = try #require(await first.requests.last)
                #expect(same.headers["authorization"] == "Bearer secret-2")
                #expect(same.headers["x-api-key"] == "secret-1")
                #expect(same.headers["cookie"] == "session=secret-3; a=b")
                let foreign = try #require(await second.requests.last)
                #expect(foreign.headers["accept"] == "application/json")
                #expect(!foreign.headers.values.contains { $0.contains("secret") })
            }
        }
    }

    // The trap: without its condition, the write would replace newer data.
    @Test("keep the conditions of a request at another origin")
    func conditions() async throws {
        try await withExampleServer { first, url in
            try await withExampleServer { second, other in
                await first.script("PUT", "/old", .redirect(307, to: other + "/new"))
                await second.script("PUT", "/new", .json("{}"))
                var request = NetworkingRequest(method: .put, path: "/old")
                request.head.headerFields[.ifMatch] = "\"1\""
                _ = try await NetworkingSession(url: url).send(request)
                #expect(await second.requests.last?.headers["if-match"] == "\"1\"")
            }
        }
    }

    // The trap: the server has created it, and only the created entity cannot be read.
    @Test(
        "make a write ambiguous if they lead nowhere",
        arguments: [(302, true), (303, true), (307, false)],
        Transport.allCases
    )
    func answered(
        redirect: (status: Int, isAnswer: Bool),
        transport: Transport
    ) async throws {
        for location in ["http://127.0.0.1:1/new", "ftp://127.0.0.1/new", "/old"] {
            try await withExampleServer { server, url in
                for method in ["GET", "POST"] {
                    await server.script(method, "/old", .redirect(redirect.status, to: location))
                }
                let error = await #expect(throws: NetworkingError.self) {
                    try await NetworkingSession(url: url).over(transport)
                        .send(NetworkingRequest(method: .post, path: "/old"))
                }
                #expect(error?.isAmbiguous == redirect.isAnswer)
                if redirect.isAnswer { #expect(error?.isRetryable == false) }
                #expect(await server.requests.count { $0.method == "POST" } > 0)
            }
        }
    }

    @Test(
        "to a result that cannot be read are not retryable for a write, whatever the status",
        arguments: [401, 404, 409, 429, 503]
    )
    func unreadableResult(status: Int) async throws {
        try await withExampleServer { server, url in
            await server.script("POST", "/jobs", .redirect(303, to: "/jobs/7"))
            await server.script("GET", "/jobs/7", ScriptedAnswer(status))
            let session = NetworkingSession(url: url)
            for networking in [session, session.with(.retry(), .bearer(RenewableToken()))]
                as [any Networking]
            {
                let request = NetworkingRequest(method: .post, path: "/jobs")
                let response = try await networking.send(request)
                #expect(response.status == status)
                #expect(response.followsAmbiguousAttempt)
                let error = RepositoryError(status: response, to: request)
                #expect(error.isAmbiguous && !error.isRetryable)
            }
            #expect(await server.requests.count { $0.method == "POST" } == 2)
        }
    }

    @Test(
        "are rejected if they lead out of HTTP",
        arguments: [
            "file:///etc/passwd", "ftp://127.0.0.1/x", "javascript:1", "http://", "http://:80",
            "//", "////", "http:/x", "http://[", "http://%/", "//a b/", "http://\u{1}/", "1:",
            "http://127.0.0.1:99999/", "http://127.0.0.1:-1/", "//user@",
        ],
        Transport.allCases
    )
    func refused(location: String, transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/old", .redirect(302, to: location))
            let error = await #expect(throws: NetworkingError.self) {
                try await NetworkingSession(url: url).over(transport)
                    .send(NetworkingRequest(method: .get, path: "/old"))
            }
            // A control character in a header field is not valid HTTP, which async-http-client
            // reports.
            let isHTTP = transport == .urlSession || !location.contains("\u{1}")
            #expect(error?.code == (isHTTP ? .unsafeRedirect : .invalidResponse))
            #expect(error.map { !"\($0)".contains(location) } == true)
        }
    }
}
