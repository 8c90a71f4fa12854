import Foundation
import HTTPTypes
import HTTPTypesFoundation
import RepositoryRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Sends requests to one server with an existing HTTP client, here `URLSession`.
struct PlainTransport: Networking {
    /// Scheme, host and port, as in `https://example.com`.
    let origin: String

    func send(_ request: NetworkingRequest) async throws(NetworkingError) -> NetworkingResponse {
        let urlRequest = try urlRequest(for: request)
        if Task.isCancelled { throw NetworkingError(.cancelled, during: request) }
        // On Linux, a session with a closed connection would send a write a second time.
        let session = URLSession(configuration: .ephemeral)
        defer { session.finishTasksAndInvalidate() }
        do {
            let (body, response) = try await session.data(for: urlRequest)
            guard let head = (response as? HTTPURLResponse)?.httpResponse else {
                throw NetworkingError(.invalidResponse, during: request)
            }
            return NetworkingResponse(head: head, body: body, url: response.url)
        } catch let error as NetworkingError {
            throw error
        } catch {
            // Kind and method decide whether a retry is safe. The cause is left out, because it
            // contains the URL with its query.
            throw NetworkingError(kind(of: error), during: request)
        }
    }

    private func urlRequest(
        for request: NetworkingRequest
    ) throws(NetworkingError) -> URLRequest {
        let head = request.head
        // A link to the next page is an absolute URL, and is only followed to the same server.
        let target = head.authority.map { "\(head.scheme ?? "")://\($0)" } ?? origin
        let path = (head.path ?? "").drop { $0 == "/" }
        guard target == origin, let url = URL(string: "\(origin)/\(path)") else {
            throw NetworkingError(.invalidURL, during: request)
        }
        var result = URLRequest(url: url)
        result.httpMethod = head.method.rawValue
        result.httpBody = request.body
        for field in head.headerFields {
            result.addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        // The credential, if a middleware such as `.bearer` has set one.
        if let field = request.credential?.authorization {
            result.setValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        return result
    }

    private func kind(of error: any Error) -> NetworkingError.Code {
        switch (error as? URLError)?.code {
        case _ where Task.isCancelled: .cancelled
        case .timedOut: .timedOut
        case .cannotConnectToHost: .cannotConnect
        case .cannotFindHost: .cannotFindHost
        case .notConnectedToInternet: .offline
        case .networkConnectionLost: .connectionLost
        default: .unknown
        }
    }
}
