/// What a server does about a request.
enum Reaction: Sendable {
    /// It responds, perhaps after a while.
    case respond(MockResponse, after: Duration?)
    /// It sends the head and half of the body, and ends the connection.
    case cut(MockResponse)
    /// It ends the connection.
    case drop
    /// It writes the response as it comes; the task is cancelled when the client has left.
    case relay(@Sendable (ResponseSink) async -> Void)
}
