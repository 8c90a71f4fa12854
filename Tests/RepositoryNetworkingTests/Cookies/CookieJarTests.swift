import ExampleServer
import Foundation
import HTTPTypes
import Testing

@testable import RepositoryNetworking

@Suite("Cookies of a session")
struct CookieJarTests {
    private let me = NetworkingRequest(method: .get, path: "/me")
    private let logIn = NetworkingRequest(method: .post, path: "/login")

    /// Returns a response with given header fields over a persistent connection.
    private static func response(_ fields: String...) -> RawServer.Action {
        .send(
            "HTTP/1.1 200 OK\r\n\(fields.map { $0 + "\r\n" }.joined())Content-Length: 2\r\n\r\n{}"
        )
    }

    private func cookies(of request: String?) -> String? {
        request?.split(whereSeparator: \.isNewline)
            .first { $0.lowercased().hasPrefix("cookie: ") }
            .map { String($0.dropFirst(8)) }
    }

    @Test("are sent with later requests, to the same host only", arguments: Transport.allCases)
    func kept(transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script(
                "POST",
                "/login",
                .json("{}", headers: ["Set-Cookie": "session=abc; Path=/; HttpOnly"])
            )
            await server.script("GET", "/me", .json("{}"))
            let jar = CookieJar()
            let session = NetworkingSession(url: url).over(transport).keeping(jar)
            _ = try await session.send(logIn)
            _ = try await session.send(me)
            let other = url.replacing("127.0.0.1", with: "localhost")
            _ = try? await NetworkingSession(url: other).over(transport).keeping(jar).send(me)
            jar.removeAll()
            _ = try await session.send(me)
            let sent = await server.requests.map { $0.headers["cookie"] }
            #expect(sent.count >= 3)
            #expect(sent.prefix(2) == [nil, "session=abc"])
            #expect(sent.dropFirst(2).allSatisfy { $0 == nil })
        }
    }

    // The trap: a client that logs in by a cookie is anonymous in the next request.
    @Test("are not kept without a jar", arguments: Transport.allCases)
    func trap(transport: Transport) async throws {
        try await withExampleServer { server, url in
            let set = ["Set-Cookie": "session=abc; Path=/"]
            await server.script("GET", "/me", .json("{}", headers: set))
            let session = NetworkingSession(url: url).over(transport)
            _ = try await session.send(me)
            _ = try await session.send(me)
            #expect(await server.requests.map { $0.headers["cookie"] } == [nil, nil])
        }
    }

    @Test(
        "may be several in one response, with commas in their dates",
        arguments: Transport.allCases
    )
    func several(transport: Transport) async throws {
        let first = Self.response(
            "Set-Cookie: a=1; Expires=Sun, 06 Nov 2094 08:49:37 GMT; Path=/",
            "Set-Cookie: b=2=3",
            "Set-Cookie: c=4; Expires=Sun, 06-Nov-2094 08:49:37 GMT",
            "Set-Cookie: d=\"q,x=1\""
        )
        try await withRawServer(first, Self.response()) { server, url in
            let session = NetworkingSession(url: url).over(transport).keeping(CookieJar())
            _ = try await session.send(me)
            _ = try await session.send(me)
            #expect(cookies(of: await server.requests.last) == "a=1; b=2=3; c=4; d=\"q,x=1\"")
        }
    }

    @Test("are not divided at commas that async-http-client receives")
    func commas() async throws {
        let first = Self.response(
            "Set-Cookie: prefs=lang=de,theme=dark; Path=/",
            "Set-Cookie: old=1; Expires=Thursday, 01-Jan-70 00:00:01 GMT",
            "Set-Cookie: new=1; Expires=Sunday, 06-Nov-69 08:49:37 GMT"
        )
        try await withRawServer(first, Self.response()) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient).keeping(CookieJar())
            _ = try await session.send(me)
            _ = try await session.send(me)
            #expect(cookies(of: await server.requests.last) == "prefs=lang=de,theme=dark; new=1")
        }
    }

    @Test("set by a redirect are sent to its target", arguments: Transport.allCases)
    func redirect(transport: Transport) async throws {
        try await withExampleServer { server, url in
            var answer = ScriptedAnswer.redirect(303, to: "/me")
            answer.headers["Set-Cookie"] = "session=abc; Path=/"
            await server.script("POST", "/login", answer)
            await server.script("GET", "/me", .json("{}"))
            let session = NetworkingSession(url: url).over(transport).keeping(CookieJar())
            _ = try await session.send(logIn)
            #expect(await server.requests.map { $0.headers["cookie"] } == [nil, "session=abc"])
        }
    }

    @Test("have lower precedence than those of the request and the credentials")
    func own() async throws {
        try await withExampleServer { server, url in
            let set = ["Set-Cookie": "session=old; Path=/"]
            await server.script("GET", "/me", .json("{}", headers: set))
            let jar = CookieJar()
            _ = try await NetworkingSession(url: url).keeping(jar).send(me)
            var request = me
            request.head.headerFields[.cookie] = "session=own; theme=dark"
            _ = try await NetworkingSession(url: url).keeping(jar).send(request)
            request = me
            request.api = CookieService.self
            _ = try await NetworkingSession(url: url, credentials: .key("new")).keeping(jar)
                .send(request)
            let sent = await server.requests.map { $0.headers["cookie"] }
            #expect(sent == [nil, "session=own; theme=dark", "session=new"])
        }
    }

    @Test(
        "apply to the paths and the time that their server specifies",
        arguments: [
            ("a=1", "/shop/basket", "a=1"), ("a=1", "/shopping", nil), ("a=1", "/", nil),
            ("a=1; Path=/shop/", "/shop/me", "a=1"), ("a=1; Path=/shop/", "/shop", nil),
            ("a=1; path=/", "/", "a=1"), ("a=1; Path=x", "/shop/me", "a=1"),
            ("a=1; Max-Age=60", "/shop/me", "a=1"), ("a=1; Max-Age=0", "/shop/me", nil),
            ("a=1; Max-Age=-1; Expires=Sun, 06 Nov 2094 08:49:37 GMT", "/shop/me", nil),
            ("a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "/shop/me", nil),
            ("a=1; Max-Age=60; Expires=Sun, 06 Nov 1994 08:49:37 GMT", "/shop/me", "a=1"),
            ("a=1; Expires=Thu, 1 Jan 1970 0:00:00 GMT", "/shop/me", nil),
            ("a=1; Expires=Thu, 01 Jan 1970 00:00:00", "/shop/me", nil),
            ("a=1; Expires=Thu Jan 01 1970 00:00:00 GMT+0000", "/shop/me", nil),
            ("a=1; Expires=Thu, 01 January 1970 00:00:00 GMT", "/shop/me", nil),
            ("a=1; Expires=Sun Feb 30 1975 00:00:00", "/shop/me", "a=1"),
            ("a=1; Expires=1 Jan 1970", "/shop/me", "a=1"),
            ("a=1; Expires=soon", "/shop/me", "a=1"), ("a=1; Secure", "/shop/me", nil),
            ("a=1; Domain=example.com", "/shop/me", nil), ("a=1; Domain=0.0.1", "/shop/me", nil),
            ("a=1; Domain=7.0.0.1", "/shop/me", nil), ("a=1; Domain=127.0.0.1", "/shop/me", "a=1"),
            ("a=; SameSite=Lax", "/shop/me", "a="), ("a", "/shop/me", nil), ("=1", "/shop/me", nil),
        ] as [(String, String, String?)]
    )
    func attributes(field: String, path: String, expected: String?) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/shop/login", .json("{}", headers: ["Set-Cookie": field]))
            await server.script("GET", path, .json("{}"))
            let session = NetworkingSession(url: url).keeping(CookieJar())
            _ = try await session.send(NetworkingRequest(method: .get, path: "/shop/login"))
            _ = try await session.send(NetworkingRequest(method: .get, path: path))
            #expect(await server.requests.last?.headers["cookie"] == expected)
        }
    }

    @Test(
        "go to the host that set them, whatever domain they name, and secure ones only over https",
        arguments: [
            ("a=1", "https://api.example.com/x", "a=1"),
            ("a=1", "http://API.example.com:81/", "a=1"),
            ("a=1", "https://example.com/", nil), ("a=1", "https://www.example.com/", nil),
            ("a=1; Domain=.example.com", "https://api.example.com/", "a=1"),
            ("a=1; Domain=example.com", "https://www.example.com/", nil),
            ("a=1; Domain=ample.com", "https://api.example.com/", nil),
            ("a=1; Domain=www.example.com", "https://www.example.com/", nil),
            ("a=1; Secure", "https://api.example.com/", "a=1"),
            ("a=1; Secure", "http://api.example.com/", nil),
        ] as [(String, String, String?)]
    )
    func hosts(field: String, address: String, expected: String?) throws {
        let jar = CookieJar()
        let url = try #require(URL(string: "https://api.example.com/login"))
        jar.store([.setCookie: field], from: url)
        #expect(jar.field(for: try #require(URL(string: address))) == expected)
    }

    @Test("expire, and are replaced by those with the same name and path")
    func expiry() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "GET",
                "/me",
                .json("{}", headers: ["Set-Cookie": "a=1; Max-Age=60; Path=/"]),
                .json("{}", headers: ["Set-Cookie": "a=2; Max-Age=60; Path=/"]),
                .json("{}")
            )
            let now = Box(Date(timeIntervalSince1970: 1_000))
            let jar = CookieJar { now.withLock { $0 } }
            let session = NetworkingSession(url: url).keeping(jar)
            let address = try #require(URL(string: url))
            _ = try await session.send(me)
            _ = try await session.send(me)
            #expect(jar.value(of: "a", for: address) == "2")
            #expect(jar.value(of: "A", for: address) == nil)
            now.withLock { $0 += 59 }
            _ = try await session.send(me)
            now.withLock { $0 += 1 }
            _ = try await session.send(me)
            #expect(jar.value(of: "a", for: address) == nil)
            let sent = await server.requests.map { $0.headers["cookie"] }
            #expect(sent == [nil, "a=1", "a=2", nil])
        }
    }

    @Test("of one host are limited to 64, and the oldest are dropped")
    func bounded() async throws {
        let fields = (1...70).map { "Set-Cookie: c\($0)=\($0)" }.joined(separator: "\r\n")
        try await withRawServer(Self.response(fields), Self.response()) { server, url in
            let session = NetworkingSession(url: url).over(.asyncHTTPClient).keeping(CookieJar())
            _ = try await session.send(me)
            _ = try await session.send(me)
            let sent = cookies(of: await server.requests.last)?.components(separatedBy: "; ")
            #expect(sent == (7...70).map { "c\($0)=\($0)" })
        }
    }

    @Test("separate users in the cache")
    func users() async throws {
        try await withExampleServer { server, url in
            await server.script(
                "POST",
                "/login",
                .json("{}", headers: ["Set-Cookie": "session=ann; Path=/"]),
                .json("{}", headers: ["Set-Cookie": "session=bob; Path=/"])
            )
            let fresh = ["Cache-Control": "max-age=600"]
            await server.script(
                "GET",
                "/me",
                .json(#""ann""#, headers: fresh),
                .json(#""bob""#, headers: fresh)
            )
            let networking = NetworkingSession(url: url).keeping(CookieJar())
                .with(.cache(), .sharing())
            var bodies: [String] = []
            for _ in 1...2 {
                _ = try await networking.send(logIn)
                for _ in 1...2 {
                    bodies.append(
                        String(decoding: try await networking.send(me).body, as: UTF8.self)
                    )
                }
            }
            #expect(bodies == [#""ann""#, #""ann""#, #""bob""#, #""bob""#])
            #expect(await server.requests.map(\.method) == ["POST", "GET", "POST", "GET"])
        }
    }

    @Test("appear in no description and no dump, nor do those of a session")
    func secrecy() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/me", .json("{}", headers: ["Set-Cookie": "a=secret"]))
            let jar = CookieJar()
            let session = NetworkingSession(url: url).keeping(jar)
            _ = try await session.send(me)
            #expect(jar.value(of: "a", for: try #require(URL(string: url))) == "secret")
            for thing in [jar, session] as [Any] {
                var dumped = ""
                dump(thing, to: &dumped)
                for text in ["\(thing)", String(reflecting: thing), dumped] {
                    #expect(!text.contains("secret"))
                }
            }
        }
    }
}
