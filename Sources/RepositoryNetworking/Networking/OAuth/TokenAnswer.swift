import Foundation

/// What a token endpoint answers: tokens, an error of OAuth, or anything else.
struct TokenAnswer {
    private let response: NetworkingResponse
    private let body: JSON?

    init(_ response: NetworkingResponse) {
        self.response = response
        body = try? JSON(jsonData: response.body)
    }

    /// The tokens of the answer.
    ///
    /// - Parameters:
    ///   - scopes: What was asked for.
    ///   - date: When it was asked for.
    ///   - secrets: What was sent, and goes into no error.
    /// - Returns: The tokens.
    /// - Throws: `OAuthError` where there are none.
    func tokens(
        scopes: [String],
        at date: Date,
        hiding secrets: [String]
    ) throws(OAuthError) -> OAuthTokens {
        // Some servers refuse with the status 200.
        if let reason = body?["error"]?.string, !response.isSuccess || body?["access_token"] == nil
        {
            let description = body?["error_description"]?.string
            throw noted(OAuthError(refusal: reason, description, hiding: secrets))
        }
        guard response.isSuccess else {
            throw unreadable(
                "The token endpoint answered with neither tokens nor an error of OAuth."
            )
        }
        guard let body, body.object != nil else {
            throw unreadable("The answer of the token endpoint is no JSON object.")
        }
        guard let accessToken = body["access_token"]?.string,
            Credential.token(accessToken).authorization != nil
        else {
            throw unreadable(
                "The answer of the token endpoint has no access token that can be sent."
            )
        }
        // It is required, and yet some servers leave it out: those give bearer tokens.
        let type = body["token_type"] ?? .null
        guard type.isNull || type.string?.lowercased() == "bearer" else {
            throw unreadable("The tokens are no bearer tokens, and nothing else can be sent.")
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

    /// How many seconds the access token lives; nil where the server does not tell, or tells nothing that
    /// makes sense, such as -1.
    private var life: TimeInterval? {
        guard let value = body?["expires_in"],
            let seconds = value.double ?? value.string.flatMap(Double.init), seconds > 0
        else { return nil }
        // Longer than ten years is for ever; the calendar ends, too.
        return seconds < 315_360_000 ? seconds : nil
    }

    private func unreadable(_ message: String) -> OAuthError {
        noted(OAuthError(.unreadableResponse, message: message))
    }

    private func noted(_ error: OAuthError) -> OAuthError {
        var error = error
        error.status = response.status
        let isTransient = [408, 425, 429].contains(response.status) || response.status >= 500
        error.isRetryable = error.isRetryable || isTransient
        return error
    }
}
