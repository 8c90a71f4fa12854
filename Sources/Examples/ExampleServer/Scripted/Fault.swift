import FlyingFox
import Foundation

/// What goes wrong with a request.
package enum Fault: Sendable {
    /// The connection ends before the server has done anything.
    case cutBefore
    /// The server does what it was asked, and the connection ends before it has answered.
    case cutAfter
    /// The server does what it was asked, and the connection ends within the answer.
    case truncated
    /// The server does what it was asked, and answers with a status as if it had failed.
    case failsAfter(Int)
    /// The server does what it was asked, answers or not, and does it a second time after a while, as
    /// behind a proxy that asks again.
    case repeated(after: Duration, isAnswered: Bool)
    /// The connection ends, and the server does what it was asked after a while.
    case late(Duration)
    /// The server takes its time.
    case delay(Duration)
    /// The server answers so, and does nothing.
    case answer(ScriptedAnswer)

    /// The server has no time now.
    ///
    /// - Parameters:
    ///   - status: 429 or 503.
    ///   - seconds: When it has, as `Retry-After`.
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
