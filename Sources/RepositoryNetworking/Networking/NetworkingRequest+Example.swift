import Foundation
import HTTPTypes

extension NetworkingRequest {
    /// Returns the response of the mock environment.
    func exampleResponse() throws(NetworkingError) -> NetworkingResponse {
        guard let example else {
            throw NetworkingError(.noExample, during: self)
        }
        // The example has the requested media type. Of a range such as `image/*`, any may be meant.
        let accepted = head.headerFields[.accept] ?? "*/*"
        let isPartial = accepted.contains("*") && accepted != "*/*"
        let isAny = accepted == "*/*" || accepted.contains(",") || accepted.isEmpty
        var headers = HTTPFields()
        if exampleMedia != nil || !isPartial {
            headers[.contentType] = exampleMedia ?? (isAny ? "application/json" : accepted)
        }
        return NetworkingResponse(status: 200, headers: headers, body: Data(example.utf8))
    }
}
