extension NetworkingSession {
    /// Adds the credential to a request that needs one and does not carry it.
    func authenticate(
        _ hop: inout Hop,
        of request: NetworkingRequest,
        until end: ContinuousClock.Instant
    ) async throws(NetworkingError) {
        let places = openPlaces(of: request, in: hop)
        let hasCredentials = credentials != nil || request.credential != nil
        // Without an API it is unknown whether one is required; a credential is then added if there
        // is one.
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
            let message = "The request needs credentials, and none are available."
            throw NetworkingError(.missingCredentials, during: request, message: message)
        }
        if let problem = hop.add(credential, to: places) {
            throw NetworkingError(.missingCredentials, during: request, message: problem)
        }
    }

    /// Returns the places where a credential passed with the request would be added.
    func openPlaces(of request: NetworkingRequest) -> [Authentication] {
        // A request without a valid URL fails later, when it is sent.
        guard isOwn(request), let hop = try? firstHop(of: request) else { return [] }
        return openPlaces(of: request, in: hop)
    }

    /// Returns the places for credentials that the request does not fill itself; `none` if no API
    /// declares any.
    private func openPlaces(of request: NetworkingRequest, in hop: Hop) -> [Authentication] {
        guard request.authenticates else { return [] }
        let api = api(of: request)
        let places = api == UnspecifiedAPI.self ? [.none] : api.authentication.places
        return places.filter { !hop.isAuthenticated(by: $0) }
    }

    /// Returns the credential of the session; nil if it has none, or none now.
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
            message = "The credentials could not be obtained."
            cause = error
        case .timedOut:
            message = "Obtaining the credentials timed out."
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
    /// Creates the error of a task that was cancelled before anything was sent.
    init(cancelledBeforeSending request: NetworkingRequest) {
        self.init(.cancelled, during: request)
        self.isAmbiguous = false
    }
}
