import FlyingFox
import Foundation

/// A response of a service.
struct DialectAnswer {
    let status: Int
    /// The body as JSON; nil if it is anything else.
    var json: Any?
    /// The body if it is not JSON.
    var text = ""
    var mediaType: String? = "application/json"
    var headers: [String: String] = [:]

    /// Returns a response in JSON.
    static func json(
        _ status: Int,
        _ json: Any,
        as mediaType: String = "application/json",
        headers: [String: String] = [:]
    ) -> DialectAnswer {
        DialectAnswer(status: status, json: json, mediaType: mediaType, headers: headers)
    }

    /// Returns a response without a body, optionally with a media type nevertheless.
    static func empty(
        _ status: Int,
        as mediaType: String? = nil,
        headers: [String: String] = [:]
    ) -> DialectAnswer {
        DialectAnswer(status: status, mediaType: mediaType, headers: headers)
    }

    /// Returns the HTML page of a framework.
    static func page(_ status: Int, _ title: String) -> DialectAnswer {
        let text = "<!DOCTYPE html>\n<title>\(title)</title>\n<h1>\(title)</h1>\n"
        return DialectAnswer(status: status, text: text, mediaType: "text/html; charset=utf-8")
    }

    var response: HTTPResponse {
        var all = HTTPHeaders(
            Dictionary(uniqueKeysWithValues: headers.map { (HTTPHeader($0.key), $0.value) })
        )
        all[.contentType] = mediaType
        let options: JSONSerialization.WritingOptions = [
            .sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed,
        ]
        let data = json.flatMap {
            try? JSONSerialization.data(withJSONObject: $0, options: options)
        }
        return HTTPResponse(
            statusCode: HTTPStatusCode(code: status),
            headers: all,
            body: data ?? Data(text.utf8)
        )
    }
}
