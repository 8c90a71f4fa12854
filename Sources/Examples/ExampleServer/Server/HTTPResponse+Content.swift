import FlyingFox
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension HTTPResponse {
    /// Returns a response with a JSON body.
    static func json(_ status: Int, _ value: Any, headers: HTTPHeaders = [:]) -> HTTPResponse {
        // Sorted, so that equal data has equal bytes.
        let options: JSONSerialization.WritingOptions = [
            .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed,
        ]
        guard let body = try? JSONSerialization.data(withJSONObject: value, options: options) else {
            return HTTPResponse(statusCode: .internalServerError)
        }
        var headers = headers
        headers[.contentType] = "application/json; charset=utf-8"
        return HTTPResponse(statusCode: HTTPStatusCode(code: status), headers: headers, body: body)
    }

    /// Returns a response with a problem in the format of RFC 9457.
    static func problem(
        _ status: Int,
        _ title: String,
        errors: [String: [String]] = [:]
    ) -> HTTPResponse {
        var body: [String: Any] = ["title": title, "status": status]
        if !errors.isEmpty {
            body["errors"] = errors
        }
        var response = json(status, body)
        response.headers[.contentType] = "application/problem+json"
        return response
    }

    /// Returns the response to a HEAD request: it has the same header fields, but no body.
    ///
    /// A client that keeps the connection would take the body for the start of its next response.
    func withoutBody() -> HTTPResponse {
        guard case .httpBody(let body) = payload else { return self }
        var response = self
        response.headers[.contentLength] = headers[.contentLength] ?? body.count.map { "\($0)" }
        response.payload = .httpBody(HTTPBodySequence(data: Data()))
        return response
    }
}

extension HTTPStatusCode {
    init(code: Int) {
        self.init(code, phrase: HTTPURLResponse.localizedString(forStatusCode: code))
    }
}
