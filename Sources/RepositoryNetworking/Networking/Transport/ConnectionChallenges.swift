#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// What answers the challenges of connections, such as that of a server's certificate.
struct ConnectionChallenges: Sendable {
    /// Answers a challenge; nil leaves it to the system.
    var answer: NetworkingSession.ChallengeAnswer?

    /// Whether a challenge is about the connection, and not a server's request for a password.
    static func isOfConnection(_ challenge: URLAuthenticationChallenge) -> Bool {
        ![
            NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
            NSURLAuthenticationMethodDefault,
        ].contains(challenge.protectionSpace.authenticationMethod)
    }

    /// Answers a challenge of a connection.
    func answer(
        _ challenge: URLAuthenticationChallenge,
        _ completion:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        guard let answer else {
            completion(.performDefaultHandling, nil)
            return
        }
        Task {
            let (disposition, credential) =
                await answer(challenge) ?? (.performDefaultHandling, nil)
            completion(disposition, credential)
        }
    }
}

extension NetworkingSession {
    /// The answer to a challenge of a connection: nil leaves it to the system.
    public typealias ChallengeAnswer =
        @Sendable (
            URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)?

    /// Returns the same session on URLSession with a configuration of your own.
    ///
    /// ```swift
    /// let configuration = URLSessionConfiguration.ephemeral
    /// configuration.allowsCellularAccess = false
    /// let session = NetworkingSession(api: Shop.self).using(configuration) { challenge in
    ///     guard let trust = challenge.protectionSpace.serverTrust else { return nil }
    ///     return isPinned(trust) ? nil : (.cancelAuthenticationChallenge, nil)
    /// }
    /// ```
    ///
    /// The configuration decides on proxies, TLS versions, multipath, constrained and cellular networks, the
    /// number of connections and additional header fields. Its cache, cookies and stored passwords are switched
    /// off: see `CacheMiddleware` and ``CookieJar``. Redirects, credentials and time-outs are those of the
    /// session. It must not be that of a background session.
    ///
    /// Each call opens connections of its own: make the session once, and hand it on. On Linux, URLSession
    /// checks certificates by itself, and asks nobody.
    ///
    /// - Parameters:
    ///   - configuration: The configuration; it is copied.
    ///   - answer: Answers challenges of connections: certificates of servers and of clients. Requests for
    ///     a password are not among them. With `.cancelAuthenticationChallenge` the request fails with
    ///     `.untrusted`. By default the system answers.
    /// - Returns: The session.
    public func using(
        _ configuration: URLSessionConfiguration,
        answeringChallenges answer: ChallengeAnswer? = nil
    ) -> NetworkingSession {
        carried(
            by: URLSessionTransport(configuration, answering: ConnectionChallenges(answer: answer))
        )
    }
}
