import Foundation

/// A response of a token endpoint: tokens, an OAuth error, or anything else.
struct TokenAnswer {
    private let response: NetworkingResponse
    private let body: JSON?

    init(_ response: NetworkingResponse) {
        self.response = response
        body = try? JSON(jsonData: response.body)
    }

    /// Returns the tokens of the response.
    ///
    /// - Parameters:
    ///   - scopes: The requested scopes.
    ///   - date: The time of the request.
    ///   - secrets: The secrets sent, to keep out of errors.
    /// - Returns: The tokens.
    /// - Throws: `OAuthError` if there are none.
    func tokens(
        scopes: [String],
        at date: Date,
        hiding secrets: [String]
    ) throws(OAuthError) -> OAuthTokens {
        // Some servers send an error with the status 200.
        if let reason = body?["error"]?.string, !response.isSuccess || body?["access_token"] == nil
        {
            let description = body?["error_description"]?.string
            throw noted(OAuthError(refusal: reason, description, hiding: secrets))
        }
        guard response.isSuccess else {
            throw unreadable(
                "The response of the token endpoint has neither tokens nor an OAuth error."
            )
        }
        guard let body, body.object != nil else {
            throw unreadable("The response of the token endpoint is not a JSON object.")
        }
        guard let accessToken = body["access_token"]?.string,
            Credential.token(accessToken).authorization != nil
        else {
            throw unreadable(
                "The response of the token endpoint has no valid access token."
            )
        }
        // The type is required, but some servers omit it; those issue bearer tokens.
        let type = body["token_type"] ?? .null
        guard type.isNull || type.string?.lowercased() == "bearer" else {
            throw unreadable("The tokens are not bearer tokens; other types are not supported.")
        }
        let refreshToken = body["refresh_token"]?.string
        let granted = body["scope"]?.string?.split(separator: " ").map(String.init)
        return OAuthTokens(
            accessToken: accessToken,
            refreshToken: refreshToken?.isEmpty == false ? refreshToken : nil,
            issuedAt: date,
            expiresAt: life.map { date.addingTimeInterval($0) },
            scopes: granted ?? scopes
        )
    }

    /// The lifetime of the access token in seconds; nil if it is missing or invalid, such as -1.
    private var life: TimeInterval? {
        guard let value = body?["expires_in"],
            let seconds = value.double ?? value.string.flatMap(Double.init), seconds > 0
        else { return nil }
        // More than ten years means forever; it would also exceed the calendar.
        return seconds < 315_360_000 ? seconds : nil
    }

    private func unreadable(_ message: String) -> OAuthError {
        noted(OAuthError(.unreadableResponse, message: message))
    }

    private func noted(_ error: OAuthError) -> OAuthError {
        var error = error
        error.status = response.status
        // Redirects and HTML pages are from a captive portal, not from the token endpoint.
        let isForeign = (300..<400).contains(response.status) || response.isPage
        let isTransient =
            isForeign || [408, 425, 429].contains(response.status) || response.status >= 500
        error.isRetryable = error.isRetryable || isTransient
        return error
    }
}
