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
            self = .later(error, .collection)
        case 425, 503:
            self = .later(error, error.retryAfter == nil ? .entry : .collection)
        case 401, 407, 511:
            // It is not the write that is refused, but who sends it.
            self = .later(error, .collection)
        case 408, 500...:
            self = .ambiguous(error, .entry)
        default:
            self = .refused(error)
        }
    }

    /// Judges the lack of an answer.
    init(_ error: RepositoryError) {
        let cause = error.cause as? NetworkingError
        switch cause?.code {
        case .cannotConnect, .cannotFindHost, .offline, .untrusted:
            self = .later(error, .everything)
        case .cancelled:
            self = .ambiguous(error, .everything)
        case .invalidURL, .noBaseURL, .noExample:
            self = .later(error, .collection)
        case .invalidRequest, .tooManyRedirects, .unsafeRedirect:
            self = .refused(error)
        default:
            self = .ambiguous(error, .entry)
        }
    }
}
