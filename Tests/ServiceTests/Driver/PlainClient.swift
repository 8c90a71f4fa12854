import Foundation
import RepositoryRuntime

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A plain HTTP client, which sends JSON and returns responses.
struct PlainClient: Sendable {
    /// The response.
    struct Answer: Sendable {
        let response: HTTPURLResponse
        let data: Data

        var status: Int { response.statusCode }
        func header(_ name: String) -> String? { response.value(forHTTPHeaderField: name) }
        var isSuccess: Bool { (200..<300).contains(status) }
        /// The body as JSON; null if it is not JSON.
        var json: JSON { (try? JSON(jsonData: data)) ?? .null }
    }

    let url: String
    var headers: [String: String] = [:]
    var mediaType = "application/json"

    /// Sends a request to a path below the address, or to an address.
    func send(
        _ method: String,
        _ path: String,
        _ body: JSON? = nil,
        headers more: [String: String] = [:]
    ) async throws -> Answer {
        try await send(method, path, data: body?.jsonData(), mediaType: mediaType, headers: more)
    }

    /// Sends a request with any body.
    func send(
        _ method: String,
        _ path: String,
        data: Data?,
        mediaType: String,
        headers more: [String: String] = [:]
    ) async throws -> Answer {
        let address = path.hasPrefix("http://") ? path : "\(url)/\(path)"
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.cachePolicy = .reloadIgnoringLocalCacheData
        request.setValue(self.mediaType, forHTTPHeaderField: "Accept")
        for (name, value) in headers.merging(more, uniquingKeysWith: { $1 }) {
            request.setValue(value, forHTTPHeaderField: name)
        }
        if let data {
            request.setValue(mediaType, forHTTPHeaderField: "Content-Type")
            request.httpBody = data
        }
        let (data, answer) = try await URLSession.shared.data(for: request)
        guard let response = answer as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        return Answer(response: response, data: data)
    }
}
