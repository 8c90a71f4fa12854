import FlyingFox
import Foundation

/// A fault in handling a request.
package enum Fault: Sendable {
    /// The connection ends before the server has done anything.
    case cutBefore
    /// The server carries the request out, and the connection ends before the response.
    case cutAfter
    /// The server carries the request out, and the connection ends within the response.
    case truncated
    /// The server carries the request out, and responds with an error status.
    case failsAfter(Int)
    /// The server carries the request out, responds or not, and carries it out a second time after
    /// a delay, as behind a proxy that retries.
    case repeated(after: Duration, isAnswered: Bool)
    /// The connection ends, and the server carries the request out after a delay.
    case late(Duration)
    /// The server is slow.
    case delay(Duration)
    /// The server sends this response, and does nothing.
    case answer(ScriptedAnswer)

    /// The server is temporarily unavailable.
    ///
    /// - Parameters:
    ///   - status: 429 or 503.
    ///   - seconds: The value of `Retry-After`.
    /// - Returns: The fault.
    package static func unavailable(_ status: Int = 503, retryAfter seconds: Int? = nil) -> Fault {
        var headers = ["Content-Type": "application/json"]
        headers["Retry-After"] = seconds.map { "\($0)" }
        return .answer(ScriptedAnswer(status, headers: headers))
    }
}

extension HTTPResponse {
    /// This response, broken off after some bytes.
    func brokenOff(after count: Int) async -> HTTPResponse {
        let body = (try? await bodyData) ?? Data()
        let text = String(decoding: body.prefix(count), as: UTF8.self)
        return ScriptedAnswer.truncated(text, announcing: max(body.count, count + 100)).response
    }
}
