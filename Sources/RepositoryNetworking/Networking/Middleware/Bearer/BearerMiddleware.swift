import Foundation
import HTTPTypes

/// A middleware that adds a token to requests and renews it when the server rejects it.
///
/// The token goes where a session puts ``Credential/token(_:)``: only to its own origin, not to
/// requests of another API or of endpoints that do not authenticate. It does not replace a
/// credential that a request already carries.
///
/// A 401 leads to one renewal, however many requests were rejected meanwhile; each is then sent
/// once more, with the new token. If that fails with 401 too, the response is returned. A 401 is
/// also returned, without a renewal, if the server may already have carried out the write, for
/// example because it redirected the client to the result, and the request must not be repeated. A
/// 401 for a token that was replaced in the meantime triggers no other renewal. Requests that begin
/// during a renewal wait for it. A request whose body is a ``RequestStream`` cannot be sent again:
/// it fails with the code `.unrepeatableBody`, and the next request uses the new token.
public struct BearerMiddleware: NetworkingMiddleware {
    private let renewals: TokenRenewals

    /// The stage: authorization.
    public var stage: MiddlewareStage { .authorization }

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - tokens: The source of tokens.
    ///   - timeout: How long to wait for a token or its renewal.
    public init(_ tokens: any TokenSource, timeout: Duration = .seconds(60)) {
        // Limited so that the sum of instants cannot overflow.
        renewals = TokenRenewals(tokens, timeout: timeout.limited)
    }

    /// Sends a request with the token.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The rest of the chain.
    /// - Returns: The response.
    /// - Throws: `NetworkingError`, with the code `.missingCredentials` if there is no token, or
    ///   the server rejected it and it could not be renewed; the error of the source is the cause.
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
        // Another origin, reached by a redirect, never received the token.
        guard response.status == 401, response.route != .foreign else {
            return response
        }
        let isAmbiguous = response.followsAmbiguousAttempt
        guard !isAmbiguous || request.isIdempotent && !request.hasPrecondition else {
            return response
        }
        do throws(NetworkingError) {
            let outcome = await renewals.renewedToken(replacing: token)
            guard let renewed = try self.token(from: outcome, for: request), renewed != token
            else { return response }
            guard request.isRepeatable else {
                let message =
                    "The token was renewed, but the body is a stream, which can only be sent once."
                throw NetworkingError(.unrepeatableBody, during: request, message: message)
            }
            request.credential = Credential.combined(.token(renewed), others)
            var response = try await next.send(request)
            response.followsAmbiguousAttempt = response.followsAmbiguousAttempt || isAmbiguous
            return response
        } catch {
            var error = error
            error.isAmbiguous = error.isAmbiguous || isAmbiguous
            throw error
        }
    }

    private func takesToken(_ request: NetworkingRequest) -> Bool {
        // If no API declares the places, any credential counts.
        let places: [Authentication] =
            request.context.openPlaces
            ?? (request.api == UnspecifiedAPI.self
                ? [.none] : request.api.authentication.places)
        let isOpen = places.unfilled(by: request.credential).contains {
            [.none, .bearer].contains($0)
        }
        return isOpen && request.authenticates && request.head.headerFields[.authorization] == nil
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
        case .timedOut: message = "Obtaining the token timed out."
        case .failure(let error):
            // The message should tell that the user has to log in.
            message = (error as? OAuthError)?.message ?? "The token could not be obtained."
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
    /// Creates a middleware that adds a token to requests and renews it when the server rejects it.
    ///
    /// - Parameters:
    ///   - tokens: The source of tokens.
    ///   - timeout: How long to wait for a token or its renewal.
    /// - Returns: The middleware.
    public static func bearer(
        _ tokens: any TokenSource,
        timeout: Duration = .seconds(60)
    ) -> BearerMiddleware {
        BearerMiddleware(tokens, timeout: timeout)
    }
}
