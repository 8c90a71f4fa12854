import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

@Suite("A 401 with a challenge")
struct ChallengeTests {
    private let body = #"{"message":"who are you?"}"#

    @Test(
        "is a response with its body",
        arguments: [#"Basic realm="x""#, "Digest realm=x", "Bearer"],
        Transport.allCases
    )
    func survives(scheme: String, transport: Transport) async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/private", .challenge(scheme, body: body))
            let session = NetworkingSession(url: url).over(transport)
            let request = NetworkingRequest(method: .get, path: "/private")
            let response = try await session.send(request)
            #expect(response.status == 401)
            #expect(String(decoding: response.body, as: UTF8.self) == body)
            #expect(await server.requests.count == 1)
        }
    }

    // The trap: swift-corelibs-foundation #5456, to be fixed in a later 6.3.
    #if os(Linux) && compiler(<6.3.2)
    @Test("hangs on a plain URLSession")
    func trap() async throws {
        try await withExampleServer { server, url in
            await server.script("GET", "/private", .challenge("Basic realm=x", body: body))
            let outcome = try await PlainSession.outcome(
                "GET",
                url + "/private",
                patience: .seconds(1)
            )
            #expect(outcome == .nothing)
        }
    }
    #endif
}
