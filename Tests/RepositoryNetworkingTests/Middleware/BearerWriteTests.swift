import ExampleServer
import RepositoryRuntime
import Testing

@Suite("A write that redirects to a result, for which the token is rejected,")
struct BearerWriteTests {
    private let refusing = RenewableToken { _ in throw RenewableToken.Refused() }

    @Test("is not reported as not carried out if the token cannot be renewed")
    func failingRenewal() async throws {
        try await withResult { _, session in
            let networking = session.with(.bearer(refusing))
            let error = await #expect(throws: NetworkingError.self) {
                try await networking.send(NetworkingRequest(method: .put, path: "/orders"))
            }
            #expect(error?.code == .missingCredentials)
            #expect(error?.isAmbiguous == true)
        }
    }

    // The trap: the error of the renewal invites to create the entity again.
    @Test("is not repeated, and does not renew the token, if it is a creation")
    func creation() async throws {
        try await withResult { server, session in
            let networking = session.with(.retry(), .bearer(refusing))
            let request = NetworkingRequest(method: .post, path: "/orders")
            let response = try await networking.send(request)
            let error = RepositoryError(status: response, to: request)
            #expect(error.code == .unauthorized)
            #expect(error.isAmbiguous && !error.isRetryable)
            #expect(refusing.replaced.isEmpty)
            #expect(await server.requests.count { $0.method == "POST" } == 1)
        }
    }

    @Test("is repeated with the renewed token if it is idempotent")
    func repeated() async throws {
        try await withResult { server, session in
            let networking = session.with(.bearer(RenewableToken()))
            let request = NetworkingRequest(method: .put, path: "/orders")
            let status = try await networking.send(request).status
            #expect(status == 200)
            #expect(await server.requests.count { $0.method == "PUT" } == 2)
        }
    }

    /// Runs a body with a server that redirects writes to a result, which only the token t1 may
    /// read.
    private func withResult(
        _ body: (ExampleServer, NetworkingSession) async throws -> Void
    ) async throws {
        try await withExampleServer { server, url in
            await server.setFaults { request in
                guard request.method == "GET" else {
                    return .answer(.redirect(303, to: "/orders/7"))
                }
                return request.headers["authorization"] == "Bearer t1"
                    ? .answer(.json("{}")) : .answer(.challenge("Bearer", body: "{}"))
            }
            try await body(server, NetworkingSession(url: url))
        }
    }
}
