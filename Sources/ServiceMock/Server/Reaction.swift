/// The reaction of a server to a request.
enum Reaction: Sendable {
    /// Responds, possibly after a delay.
    case respond(MockResponse, after: Duration?)
    /// Sends the head and half of the body, and closes the connection.
    case cut(MockResponse)
    /// Closes the connection.
    case drop
    /// Writes the response in parts; the task is cancelled when the client closes the connection.
    case relay(@Sendable (ResponseSink) async -> Void)
}
