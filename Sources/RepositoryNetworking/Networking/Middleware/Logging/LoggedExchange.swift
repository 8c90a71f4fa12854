public import HTTPTypes

/// A log entry for one exchange with the network, without secrets.
///
/// Its description is the line to log:
///
///     ListMessages: GET /messages?limit=<redacted> 200 in 12 ms, sent 0 bytes, received 4123 bytes
public struct LoggedExchange: Sendable {
    /// The name of the endpoint; nil if a repository created the request.
    public var endpoint: String?
    /// The method.
    public var method: String
    /// The percent-encoded path, without query.
    public var path: String
    /// The query, with `<redacted>` for hidden values; nil if there is none.
    public var query: String?
    /// The number of the attempt, starting at 1.
    public var attempt: Int
    /// The status code; nil if no response was received.
    public var status: Int?
    /// The error; nil if a response was received.
    public var error: NetworkingError?
    /// The duration of the exchange.
    public var duration: Duration
    /// The size of the request body in bytes.
    public var bytesSent: Int
    /// The size of the response body in bytes, decompressed.
    public var bytesReceived: Int
    /// The visible header fields of the request.
    public var requestHeaders: HTTPFields
    /// The visible header fields of the response.
    public var responseHeaders: HTTPFields
    /// The visible part of the request body.
    public var requestBody: String?
    /// The visible part of the response body.
    public var responseBody: String?

    /// Whether there was no response, or one with an error status.
    public var isFailure: Bool {
        status.map { $0 >= 400 } ?? true
    }
}

extension LoggedExchange: CustomStringConvertible {
    /// The whole entry, on one line.
    public var description: String {
        var text = endpoint.map { "\($0): " } ?? ""
        text += "\(method) \(path)\(query.map { "?\($0)" } ?? "") "
        text += status.map(String.init) ?? error?.code.description ?? "no response"
        text += " in \(Int(duration.inSeconds * 1_000)) ms"
        text += ", sent \(bytesSent) bytes, received \(bytesReceived) bytes"
        text += attempt > 1 ? ", attempt \(attempt)" : ""
        for (name, fields) in [
            ("request", requestHeaders), ("response", responseHeaders),
        ] where !fields.isEmpty {
            let list = fields.map { "\($0.name.rawName): \($0.value)" }.joined(separator: ", ")
            text += ", \(name) headers [\(list)]"
        }
        text += requestBody.map { ", request body \($0)" } ?? ""
        text += responseBody.map { ", response body \($0)" } ?? ""
        // Paths and names are external input; none may start a new line.
        return String(text.map { $0.isNewline ? " " : $0 })
    }
}
