import ExampleServer
import Foundation
import HTTPTypes
import RepositoryTesting
import Testing

@testable import RepositoryNetworking

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite("A custom configuration of URLSession")
struct OwnConfigurationTests {
    @Test("applies to every request, including writes, as it was when passed")
    func used() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/list", .json("[]"))
            await server.script("POST", "/list", .json("{}", status: 201))
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpAdditionalHeaders = ["X-Device": "7"]
            let session = NetworkingSession(url: url).using(configuration)
            configuration.httpAdditionalHeaders = ["X-Device": "8"]
            for _ in 1...2 {
                _ = try await session.send(NetworkingRequest(method: .get, path: "/list"))
                let body = Data("{}".utf8)
                _ = try await session.send(
                    NetworkingRequest(method: .post, path: "/list", body: body)
                )
            }
            let requests = await server.requests
            #expect(requests.map(\.method) == ["GET", "POST", "GET", "POST"])
            #expect(requests.map { $0.headers["x-device"] } == ["7", "7", "7", "7"])
        }
    }

    @Test("passes the contract", arguments: NetworkingContract.checks)
    func contract(check: NetworkingContract.Check) async throws {
        try await check.run { url in NetworkingSession(url: url).using(.default) }
    }

    @Test("adds no cookies and no cache")
    func switchedOff() async throws {
        try await withExampleServer { server, url in
            let headers = ["Set-Cookie": "a=1; Path=/", "Cache-Control": "max-age=600"]
            await server.script("GET", "/list", .json("[]", headers: headers))
            let configuration = URLSessionConfiguration.default
            configuration.httpCookieAcceptPolicy = .always
            configuration.httpShouldSetCookies = true
            configuration.requestCachePolicy = .returnCacheDataElseLoad
            let session = NetworkingSession(url: url).using(configuration)
            for _ in 1...2 {
                _ = try await session.send(NetworkingRequest(method: .get, path: "/list"))
            }
            #expect(await server.requests.map { $0.headers["cookie"] } == [nil, nil])
            #expect(configuration.httpCookieAcceptPolicy == .always)
        }
    }

    @Test(
        "handles challenges of connections, and leaves others to the session",
        arguments: [
            ("NSURLAuthenticationMethodServerTrust", true),
            ("NSURLAuthenticationMethodClientCertificate", true),
            (NSURLAuthenticationMethodHTTPBasic, false),
            (NSURLAuthenticationMethodHTTPDigest, false), (NSURLAuthenticationMethodDefault, false),
        ]
    )
    func challenges(method: String, isOfConnection: Bool) {
        let challenge = Self.challenge(method)
        #expect(ConnectionChallenges.isOfConnection(challenge) == isOfConnection)
    }

    @Test("decides on a challenge, unless it leaves that to the system")
    func answers() async {
        for expected in [URLSession.AuthChallengeDisposition.cancelAuthenticationChallenge, nil] {
            let challenges = ConnectionChallenges { challenge in
                guard challenge.protectionSpace.host == "example.com" else { return nil }
                return expected.map { ($0, nil) }
            }
            let given = await withCheckedContinuation { continuation in
                challenges.answer(Self.challenge("NSURLAuthenticationMethodServerTrust")) {
                    continuation.resume(returning: ($0, $1 == nil))
                }
            }
            #expect(given.0 == expected ?? .performDefaultHandling)
            #expect(given.1)
        }
    }

    private static func challenge(_ method: String) -> URLAuthenticationChallenge {
        URLAuthenticationChallenge(
            protectionSpace: URLProtectionSpace(
                host: "example.com",
                port: 443,
                protocol: "https",
                realm: nil,
                authenticationMethod: method
            ),
            proposedCredential: nil,
            previousFailureCount: 0,
            failureResponse: nil,
            error: nil,
            sender: Sender()
        )
    }

    /// The sender of a challenge; the functions of URLSession respond elsewhere.
    private final class Sender: NSObject, URLAuthenticationChallengeSender {
        func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
        func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
        func cancel(_ challenge: URLAuthenticationChallenge) {}
        func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
        func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
    }
}
