public import HTTPTypes

/// One request that went to the network, and what came of it, without what no log should hold.
///
/// Its description is the line to log:
///
///     ListMessages: GET /messages?limit=<redacted> 200 in 12 ms, sent 0 bytes, received 4123 bytes
public struct LoggedExchange: Sendable {
    /// The name of the endpoint; nil where a repository made the request by itself.
    public var endpoint: String?
    /// The method.
    public var method: String
    /// The path, percent-encoded, without query.
    public var path: String
    /// The query, with `<redacted>` for the values that are not to be shown; nil where there is none.
    public var query: String?
    /// Which attempt it was, from 1.
    public var attempt: Int
    /// The status of the answer; nil where none came.
    public var status: Int?
    /// Why no answer came; nil where one did.
    public var error: NetworkingError?
    /// How long it took.
    public var duration: Duration
    /// The bytes of the request's body.
    public var bytesSent: Int
    /// The bytes of the response's body, decompressed.
    public var bytesReceived: Int
    /// The headers of the request that are to be shown.
    public var requestHeaders: HTTPFields
    /// The headers of the response that are to be shown.
    public var responseHeaders: HTTPFields
    /// What is to be shown of the request's body.
    public var requestBody: String?
    /// What is to be shown of the response's body.
    public var responseBody: String?

    /// Whether no answer came, or one that is no success.
    public var isFailure: Bool {
        status.map { $0 >= 400 } ?? true
    }
}

extension LoggedExchange: CustomStringConvertible {
    /// All of it, on one line.
    public var description: String {
        var text = endpoint.map { "\($0): " } ?? ""
        text += "\(method) \(path)\(query.map { "?\($0)" } ?? "") "
        text += status.map(String.init) ?? error?.code.description ?? "no answer"
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
        // Paths and names come from elsewhere; none may begin a line of its own.
        return String(text.map { $0.isNewline ? " " : $0 })
    }
}
