extension NetworkingSession {
    /// Makes a request say who sends it, where it must and does not.
    func authenticate(
        _ hop: inout Hop,
        of request: NetworkingRequest,
        until end: ContinuousClock.Instant
    ) async throws(NetworkingError) {
        let places = openPlaces(of: request, in: hop)
        let hasCredentials = credentials != nil || request.credential != nil
        // Without an API nobody says whether it must; then it does what it can.
        guard !places.isEmpty, hasCredentials || places != [.none] else { return }
        guard isOwn(request), hasCredentials else {
            throw NetworkingError(.missingCredentials, during: request, message: Self.noCredentials)
        }
        var credential = request.credential
        if !places.unfilled(by: credential).isEmpty {
            let own = try await ownCredential(for: request, until: end)
            credential = Credential.combined(credential, own)
        }
        guard let credential else {
            let message = "The request needs credentials, and there are none now."
            throw NetworkingError(.missingCredentials, during: request, message: message)
        }
        if let problem = hop.add(credential, to: places) {
            throw NetworkingError(.missingCredentials, during: request, message: problem)
        }
    }

    /// The places where a credential that comes with a request would be put into it.
    func openPlaces(of request: NetworkingRequest) -> [Authentication] {
        // A request without an address fails when it is sent.
        guard isOwn(request), let hop = try? firstHop(of: request) else { return [] }
        return openPlaces(of: request, in: hop)
    }

    /// The places for credentials that a request does not fill by itself: `none` where no API names any.
    private func openPlaces(of request: NetworkingRequest, in hop: Hop) -> [Authentication] {
        guard request.authenticates else { return [] }
        let api = api(of: request)
        let places = api == UnspecifiedAPI.self ? [.none] : api.authentication.places
        return places.filter { !hop.isAuthenticated(by: $0) }
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
