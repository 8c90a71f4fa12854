import Dispatch
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// One request on a URLSession and what has come back so far; ends once, whoever ends it.
final class Exchange: Sendable {
    /// How an exchange ends.
    typealias Outcome = Result<Answer, Failure>

    /// A whole answer.
    struct Answer: Sendable {
        var response: HTTPURLResponse
        var body: Data
    }

    /// Why there is no whole answer.
    struct Failure: Error {
        var code: NetworkingError.Code
        var cause: URLError.Code?
    }

    private struct State: Sendable {
        var body = Data()
        var isChallengeRejected = false
        var hasSentBody = false
        var lastActivity: ContinuousClock.Instant
        var outcome: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    private let state: Locked<State>
    private let task: URLSessionDataTask
    private let limit: Int

    init(_ task: URLSessionDataTask, limit: Int) {
        self.task = task
        self.limit = limit
        self.state = Locked(State(lastActivity: .now))
    }

    // MARK: - For the one who waits

    /// Starts the exchange and waits for its end; ends at once when the task is cancelled.
    func run() async -> Outcome {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil {
                        state.continuation = continuation
                    }
                    return state.outcome
                }
                if let outcome {
                    continuation.resume(returning: outcome)
                } else {
                    task.resume()
                }
            }
        } onCancel: {
            fail(.cancelled)
        }
    }

    /// Ends the exchange with a failure, unless it has ended.
    func fail(_ code: NetworkingError.Code, cause: URLError.Code? = nil) {
        // The one who waits goes first: on some systems URLSession never reports a cancellation.
        finish(.failure(Failure(code: code, cause: cause)))
        // Elsewhere, because on Linux it waits for a queue that may wait for the caller.
        let task = task
        DispatchQueue.global().async { task.cancel() }
    }

    /// Ends the exchange when nothing has come for some time, or when it takes too long at all.
    ///
    /// URLSession has timers too, but on Linux they count whole seconds, and do not fire in every
    /// state of a task.
    func watch(silence: Duration, total: Duration) async {
        let end = ContinuousClock.now + total
        while !Task.isCancelled {
            let next = min(state.withLock { $0.lastActivity } + min(silence, total), end)
            if next <= .now {
                return fail(.timedOut)
            }
            // Cancelled when the exchange is over: nothing is left to watch.
            try? await Task.sleep(until: next, clock: .continuous)
        }
    }

    // MARK: - For the delegate of the session

    func rejectChallenge() {
        state.withLock { $0.isChallengeRejected = true }
    }

    func receive(_ response: URLResponse) {
        state.withLock { $0.lastActivity = .now }
        // Negative where the length is unknown.
        if response.expectedContentLength > Int64(limit) {
            fail(.tooLarge)
        }
    }

    func receive(_ data: Data) {
        let isTooLarge = state.withLock { state in
            state.lastActivity = .now
            guard state.outcome == nil, data.count <= limit - state.body.count else {
                return state.outcome == nil
            }
            state.body.append(data)
            return false
        }
        if isTooLarge {
            fail(.tooLarge)
        }
    }

    func sent() {
        state.withLock { state in
            state.lastActivity = .now
            state.hasSentBody = true
        }
    }

    func complete(with error: (any Error)?) {
        let now = state.withLock { $0 }
        let body = now.body
        let response = task.response as? HTTPURLResponse
        // Rejecting a challenge cancels the task on Linux, after its answer has come whole.
        if let response, error == nil || now.isChallengeRejected {
            if isWhole(body, of: response) {
                finish(.success(Answer(response: response, body: body)))
            } else {
                finish(.failure(Failure(code: .truncated, cause: nil)))
            }
        } else {
            var failure = Failure(error, hasResponse: response != nil)
            // On Linux an address that refused at first (`localhost` as IPv6, say) colours every
            // later error, although another address was connected and has had the request.
            if failure.code == .cannotConnect, now.hasSentBody || response != nil {
                failure.code = response == nil ? .connectionLost : .truncated
            }
            finish(.failure(failure))
        }
    }

    private func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else {
                return nil
            }
            state.outcome = outcome
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }

    /// Whether the body is as long as the header says; a compressed one is checked by URLSession.
    private func isWhole(_ body: Data, of response: HTTPURLResponse) -> Bool {
        guard task.currentRequest?.httpMethod != "HEAD",
            ![204, 205, 304].contains(response.statusCode),
            // On Linux the body of a redirect that URLSession does not understand, for want of
            // `Location` in just this case, is not delivered.
            !((301...308).contains(response.statusCode) && body.isEmpty),
            response.value(forHTTPHeaderField: "Content-Encoding") == nil,
            let text = response.value(forHTTPHeaderField: "Content-Length"),
            let length = Int(text)
        else {
            return true
        }
        return body.count == length
    }
}

extension Exchange.Failure {
    /// Reads an error of URLSession.
    ///
    /// Its user information holds the whole address, so only the code is kept.
    fileprivate init(_ error: (any Error)?, hasResponse: Bool) {
        guard let error = error as? URLError else {
            self.init(code: hasResponse ? .truncated : .unknown, cause: nil)
            return
        }
        let code: NetworkingError.Code
        switch error.code {
        case .timedOut: code = .timedOut
        case .cannotConnectToHost: code = .cannotConnect
        case .cannotFindHost, .dnsLookupFailed: code = .cannotFindHost
        case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed: code = .offline
        case .networkConnectionLost: code = hasResponse ? .truncated : .connectionLost
        case .cancelled: code = .cancelled
        case .badURL: code = .invalidURL
        // The scheme was checked before; on Linux this is an answer that is not HTTP.
        case .unsupportedURL: code = .invalidResponse
        // On Linux this is a connection that was closed without a word.
        case .badServerResponse: code = hasResponse ? .truncated : .connectionLost
        case .httpTooManyRedirects: code = .tooManyRedirects
        case .dataLengthExceedsMaximum: code = .tooLarge
        case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
            .clientCertificateRejected, .clientCertificateRequired,
            .appTransportSecurityRequiresSecureConnection:
            code = .untrusted
        case .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
            code = hasResponse ? .truncated : .invalidResponse
        default: code = hasResponse ? .truncated : .unknown
        }
        self.init(code: code, cause: error.code)
    }
}
