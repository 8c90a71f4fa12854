import Foundation
import HTTPTypes
import RepositoryRuntime

/// Gives each exchange an identity of its own, by which logs of the client and the server meet.
struct RequestNumbering: NetworkingMiddleware {
    /// Next to the network: of a request that is tried three times, each attempt has its own.
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
