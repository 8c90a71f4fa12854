import ExampleServer
import Foundation
import RepositoryRuntime
import Shop
import Testing

/// Declared header fields of a response, over HTTP.
@Suite struct ShopHeaderTests {
    private func inventory(
        _ headers: [String: String]
    ) async throws -> EndpointResponse<Endpoint.Inventory> {
        try await withExampleServer { url, server in
            await server.script(
                "GET",
                "/inventory",
                .json(#"[{"state": "full"}]"#, headers: headers)
            )
            let session = NetworkingSession(url: url, credentials: .token("t"))
            return try await session.response(to: Endpoint.Inventory())
        }
    }

    @Test("each header field has the declared type")
    func types() async throws {
        let response = try await inventory([
            "RateLimit-Remaining": "17", "X-Reset": "1700000000",
            "Last-Modified": "Sat, 21 Nov 2026 02:06:32 GMT", "X-Colors": "red,, \"dark-green\"",
            "X-Sizes": "1, 2,3", "X-Whole": "false", "X-Total": "12345678901234567.89",
            "etag": #"W/"7""#,
        ])
        let headers = try response.headers
        #expect(headers.remaining == 17)
        #expect(headers.resetAt == Date(timeIntervalSince1970: 1_700_000_000))
        #expect(headers.seenAt == Date(timeIntervalSince1970: 1_795_226_792))
        #expect(headers.colors.map(\.rawValue) == ["red", "dark-green"])
        #expect(headers.sizes == [1, 2, 3])
        #expect(!headers.isWhole)
        #expect(headers.total == Decimal(string: "12345678901234567.89"))
        #expect(headers.eTag == #"W/"7""#)
        #expect(response.result.map(\.state) == ["full"])
    }

    @Test("a missing header field is nil, has its default, or is an error that names it")
    func missing() async throws {
        let headers = try await inventory(["RateLimit-Remaining": "0"]).headers
        #expect(headers.resetAt == nil && headers.sizes == nil && headers.eTag == nil)
        #expect(headers.colors.isEmpty && headers.isWhole)
        let response = try await inventory([:])
        #expect(response.result.count == 1)
        let error = #expect(throws: RepositoryError.self) { try response.headers }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.description.contains("RateLimit-Remaining") == true)
        #expect(error?.operation == "GET /inventory")
    }

    @Test(
        "a value of the wrong type is an error that names the header field, but not the value",
        arguments: [
            ("RateLimit-Remaining", "many"), ("X-Reset", "secret"), ("Last-Modified", "secret"),
            ("X-Sizes", "1,secret"), ("X-Whole", "secret"), ("X-Total", "secret"),
        ]
    )
    func unreadable(name: String, value: String) async throws {
        let good = ["RateLimit-Remaining": "1"]
        let response = try await inventory(good.merging([name: value]) { $1 })
        let error = #expect(throws: RepositoryError.self) { try response.headers }
        #expect(error?.code == .unreadableResponse)
        #expect(error?.description.contains(name) == true)
        #expect(error?.description.contains(value) == false)
    }
}
