import Foundation

/// A middleware that retries requests after transient failures.
///
/// Only idempotent requests are retried: see ``NetworkingRequest/isIdempotent``. A write with a
/// precondition (`If-Match`, `If-None-Match`, `If-Unmodified-Since`) is not sent again once the
/// server may have carried it out: the retry would mistake its own change for a conflict. Nor is a
/// request whose body is a ``RequestStream``, once a part of it was produced.
///
/// Transient failures are a connection that was refused, lost or cut, a host not found, a timeout,
/// and the ``statuses``. A missing network is reported at once.
///
/// ``backoff`` sets the delays between attempts, by default fully random ("full jitter", as
/// compared in the AWS Architecture Blog), and never shorter than `Retry-After`. If the delay
/// exceeds the rest of ``totalTime``, the response is returned as it is.
///
/// The number of attempts is in ``NetworkingResponse/attempts``, ``NetworkingError/attempts`` and
/// ``RepositoryError/attempts``.
public struct RetryMiddleware: NetworkingMiddleware {
    /// The largest number of attempts; 1 disables retries.
    public var attempts: Int
    /// The latest start of an attempt, counted from the first one.
    public var totalTime: Duration
    /// The delays between attempts.
    public var backoff: Backoff
    /// The status codes to retry.
    public var statuses: Set<Int>
    private let clock: any SyncClock

    /// The stage: retry.
    public var stage: MiddlewareStage { .retry }

    /// The transient status codes: 408, 425, 429, 500, 502, 503 and 504.
    public static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - attempts: The largest number of attempts.
    ///   - totalTime: The latest start of an attempt, counted from the first one.
    ///   - backoff: The delays between attempts.
    ///   - statuses: The status codes to retry.
    ///   - clock: The clock.
    public init(
        attempts: Int = 4,
        totalTime: Duration = .seconds(60),
        backoff: Backoff = Backoff(first: .milliseconds(500), longest: .seconds(20), spread: 1),
        statuses: Set<Int> = RetryMiddleware.transientStatuses,
        clock: any SyncClock = SystemClock()
    ) {
        self.attempts = attempts
        self.totalTime = totalTime
        self.backoff = backoff
        self.statuses = statuses
        self.clock = clock
    }

    /// Sends a request until it succeeds, fails permanently, or has used all attempts.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The rest of the chain.
    /// - Returns: The response of the last attempt.
    /// - Throws: `NetworkingError` of the last attempt, or with the code `.cancelled`.
    public func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        let end = clock.now.addingTimeInterval(totalTime.inSeconds)
        var request = request
        var isAmbiguous = false
        while true {
            let attempt = Attempt(await result(of: request, through: next), of: request)
            isAmbiguous = isAmbiguous || attempt.isAmbiguous
            let number = request.context.attempt
            guard number < attempts,
                let instant = instant(after: attempt, of: request, isAmbiguous), instant <= end
            else {
                return try attempt.outcome(attempts: number, isAmbiguous: isAmbiguous)
            }
            do {
                try await clock.sleep(until: instant)
            } catch {
                var error = NetworkingError(.cancelled, during: request)
                error.attempts = number
                error.isAmbiguous = isAmbiguous
                throw error
            }
            request.context.attempt += 1
        }
    }

    private func result(
        of request: NetworkingRequest,
        through next: any Networking
    ) async -> Result<NetworkingResponse, NetworkingError> {
        do throws(NetworkingError) {
            return .success(try await next.send(request))
        } catch {
            return .failure(error)
        }
    }

    /// Returns the time of the next attempt; nil for none.
    private func instant(
        after attempt: Attempt,
        of request: NetworkingRequest,
        _ isAmbiguous: Bool
    ) -> Date? {
        guard request.isIdempotent, request.isRepeatable,
            request.isSafe || !isAmbiguous || !request.hasPrecondition
        else {
            return nil
        }
        var retryAfter: Duration?
        switch attempt.result {
        case .success(let response):
            guard statuses.contains(response.status) else { return nil }
            retryAfter = RetryAfter.duration(of: response, now: clock.now)
        case .failure(let error):
            guard error.isRetryable, error.code != .offline else { return nil }
        }
        let number = request.context.attempt
        let wait = backoff.delay(afterAttempts: number, retryAfter: retryAfter)
        return clock.now.addingTimeInterval(wait.inSeconds)
    }
}

/// The outcome of one attempt.
private struct Attempt {
    let result: Result<NetworkingResponse, NetworkingError>
    /// Whether the server may have carried out a write although the outcome is an error.
    let isAmbiguous: Bool

    init(_ result: Result<NetworkingResponse, NetworkingError>, of request: NetworkingRequest) {
        self.result = result
        switch result {
        case .success(let response):
            isAmbiguous =
                response.isAmbiguous(for: request) || response.followsAmbiguousAttempt
        case .failure(let error): isAmbiguous = error.isAmbiguous
        }
    }

    /// Returns the outcome of a series of attempts.
    func outcome(
        attempts: Int,
        isAmbiguous: Bool
    ) throws(NetworkingError) -> NetworkingResponse {
        switch result {
        case .success(var response):
            response.attempts = attempts
            response.followsAmbiguousAttempt = isAmbiguous
            return response
        case .failure(var error):
            error.attempts = attempts
            error.isAmbiguous = isAmbiguous
            throw error
        }
    }
}

extension NetworkingMiddleware where Self == RetryMiddleware {
    /// Creates a middleware that retries requests after transient failures.
    ///
    /// - Parameters:
    ///   - attempts: The largest number of attempts.
    ///   - totalTime: The latest start of an attempt, counted from the first one.
    ///   - backoff: The delays between attempts.
    ///   - clock: The clock.
    /// - Returns: The middleware.
    public static func retry(
        attempts: Int = 4,
        totalTime: Duration = .seconds(60),
        backoff: Backoff = Backoff(first: .milliseconds(500), longest: .seconds(20), spread: 1),
        clock: any SyncClock = SystemClock()
    ) -> RetryMiddleware {
        RetryMiddleware(attempts: attempts, totalTime: totalTime, backoff: backoff, clock: clock)
    }
}
