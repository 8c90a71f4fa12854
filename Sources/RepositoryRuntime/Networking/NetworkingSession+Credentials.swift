extension NetworkingSession {
    /// Makes a request say who sends it, where it must and does not.
    func authenticate(
        _ hop: inout Hop,
        of request: NetworkingRequest,
        until end: ContinuousClock.Instant
    ) async throws(NetworkingError) {
        let api = api(of: request)
        // Without an API nobody says whether it must; then it does what it can.
        let isRequired =
            api == UnspecifiedAPI.self
            ? credentials != nil || request.credential != nil : api.authentication != .none
        guard request.authenticates, isRequired,
            !hop.isAuthenticated(by: api.authentication)
        else {
            return
        }
        guard isOwn(request), credentials != nil || request.credential != nil else {
            throw NetworkingError(.missingCredentials, during: request, message: Self.noCredentials)
        }
        var credential = request.credential
        if credential == nil {
            credential = try await ownCredential(for: request, until: end)
        }
        guard let credential else {
            let message = "The request needs credentials, and there are none now."
            throw NetworkingError(.missingCredentials, during: request, message: message)
        }
        if let problem = hop.add(credential, by: api.authentication) {
            throw NetworkingError(.missingCredentials, during: request, message: problem)
        }
    }

    /// Whether a credential that comes with a request would be put into it.
    func takesCredential(_ request: NetworkingRequest) -> Bool {
        // A request without an address fails when it is sent.
        guard request.authenticates, isOwn(request), let hop = try? firstHop(of: request) else {
            return false
        }
        let api = api(of: request)
        return (api == UnspecifiedAPI.self || api.authentication != .none)
            && !hop.isAuthenticated(by: api.authentication)
    }

    /// Asks the session's own credentials; nil where there is none, or none now.
    func ownCredential(
        for request: NetworkingRequest,
        until end: ContinuousClock.Instant
    ) async throws(NetworkingError) -> Credential? {
        let message: String
        var cause: (any Error)?
        switch await credentials?.credential(until: end) {
        case .credential(let credential): return credential
        case nil: return nil
        case .failure(let error):
            message = "The credentials could not be had."
            cause = error
        case .timedOut:
            message = "The credentials did not come in time."
        case .cancelled:
            throw NetworkingError(cancelledBeforeSending: request)
        }
        throw NetworkingError(
            .missingCredentials,
            during: request,
            message: message,
            cause: cause
        )
    }

    private static let noCredentials = "The request needs credentials, and the session has none."
}

extension NetworkingError {
    /// Says that the task was cancelled before anything was sent.
    init(cancelledBeforeSending request: NetworkingRequest) {
        self.init(.cancelled, during: request)
        self.isAmbiguous = false
    }
}
