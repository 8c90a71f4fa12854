/// The meaning of a response to a write, or of its absence.
indirect enum Verdict: Error {
    /// The server has carried the write out.
    case acknowledged(NetworkingResponse)
    /// The server has not carried it out, but may do so later.
    case later(RepositoryError, Pause)
    /// The server may have carried it out.
    case ambiguous(RepositoryError, Pause)
    /// The server has another state than the write assumes.
    case conflict(RepositoryError)
    /// The server does not have the entity, or no such route.
    case gone(RepositoryError)
    /// The server rejects it permanently.
    case refused(RepositoryError)

    /// What else should not be sent now.
    enum Pause: Hashable {
        /// Nothing else.
        case entry
        /// The other writes of the collection.
        case collection
        /// All other writes.
        case everything
    }

    /// Interprets a response.
    init(_ response: NetworkingResponse, to request: NetworkingRequest) {
        guard !response.isSuccess else {
            self = .acknowledged(response)
            return
        }
        let error = RepositoryError(status: response, to: request)
        switch response.status {
        case 404, 410:
            self = .gone(error)
        case 409, 412, 428:
            self = .conflict(error)
        case 429:
            self = .unsettled(error, .collection)
        case 425, 503:
            self = .unsettled(error, error.retryAfter == nil ? .entry : .collection)
        case 401, 407, 511:
            // The client is rejected, not the write.
            self = .unsettled(error, .collection)
        case 403 where response.followsAmbiguousAttempt:
            // A forbidden response says nothing about the first attempt.
            self = .ambiguous(error, .entry)
        case 501, 505:
            // The server lacks the capability, which will not change.
            self = .refused(error)
        case 408, 500...:
            self = .ambiguous(error, .entry)
        default:
            self = .refused(error)
        }
    }

    /// Returns that the write was not carried out, or is ambiguous because of an earlier attempt.
    private static func unsettled(_ error: RepositoryError, _ pause: Pause) -> Verdict {
        error.isAmbiguous ? .ambiguous(error, pause) : .later(error, pause)
    }

    /// Interprets the absence of a response.
    ///
    /// A request that failed before any byte was sent was not carried out. The exception is a
    /// request that was repeated, for example by a middleware, after an attempt with an unknown
    /// outcome.
    init(_ error: RepositoryError) {
        let code = (error.cause as? NetworkingError)?.code
        switch code {
        case .cannotConnect, .cannotFindHost, .offline, .untrusted, .cancelled:
            self = .unsettled(error, .everything)
        case .missingCredentials, .invalidURL, .noBaseURL, .noTransport, .noExample:
            self = .unsettled(error, .collection)
        case .invalidRequest, .tooManyRedirects, .unsafeRedirect:
            self = error.isAmbiguous ? .ambiguous(error, .entry) : .refused(error)
        case nil where error.code == .invalidRequest:
            // It could not be encoded as a request.
            self = .refused(error)
        default:
            self = .ambiguous(error, .entry)
        }
    }
}

extension Verdict {
    /// Interprets the response to a write, or the error in its place.
    init(
        _ result: Result<NetworkingResponse, RepositoryError>,
        to request: NetworkingRequest
    ) {
        switch result {
        case .success(let response): self.init(response, to: request)
        case .failure(let error): self.init(error)
        }
    }

    /// Interprets the failure of a read, which has no ambiguous outcomes.
    init(reading error: RepositoryError) {
        if let response = error.response {
            self.init(response, to: NetworkingRequest(method: .get, path: ""))
        } else {
            self.init(error)
        }
    }

    /// Whether the same read may succeed later.
    var isTemporary: Bool {
        switch self {
        case .later, .ambiguous: true
        case .acknowledged, .conflict, .gone, .refused: false
        }
    }

    /// What else should not be sent while reads fail.
    var pause: Pause {
        if case .later(_, let pause) = self { pause } else { .entry }
    }
}
