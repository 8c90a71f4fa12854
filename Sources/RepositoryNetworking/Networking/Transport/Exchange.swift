import Dispatch
package import Foundation
package import HTTPTypes

/// One request on a transport and the response received so far; it ends exactly once.
///
/// For a streamed response, ``run(_:)`` returns with its head, and the exchange continues until the
/// body has ended or its reader is released.
package final class Exchange: Sendable {
    /// Cancels a started request; may be called several times.
    package typealias Cancellation = @Sendable () -> Void

    /// The state of the exchange so far.
    package struct Progress: Sendable {
        /// Whether the request, or a part of it, was sent.
        package fileprivate(set) var hasSent = false
        /// The status and the header fields, once received.
        package fileprivate(set) var head: HTTPResponse?
        /// The received part of the body that was not read yet.
        package fileprivate(set) var body = Data()
        /// The bytes of the body received so far.
        package fileprivate(set) var bytesReceived = 0
    }

    fileprivate struct State: Sendable {
        var progress = Progress()
        var transfer = TransferProgress()
        var lastActivity = ContinuousClock.now
        var cancellation: Cancellation?
        var outcome: Outcome?
        var continuation: CheckedContinuation<Outcome, Never>?
        var watch: Task<Void, Never>?
        /// Whether the caller has the head and reads the body as it is received.
        var isStreaming = false
        var reader: CheckedContinuation<Result<Data?, Failure>, Never>?
        var whenRoom: (@Sendable () -> Void)?
        /// Whether the connection waits for the producer of the request body.
        var isProducing = false
        var whenEnded: (@Sendable () -> Void)?
    }

    private let state = Locked(State())
    private let bounds: Bounds
    private let streams: Bool
    private let isHead: Bool
    private let report: (@Sendable (TransferProgress) -> Void)?

    /// Creates an exchange that has not started.
    ///
    /// - Parameters:
    ///   - hop: The request.
    ///   - bounds: Its limits.
    package init(_ hop: Hop, within bounds: Bounds) {
        self.bounds = bounds
        self.streams = hop.streamsResponse
        self.isHead = hop.method == .head
        self.report = hop.progress
        state.withLock { $0.transfer.bytesToSend = hop.source?.length ?? hop.body?.count ?? 0 }
    }

    // MARK: - For the caller

    /// Starts the exchange and waits for its end, or for its head if the response is streamed.
    ///
    /// Ends at once when the task is cancelled.
    ///
    /// - Parameter start: Sends the request and returns how to cancel it. Not called if the task is
    ///   already cancelled.
    /// - Returns: The outcome.
    package func run(_ start: () -> Cancellation) async -> Outcome {
        let watch = Task { await self.watch() }
        let hasEnded = state.withLock { state in
            state.watch = watch
            return state.outcome != nil
        }
        if hasEnded { watch.cancel() }
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

    /// Waits for the next bytes of a streamed body; supports only one waiter.
    ///
    /// - Returns: All bytes received since the last call, nil after the last ones, or the failure.
    func nextBytes() async -> Result<Data?, Failure> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (found, whenRoom) = state.withLock { state in
                    let found = state.takeBytes()
                    if found == nil { state.reader = continuation }
                    // The server had to wait for the reader until now.
                    if state.whenRoom != nil { state.lastActivity = .now }
                    defer { state.whenRoom = nil }
                    return (found, state.whenRoom)
                }
                if let found { continuation.resume(returning: found) }
                whenRoom?()
            }
        } onCancel: {
            fail(.cancelled)
        }
    }

    /// Stores the cancellation, and cancels at once if the exchange has ended meanwhile.
    private func keep(_ cancellation: @escaping Cancellation) {
        let hasEnded = state.withLock { state in
            if state.outcome == nil { state.cancellation = cancellation }
            return state.outcome != nil
        }
        if hasEnded { cancellation() }
    }

    /// Ends the exchange when nothing was received for too long, or its total time is up.
    ///
    /// URLSession has timers too, but on Linux they count whole seconds and do not fire in every
    /// state of a task.
    private func watch() async {
        let end = ContinuousClock.now + bounds.total
        while !Task.isCancelled {
            let (activity, isStreaming) = state.withLock { state in
                // A server that must wait for the reader, or for the rest of the request, is not
                // idle.
                if state.whenRoom != nil || state.isProducing { state.lastActivity = .now }
                return (state.lastActivity, state.isStreaming)
            }
            let silence =
                activity + (isStreaming ? bounds.silence : min(bounds.silence, bounds.total))
            let next = isStreaming ? silence : min(silence, end)
            if next <= .now {
                return fail(.timedOut)
            }
            // Cancelled when the exchange has ended.
            try? await Task.sleep(until: next, clock: .continuous)
        }
    }

    // MARK: - For the transport

    /// The state of the exchange so far.
    package var progress: Progress {
        state.withLock { $0.progress }
    }

    /// Records that the request, or a part of it, was sent.
    ///
    /// - Parameter count: The bytes of its body sent since the last call.
    package func sent(_ count: Int = 0) {
        let transfer = state.withLock { state in
            state.lastActivity = .now
            state.progress.hasSent = true
            state.transfer.bytesSent += count
            return state.transfer
        }
        if count > 0 { report?(transfer) }
    }

    /// Waits for the next bytes of a produced body.
    ///
    /// - Parameter pipe: Their source; it is closed when the exchange ends.
    /// - Returns: The bytes; nil after the last.
    /// - Throws: The error of the producer, or `CancellationError` if the exchange has ended.
    package func next(from pipe: BodyPipe) async throws -> Data? {
        let hasEnded = state.withLock { state in
            state.isProducing = true
            state.whenEnded = { pipe.close() }
            return state.outcome != nil
        }
        if hasEnded { pipe.close() }
        defer {
            state.withLock { state in
                state.isProducing = false
                state.lastActivity = .now
            }
        }
        return try await pipe.next()
    }

    /// Records the head of the response.
    ///
    /// - Parameters:
    ///   - head: The status and the header fields; nil if they are not HTTP.
    ///   - length: The declared length of the body; nil or negative if unknown.
    package func receive(_ head: HTTPResponse?, announcing length: Int64?) {
        // These announce the length of a body that they do not have.
        let hasBody = !isHead && ![204, 304].contains(head?.status.code)
        let length = hasBody ? length : nil
        let continuation = state.withLock { state -> CheckedContinuation<Outcome, Never>? in
            state.lastActivity = .now
            state.progress.head = head
            state.transfer.bytesToReceive = length.flatMap { $0 < 0 ? nil : Int($0) }
            guard streams, head != nil, state.outcome == nil else { return nil }
            state.isStreaming = true
            defer { state.continuation = nil }
            return state.continuation
        }
        if let continuation, let head {
            var answer = Answer(head: head, body: Data())
            answer.stream = BodyStream(self)
            continuation.resume(returning: .success(answer))
        } else if let length, length > Int64(bounds.size) {
            fail(.tooLarge)
        }
    }

    /// Records a part of the body.
    ///
    /// - Parameter data: The bytes.
    /// - Returns: Whether there is room for more now; if not, use ``whenRoom(_:)``.
    @discardableResult
    package func receive(_ data: Data) -> Bool {
        var isTooLarge = false
        let received = state.withLock { state -> (TransferProgress, hasRoom: Bool, Delivery?)? in
            state.lastActivity = .now
            guard state.outcome == nil else { return nil }
            // If there was room, a stream takes the whole part, whatever its size.
            let isAccepted = state.isStreaming && state.hasRoom(within: bounds)
            isTooLarge = !isAccepted && data.count > bounds.size - state.progress.body.count
            guard !isTooLarge else { return nil }
            state.progress.body.append(data)
            state.progress.bytesReceived += data.count
            state.transfer.bytesReceived += data.count
            let delivery = state.delivery()
            return (state.transfer, state.hasRoom(within: bounds), delivery)
        }
        if isTooLarge { fail(.tooLarge) }
        guard let (transfer, hasRoom, delivery) = received else { return true }
        delivery?.resume()
        report?(transfer)
        return hasRoom
    }

    /// Calls a function when the reader has read the received bytes, or the exchange has ended.
    ///
    /// - Parameter body: Lets the transport continue to read.
    package func whenRoom(_ body: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            let isNow = state.outcome != nil || state.hasRoom(within: bounds)
            if !isNow { state.whenRoom = body }
            return isNow
        }
        if isNow { body() }
    }

    /// Ends the exchange with a failure, unless it has ended, and cancels the request.
    package func fail(_ code: NetworkingError.Code) {
        let cancellation = state.withLock { state in
            state.outcome == nil ? state.cancellation : nil
        }
        // The caller is resumed first: on some systems URLSession never reports a cancellation.
        finish(.failure(Failure(code)))
        // On another queue, because on Linux cancelling waits for a queue that may wait for the
        // caller.
        if let cancellation { DispatchQueue.global().async { cancellation() } }
    }

    /// Ends the exchange, unless it has ended.
    package func finish(_ outcome: Outcome) {
        let ending = state.withLock { state -> Ending? in
            guard state.outcome == nil else { return nil }
            state.outcome = outcome
            state.cancellation = nil
            defer {
                state.continuation = nil
                state.watch = nil
                state.whenRoom = nil
                state.whenEnded = nil
            }
            return Ending(
                continuation: state.continuation,
                watch: state.watch,
                whenRoom: state.whenRoom,
                whenEnded: state.whenEnded,
                delivery: state.delivery()
            )
        }
        ending?.watch?.cancel()
        ending?.continuation?.resume(returning: outcome)
        ending?.delivery?.resume()
        ending?.whenRoom?()
        ending?.whenEnded?()
    }

    /// The functions to call when an exchange ends.
    private struct Ending {
        let continuation: CheckedContinuation<Outcome, Never>?
        let watch: Task<Void, Never>?
        let whenRoom: (@Sendable () -> Void)?
        let whenEnded: (@Sendable () -> Void)?
        let delivery: Delivery?
    }

    /// The bytes that the reader of a streamed body waits for.
    fileprivate struct Delivery {
        let reader: CheckedContinuation<Result<Data?, Failure>, Never>
        let bytes: Result<Data?, Failure>

        func resume() {
            reader.resume(returning: bytes)
        }
    }
}

extension Exchange.State {
    /// Returns whether the reader keeps up, or nothing is read before the end.
    fileprivate func hasRoom(within bounds: Exchange.Bounds) -> Bool {
        !isStreaming || progress.body.count < min(512 * 1_024, max(1, bounds.size / 2))
    }

    /// Returns the received bytes or the end; nil if the reader must wait.
    fileprivate mutating func takeBytes() -> Result<Data?, Exchange.Failure>? {
        if case .failure(let failure) = outcome, failure.code == .cancelled {
            return .failure(failure)
        }
        guard progress.body.isEmpty else {
            defer { progress.body = Data() }
            return .success(progress.body)
        }
        switch outcome {
        case nil: return nil
        case .success: return .success(nil)
        case .failure(let failure): return .failure(failure)
        }
    }

    /// Returns the delivery for a waiting reader; nil if there is none, or nothing to deliver.
    fileprivate mutating func delivery() -> Exchange.Delivery? {
        guard let reader, let bytes = takeBytes() else { return nil }
        self.reader = nil
        return Exchange.Delivery(reader: reader, bytes: bytes)
    }
}
