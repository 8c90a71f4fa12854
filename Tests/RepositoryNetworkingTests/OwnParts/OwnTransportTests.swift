import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The custom transport and middleware in the documentation work.
@Suite struct OwnTransportTests {
    @Test("the transport passes the contract", arguments: NetworkingContract.checks)
    func transport(_ check: NetworkingContract.Check) async throws {
        try await check.run { url in PlainTransport(origin: url) }
    }

    @Test("the transport passes on who sends a request, if a middleware knows")
    func credentials() async throws {
        struct Tokens: TokenSource {
            func token() -> String? { "secret" }
            func renewedToken(replacing refused: String) -> String? { nil }
        }
        let network = ScriptedNetwork()
        network.script(.get, "a", .json("{}"))
        try await network.serve { url in
            let networking = PlainTransport(origin: url).with(.bearer(Tokens()))
            _ = try await networking.send(NetworkingRequest(method: .get, path: "a"))
        }
        let fields = network.requests.map(\.head.headerFields[.authorization])
        #expect(fields == ["Bearer secret"])
    }

    @Test("the middleware passes the contract", arguments: NetworkingContract.checks)
    func middleware(_ check: NetworkingContract.Check) async throws {
        try await check.runScripted { $0.with(RequestNumbering()) }
    }

    @Test("each attempt has its own identity")
    func attempts() async throws {
        let network = ScriptedNetwork()
        network.script(.get, "a", .response(503), .response(503), .json("{}"))
        let networking = network.with(
            RequestNumbering(),
            .retry(attempts: 3, backoff: Backoff(first: .zero))
        )
        let response = try await networking.send(NetworkingRequest(method: .get, path: "a"))
        #expect(response.status == 200)
        let name = try #require(HTTPField.Name("X-Request-ID"))
        let identities = network.requests.compactMap { $0.head.headerFields[name] }
        #expect(identities.count == 3)
        #expect(Set(identities).count == 3)
    }
}
