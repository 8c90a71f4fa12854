/// What an answer, or the lack of one, says of a write.
enum Verdict: Error {
    /// The server has carried it out.
    case acknowledged(NetworkingResponse)
    /// The server has not carried it out, and may do so later.
    case later(RepositoryError, Pause)
    /// The server may have carried it out.
    case ambiguous(RepositoryError, Pause)
    /// The server has another state than the write assumes.
    case conflict(RepositoryError)
    /// The server does not have the entity.
    case gone(RepositoryError)
    /// The server will not carry it out.
    case refused(RepositoryError)

    /// What else is better not sent now.
    enum Pause: Hashable {
        /// Nothing else.
        case entry
        /// The other writes of the collection.
        case collection
        /// All other writes.
        case everything
    }

    /// Judges an answer.
    init(_ response: NetworkingResponse, to request: NetworkingRequest, deletes: Bool) {
        guard !response.isSuccess else {
            self = .acknowledged(response)
            return
        }
        let error = RepositoryError(status: response, to: request)
        switch response.status {
        case 404, 410:
            self = deletes ? .acknowledged(response) : .gone(error)
        case 409, 412, 428:
            self = .conflict(error)
        case 429:
            self = .unsettled(error, .collection)
        case 425, 503:
            self = .unsettled(error, error.retryAfter == nil ? .entry : .collection)
        case 401, 407, 511:
            // It is not the write that is refused, but who sends it.
            self = .unsettled(error, .collection)
        case 403 where response.followsAmbiguousAttempt:
            // Who may not ask is not told what came of the first time.
            self = .ambiguous(error, .entry)
        case 501, 505:
            // The server does not know how, and will not tomorrow.
            self = .refused(error)
        case 408, 500...:
            self = .ambiguous(error, .entry)
        default:
            self = .refused(error)
        }
    }

    /// Not carried out; unless the request was sent before, and nobody knows what came of it then.
    private static func unsettled(_ error: RepositoryError, _ pause: Pause) -> Verdict {
        error.isAmbiguous ? .ambiguous(error, pause) : .later(error, pause)
    }

    /// Judges the lack of an answer.
    ///
    /// What failed before a byte was sent has not happened; unless the request was sent before that,
    /// as by a middleware that repeats it, and nobody knows what came of it then.
    init(_ error: RepositoryError) {
        let code = (error.cause as? NetworkingError)?.code
        switch code {
        case .cannotConnect, .cannotFindHost, .offline, .untrusted, .cancelled:
            self = .unsettled(error, .everything)
        case .missingCredentials, .invalidURL, .noBaseURL, .noExample:
            self = .unsettled(error, .collection)
        case .invalidRequest, .tooManyRedirects, .unsafeRedirect:
            self = error.isAmbiguous ? .ambiguous(error, .entry) : .refused(error)
        case nil where error.code == .invalidRequest:
            // It could not be written as a request.
            self = .refused(error)
        default:
            self = .ambiguous(error, .entry)
        }
    }
}

extension Verdict {
    /// Judges the response to a write, or the error in its place.
    init(
        _ result: Result<NetworkingResponse, RepositoryError>,
        to request: NetworkingRequest,
        deletes: Bool
    ) {
        switch result {
        case .success(let response): self.init(response, to: request, deletes: deletes)
        case .failure(let error): self.init(error)
        }
    }

    /// Judges why nothing could be read: reading leaves nothing open.
    init(reading error: RepositoryError) {
        if let response = error.response {
            self.init(response, to: NetworkingRequest(method: .get, path: ""), deletes: false)
        } else {
            self.init(error)
        }
    }

    /// What else is better not sent while nothing can be read.
    var pause: Pause {
        if case .later(_, let pause) = self { pause } else { .entry }
    }
}
