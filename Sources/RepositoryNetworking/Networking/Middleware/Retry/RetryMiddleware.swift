#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Sends a request again when it failed for a reason that may pass.
///
/// Only requests that may be sent twice are: see ``NetworkingRequest/isIdempotent``. A write with a
/// precondition (`If-Match`, `If-None-Match`, `If-Unmodified-Since`) is not sent again once the server
/// may have carried it out: the next answer would take the own change for that of somebody else. Neither is
/// one whose body is a ``RequestStream``, once a part of it was produced.
///
/// Reasons that may pass are a connection that was refused, lost or cut, a host not found, a server
/// that was silent, and the ``statuses``. That there is no network at all is reported at once.
///
/// Between attempts it waits as ``Backoff`` says, by default with all of each wait left to chance
/// ("full jitter", as the AWS Architecture Blog compares it), and never shorter than `Retry-After`. Where
/// that is longer than is left of ``totalTime``, the answer is given as it is.
///
/// How many attempts were made stands in ``NetworkingResponse/attempts``,
/// ``NetworkingError/attempts`` and ``RepositoryError/attempts``.
public struct RetryMiddleware: NetworkingMiddleware {
    /// How often a request is sent at most; once at 1.
    public var attempts: Int
    /// How long after the first attempt the last one may begin.
    public var totalTime: Duration
    /// How long to wait between attempts.
    public var backoff: Backoff
    /// The statuses after which to try again.
    public var statuses: Set<Int>
    private let clock: any SyncClock

    /// Where it stands.
    public var stage: MiddlewareStage { .retry }

    /// The statuses that may pass: 408, 425, 429, 500, 502, 503 and 504.
    public static let transientStatuses: Set<Int> = [408, 425, 429, 500, 502, 503, 504]

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - attempts: How often a request is sent at most.
    ///   - totalTime: How long after the first attempt the last one may begin.
    ///   - backoff: How long to wait between attempts.
    ///   - statuses: The statuses after which to try again.
    ///   - clock: What tells the time, and waits.
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

    /// Sends a request until it succeeds, fails for good, or was sent often enough.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: What is nearer to the network.
    /// - Returns: The response of the last attempt.
    /// - Throws: `NetworkingError` of the last attempt, or of the kind `.cancelled`.
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

    /// When to try again; nil for never.
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

/// What came of sending a request once.
private struct Attempt {
    let result: Result<NetworkingResponse, NetworkingError>
    /// Whether the server may have carried out a write although it does not say so.
    let isAmbiguous: Bool

    init(_ result: Result<NetworkingResponse, NetworkingError>, of request: NetworkingRequest) {
        self.result = result
        switch result {
        case .success(let response): isAmbiguous = response.isAmbiguous(for: request)
        case .failure(let error): isAmbiguous = error.isAmbiguous
        }
    }

    /// The end of a series of attempts.
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
    /// Sends a request again when it failed for a reason that may pass.
    ///
    /// - Parameters:
    ///   - attempts: How often a request is sent at most.
    ///   - totalTime: How long after the first attempt the last one may begin.
    ///   - backoff: How long to wait between attempts.
    ///   - clock: What tells the time, and waits.
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
