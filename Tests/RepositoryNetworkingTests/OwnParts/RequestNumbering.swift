import Foundation
import HTTPTypes
import RepositoryRuntime

/// Adds a unique identifier to each request, to find it in the logs of client and server.
struct RequestNumbering: NetworkingMiddleware {
    /// Next to the network, so that each attempt of a retried request has its own identifier.
    var stage: MiddlewareStage { .exchange }

    func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        var request = request
        if let name = HTTPField.Name("X-Request-ID") {
            request.head.headerFields[name] = UUID().uuidString
        }
        return try await next.send(request)
    }
}
