import HTTPTypes

/// A transport that sends one request to a server and returns the whole response.
///
/// It follows no redirects, stores no cookies, has no cache and adds no credentials:
/// `NetworkingSession` does this the same way on every transport.
package protocol HTTPTransport: Sendable {
    /// Sends one request and waits for its response, which may be a redirect.
    ///
    /// It never sends a request twice. When the task is cancelled, it returns at once.
    ///
    /// - Parameters:
    ///   - hop: The request.
    ///   - bounds: The limits for time and size.
    /// - Returns: The response, or the reason why there is no complete one.
    func carry(_ hop: Hop, within bounds: Exchange.Bounds) async -> Exchange.Outcome
}

extension NetworkingSession {
    /// The transport of a session that was given no other one.
    static var defaultTransport: any HTTPTransport {
        #if URLSession
        URLSessionTransport.shared
        #else
        MissingTransport()
        #endif
    }

    /// Returns the same session on another transport.
    ///
    /// - Parameter transport: The transport for its requests.
    /// - Returns: The session.
    package func carried(by transport: any HTTPTransport) -> NetworkingSession {
        var session = self
        session.transport = transport
        return session
    }
}
