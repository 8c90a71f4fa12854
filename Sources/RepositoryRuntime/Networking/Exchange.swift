import Dispatch
package import Foundation
package import HTTPTypes

/// One request on a transport and what has come back so far; ends once, whoever ends it.
package final class Exchange: Sendable {
    /// How an exchange ends.
    package typealias Outcome = Result<Answer, Failure>
    /// Cancels a request that was started, however often it is called.
    package typealias Cancellation = @Sendable () -> Void

    /// A whole answer.
    package struct Answer: Sendable {
        package var head: HTTPResponse
        package var body: Data

        package init(head: HTTPResponse, body: Data) {
            self.head = head
            self.body = body
        }
    }

    /// Why there is no whole answer.
    package struct Failure: Error {
        package var code: NetworkingError.Code
        /// The error below, without addresses.
        package var cause: (any Error)?

        package init(_ code: NetworkingError.Code, cause: (any Error)? = nil) {
            self.code = code
            self.cause = cause
        }
    }

    /// What an exchange may take.
    package struct Bounds: Sendable {
        /// How many bytes of body are accepted.
        package var size: Int
        /// How long the server may be silent.
        package var silence: Duration
        /// How long the exchange may take.
        package var total: Duration
    }

    /// What has happened so far.
    package struct Progress: Sendable {
        /// Whether the request has left, or a part of it.
        package fileprivate(set) var hasSent = false
        /// The status and the headers of the answer, once they have come.
        package fileprivate(set) var head: HTTPResponse?
        package fileprivate(set) var body = Data()
    }

    private struct State: Sendable {
        var progress = Progress()
        var lastActivity = ContinuousClock.now
        var cancellation: Cancellation?
        var outcome: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
    }

    private let state = Locked(State())
    private let bounds: Bounds

    package init(within bounds: Bounds) {
        self.bounds = bounds
    }

    // MARK: - For the one who waits

    /// Starts the exchange and waits for its end; ends at once when the task is cancelled.
    ///
    /// - Parameter start: Sends the request, and returns how to cancel it. Not called for a task that
    ///   was cancelled before.
    /// - Returns: How it ends.
    package func run(_ start: () -> Cancellation) async -> Outcome {
        let watch = Task { await self.watch() }
        defer { watch.cancel() }
        return await withTaskCancellationHandler {
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
                    keep(start())
                }
            }
        } onCancel: {
            fail(.cancelled)
        }
    }

    /// Keeps how to cancel the request, and cancels it where the exchange has ended meanwhile.
    private func keep(_ cancellation: @escaping Cancellation) {
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.cancellation = cancellation }
            return state.outcome != nil
        }
        if hasEnded { cancellation() }
    }

    /// Ends the exchange when nothing has come for some time, or when it takes too long at all.
    ///
    /// URLSession has timers too, but on Linux they count whole seconds, and do not fire in every
    /// state of a task.
    private func watch() async {
        let end = ContinuousClock.now + bounds.total
        while !Task.isCancelled {
            let silence = min(bounds.silence, bounds.total)
            let next = min(state.withLock { $0.lastActivity } + silence, end)
            if next <= .now {
                return fail(.timedOut)
            }
            // Cancelled when the exchange is over: nothing is left to watch.
            try? await Task.sleep(until: next, clock: .continuous)
        }
    }

    // MARK: - For the transport

    /// What has happened so far.
    package var progress: Progress {
        state.withLock { $0.progress }
    }

    /// Notes that the request, or a part of it, has left.
    package func sent() {
        state.withLock { state in
            state.lastActivity = .now
            state.progress.hasSent = true
        }
    }

    /// Notes the head of the answer.
    ///
    /// - Parameters:
    ///   - head: The status and the headers; nil where they are not HTTP.
    ///   - length: How long the body will be; nil, or less than 0, where nobody knows.
    package func receive(_ head: HTTPResponse?, announcing length: Int64?) {
        state.withLock { state in
            state.lastActivity = .now
            state.progress.head = head
        }
        if let length, length > Int64(bounds.size) {
            fail(.tooLarge)
        }
    }

    /// Notes a part of the body.
    package func receive(_ data: Data) {
        let isTooLarge = state.withLock { state in
            state.lastActivity = .now
            guard state.outcome == nil, data.count <= bounds.size - state.progress.body.count else {
                return state.outcome == nil
            }
            state.progress.body.append(data)
            return false
        }
        if isTooLarge {
            fail(.tooLarge)
        }
    }

    /// Ends the exchange with a failure, unless it has ended, and cancels the request.
    package func fail(_ code: NetworkingError.Code) {
        let cancellation = state.withLock { state in
            state.outcome == nil ? state.cancellation : nil
        }
        // The one who waits goes first: on some systems URLSession never reports a cancellation.
        finish(.failure(Failure(code)))
        // Elsewhere, because on Linux it waits for a queue that may wait for the caller.
        if let cancellation { DispatchQueue.global().async { cancellation() } }
    }

    /// Ends the exchange, unless it has ended.
    package func finish(_ outcome: Outcome) {
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            guard state.outcome == nil else {
                return nil
            }
            state.outcome = outcome
            state.cancellation = nil
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: outcome)
    }
}
