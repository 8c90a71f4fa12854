import FlyingFox
import FlyingSocks
package import Foundation

/// The response of the server on a scripted route.
package struct ScriptedAnswer: Sendable {
    /// The status code.
    package var status: Int
    /// The header fields, spelled as they are sent.
    package var headers: [String: String]
    /// The bytes of the body.
    package var body: Data
    /// The delay before the response.
    package var delay: Duration?
    /// The announced number of bytes, if the connection closes before all have been sent.
    package var announcedLength: Int?

    /// Creates a response.
    package init(
        _ status: Int,
        headers: [String: String] = [:],
        body: Data = Data(),
        delay: Duration? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.delay = delay
    }

    /// Returns a response in JSON.
    package static func json(
        _ text: String,
        status: Int = 200,
        headers: [String: String] = [:]
    ) -> ScriptedAnswer {
        let type = ["Content-Type": "application/json"]
        return ScriptedAnswer(
            status,
            headers: type.merging(headers) { _, own in own },
            body: Data(text.utf8)
        )
    }

    /// Returns a redirect.
    package static func redirect(_ status: Int, to location: String) -> ScriptedAnswer {
        ScriptedAnswer(status, headers: ["Location": location], body: Data("moved".utf8))
    }

    /// Returns a 401 that requests a user name and a password.
    package static func challenge(_ scheme: String, body: String) -> ScriptedAnswer {
        ScriptedAnswer(
            401,
            headers: ["WWW-Authenticate": scheme, "Content-Type": "application/json"],
            body: Data(body.utf8)
        )
    }

    /// Returns a response that announces more bytes than it has, and closes the connection.
    package static func truncated(_ text: String, announcing length: Int) -> ScriptedAnswer {
        var answer = json(text)
        answer.announcedLength = length
        return answer
    }

    /// Returns the same response, delayed.
    package func delayed(by delay: Duration) -> ScriptedAnswer {
        var answer = self
        answer.delay = delay
        return answer
    }

    var response: HTTPResponse {
        let headers = HTTPHeaders(
            Dictionary(uniqueKeysWithValues: headers.map { (HTTPHeader($0.key), $0.value) })
        )
        let code = HTTPStatusCode(code: status)
        guard let announcedLength else {
            return HTTPResponse(statusCode: code, headers: headers, body: body)
        }
        let bytes = BrokenOffBytes(bytes: Array(body))
        let sequence = HTTPBodySequence(from: bytes, count: announcedLength)
        return HTTPResponse(statusCode: code, headers: headers, body: sequence)
    }
}

/// Bytes that end in an error, which makes the server close the connection.
private struct BrokenOffBytes: AsyncBufferedSequence, AsyncBufferedIteratorProtocol, Sendable {
    struct End: Error {}

    var bytes: [UInt8]

    func makeAsyncIterator() -> BrokenOffBytes {
        self
    }

    mutating func next() async throws -> UInt8? {
        guard !bytes.isEmpty else {
            throw End()
        }
        return bytes.removeFirst()
    }

    mutating func nextBuffer(suggested count: Int) async throws -> [UInt8]? {
        guard !bytes.isEmpty else {
            throw End()
        }
        let next = Array(bytes.prefix(count))
        bytes.removeFirst(next.count)
        return next
    }
}
