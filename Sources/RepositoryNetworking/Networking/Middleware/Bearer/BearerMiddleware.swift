import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Puts a token into requests, and renews it when the server refuses it.
///
/// The token goes where ``Credential/token(_:)`` of a session goes: to the own origin only, not to
/// requests of another API or of endpoints that do not authenticate, and not over requests that say by
/// themselves who sends them.
///
/// A 401 leads to one renewal, however many requests were refused meanwhile; each is then sent once
/// more, with the new token. A 401 to that is given as it is. A request that was sent with a token
/// that has been replaced since does not renew the new one. Requests that begin during a renewal wait
/// for it. A request whose body is a ``RequestStream`` cannot be sent once more: it fails with the kind
/// `.unrepeatableBody`, and one with a new stream has the new token.
public struct BearerMiddleware: NetworkingMiddleware {
    private let renewals: TokenRenewals

    /// Where it stands.
    public var stage: MiddlewareStage { .authorization }

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - tokens: Where the token comes from.
    ///   - timeout: How long to wait for a token, or for a new one.
    public init(_ tokens: any TokenSource, timeout: Duration = .seconds(60)) {
        // No sum of instants may overflow, whatever a user asks for.
        renewals = TokenRenewals(tokens, timeout: min(timeout, .seconds(31_536_000)))
    }

    /// Sends a request with the token.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: What is nearer to the network.
    /// - Returns: The response.
    /// - Throws: `NetworkingError`, of the kind `.missingCredentials` where there is no token, or the
    ///   server refused it and it could not be renewed; what the source threw is the cause.
    public func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        guard takesToken(request), !renewals.isAsking else {
            return try await next.send(request)
        }
        guard let token = try token(from: await renewals.token(), for: request) else {
            return try await next.send(request)
        }
        let others = request.credential
        var request = request
        request.credential = Credential.combined(.token(token), others)
        let response = try await next.send(request)
        // At another origin, where a redirect led, nobody has seen the token.
        guard response.status == 401, response.route != .foreign else {
            return response
        }
        let outcome = await renewals.renewedToken(replacing: token)
        guard let renewed = try self.token(from: outcome, for: request), renewed != token else {
            return response
        }
        guard request.isRepeatable else {
            let message =
                "The server refused the token, which is renewed now; the body is a stream, which can be "
                + "sent once."
            throw NetworkingError(.unrepeatableBody, during: request, message: message)
        }
        request.credential = Credential.combined(.token(renewed), others)
        return try await next.send(request)
    }

    private func takesToken(_ request: NetworkingRequest) -> Bool {
        // Where no API says what requests carry, any credential will do.
        let places: [Authentication] =
            request.context.openPlaces
            ?? (request.api == UnspecifiedAPI.self
                ? [.none] : request.api.authentication.places)
        let isOpen = places.unfilled(by: request.credential).contains {
            [.none, .bearer].contains($0)
        }
        guard isOpen else { return false }
        return request.context.openPlaces != nil
            || request.authenticates && request.head.headerFields[.authorization] == nil
    }

    private func token(
        from outcome: TokenOutcome,
        for request: NetworkingRequest
    ) throws(NetworkingError) -> String? {
        let message: String
        var cause: (any Error)?
        var isRetryable = true
        switch outcome {
        case .token(let token): return token
        case .cancelled: throw NetworkingError(cancelledBeforeSending: request)
        case .timedOut: message = "The token did not come in time."
        case .failure(let error):
            // Whoever reads the message should know where a user has to log in.
            message = (error as? OAuthError)?.message ?? "The token could not be had."
            cause = error
            isRetryable =
                (error as? OAuthError)?.isRetryable ?? (error as? NetworkingError)?.isRetryable
                ?? (error as? RepositoryError)?.isRetryable ?? (error is URLError)
        }
        var error = NetworkingError(
            .missingCredentials,
            during: request,
            message: message,
            cause: cause
        )
        error.isRetryable = isRetryable
        throw error
    }
}

extension NetworkingMiddleware where Self == BearerMiddleware {
    /// Puts a token into requests, and renews it when the server refuses it.
    ///
    /// - Parameters:
    ///   - tokens: Where the token comes from.
    ///   - timeout: How long to wait for a token, or for a new one.
    /// - Returns: The middleware.
    public static func bearer(
        _ tokens: any TokenSource,
        timeout: Duration = .seconds(60)
    ) -> BearerMiddleware {
        BearerMiddleware(tokens, timeout: timeout)
    }
}
