#if URLSession
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Answers the authentication challenges of connections, such as server certificates.
struct ConnectionChallenges: Sendable {
    /// Answers a challenge; nil leaves it to the system.
    var answer: NetworkingSession.ChallengeAnswer?

    /// Returns whether a challenge is about the connection rather than a password.
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
    /// The answer to a connection challenge; nil leaves it to the system.
    public typealias ChallengeAnswer =
        @Sendable (
            URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?)?

    /// Returns the same session on a URLSession with your configuration.
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
    /// The configuration determines proxies, TLS versions, multipath, constrained and cellular
    /// networks, the number of connections, and additional header fields. Its cache, cookies and
    /// stored passwords are disabled: see `CacheMiddleware` and ``CookieJar``. Redirects,
    /// credentials and timeouts are those of the session. A background configuration is not
    /// supported.
    ///
    /// Each call opens separate connections: create the session once and pass it on. On Linux,
    /// URLSession checks certificates itself and never calls `answer`.
    ///
    /// - Parameters:
    ///   - configuration: The configuration; it is copied.
    ///   - answer: Answers connection challenges: server and client certificates, not passwords.
    ///     With `.cancelAuthenticationChallenge` the request fails with `.untrusted`. By default
    ///     the system answers.
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
#endif
