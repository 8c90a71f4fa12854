import Foundation
import HTTPTypes

extension NetworkingRequest {
    /// The answer of the mock environment.
    func exampleResponse() throws(NetworkingError) -> NetworkingResponse {
        guard let example else {
            throw NetworkingError(.noExample, during: self)
        }
        // An example is what was asked for, where that is one media type.
        let accepted = head.headerFields[.accept] ?? ""
        let isRange = accepted.contains("*") || accepted.contains(",")
        let other = isRange || accepted.isEmpty ? "application/json" : accepted
        let type = exampleMedia ?? other
        let headers: HTTPFields = [.contentType: type]
        return NetworkingResponse(status: 200, headers: headers, body: Data(example.utf8))
    }
}
