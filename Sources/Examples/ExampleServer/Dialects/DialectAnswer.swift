import FlyingFox
import Foundation

/// What a service answers.
struct DialectAnswer {
    let status: Int
    /// The body as JSON; nil where it is none.
    var json: Any?
    /// The body where it is no JSON.
    var text = ""
    var mediaType: String? = "application/json"
    var headers: [String: String] = [:]

    /// An answer in JSON.
    static func json(
        _ status: Int,
        _ json: Any,
        as mediaType: String = "application/json",
        headers: [String: String] = [:]
    ) -> DialectAnswer {
        DialectAnswer(status: status, json: json, mediaType: mediaType, headers: headers)
    }

    /// An answer without a body, perhaps with a media type all the same.
    static func empty(
        _ status: Int,
        as mediaType: String? = nil,
        headers: [String: String] = [:]
    ) -> DialectAnswer {
        DialectAnswer(status: status, mediaType: mediaType, headers: headers)
    }

    /// The page of a framework, for people.
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
