import HTTPTypes

/// Carries one request to a server, and brings its whole response back.
///
/// It follows no redirects, keeps no cookies and no cache, and adds no credentials: `NetworkingSession`
/// does all of that, alike on every transport.
package protocol HTTPTransport: Sendable {
    /// Sends one request and waits for its response, a redirect included.
    ///
    /// It never sends a request twice. When the task is cancelled, it returns at once.
    ///
    /// - Parameters:
    ///   - hop: What to send.
    ///   - bounds: How long it may take, and how large the response may be.
    /// - Returns: The response, or why there is no whole one.
    func carry(_ hop: Hop, within bounds: Exchange.Bounds) async -> Exchange.Outcome
}

extension NetworkingSession {
    /// The same session on another transport.
    ///
    /// - Parameter transport: What carries its requests.
    /// - Returns: The session.
    package func carried(by transport: any HTTPTransport) -> NetworkingSession {
        var session = self
        session.transport = transport
        return session
    }
}
