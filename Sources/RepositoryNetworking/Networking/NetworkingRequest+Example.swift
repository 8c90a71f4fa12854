import Foundation
import HTTPTypes

extension NetworkingRequest {
    /// Returns the response of the mock environment.
    func exampleResponse() throws(NetworkingError) -> NetworkingResponse {
        guard let example else {
            throw NetworkingError(.noExample, during: self)
        }
        // The example has the requested media type, if exactly one is requested.
        let accepted = head.headerFields[.accept] ?? ""
        let isRange = accepted.contains("*") || accepted.contains(",")
        let other = isRange || accepted.isEmpty ? "application/json" : accepted
        let type = exampleMedia ?? other
        let headers: HTTPFields = [.contentType: type]
        return NetworkingResponse(status: 200, headers: headers, body: Data(example.utf8))
    }
}
