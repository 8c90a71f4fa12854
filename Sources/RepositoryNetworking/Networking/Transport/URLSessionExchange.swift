#if URLSession
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An exchange by a URLSession task: it handles the delegate events and the end of the task.
final class URLSessionExchange: Sendable {
    private let task: URLSessionTask
    private let exchange: Exchange
    private let isChallengeRejected = Locked(false)
    private let isConnectionRejected = Locked(false)

    init(_ task: URLSessionTask, of hop: Hop, within bounds: Exchange.Bounds) {
        self.task = task
        self.exchange = Exchange(hop, within: bounds)
    }

    /// Starts the task and waits for the end of the exchange.
    func run() async -> Exchange.Outcome {
        let task = task
        var isStarted = false
        let outcome = await exchange.run {
            isStarted = true
            task.resume()
            return { task.cancel() }
        }
        // A task that was never resumed would keep its session alive forever.
        if !isStarted { task.cancel() }
        return outcome
    }

    #if !canImport(FoundationNetworking)
    // MARK: - For a body that is produced

    func nextBytes(from pipe: BodyPipe) async throws -> Data? {
        try await exchange.next(from: pipe)
    }

    /// Ends the exchange and returns when the URLSession has ended its task.
    ///
    /// Ending the body earlier would make it look complete.
    func abort(_ failure: Exchange.Failure) async {
        exchange.finish(.failure(failure))
        task.cancel()
        while task.state != .completed { try? await Task.sleep(for: .milliseconds(10)) }
    }
    #endif

    // MARK: - For the delegate of the session

    func rejectChallenge() {
        isChallengeRejected.withLock { $0 = true }
    }

    /// Records that the connection is not trusted, so that its end is not taken for a cancellation.
    func rejectConnection() {
        isConnectionRejected.withLock { $0 = true }
    }

    func receive(_ response: URLResponse) {
        exchange.receive(
            (response as? HTTPURLResponse).map { HTTPResponse($0) },
            announcing: response.expectedContentLength
        )
    }

    func receive(_ data: Data) {
        let hasRoom = exchange.receive(data)
        // On Linux, suspending a task ends its transfer, so the session keeps reading, and
        // `Exchange` bounds the buffer.
        #if !canImport(FoundationNetworking)
        guard !hasRoom else { return }
        task.suspend()
        exchange.whenRoom { [task] in task.resume() }
        #else
        _ = hasRoom
        #endif
    }

    func sent(_ count: Int) {
        exchange.sent(count)
    }

    func complete(with error: (any Error)?) {
        let progress = exchange.progress
        let response = task.response as? HTTPURLResponse
        // Rejecting a challenge cancels the task on Linux after its whole response was received.
        if let response, error == nil || isChallengeRejected.withLock({ $0 }) {
            if isWhole(progress.bytesReceived, of: response) {
                let head = HTTPResponse(response)
                exchange.finish(.success(Exchange.Answer(head: head, body: progress.body)))
            } else {
                exchange.finish(.failure(Exchange.Failure(.truncated)))
            }
        } else {
            var failure = Exchange.Failure(error, hasResponse: response != nil)
            if response == nil, isConnectionRejected.withLock({ $0 }) { failure.code = .untrusted }
            // On Linux the first failed address (`localhost` as IPv6, say) determines every later
            // error, even if another address was connected and received the request.
            if failure.code == .cannotConnect, progress.hasSent || response != nil {
                failure.code = response == nil ? .connectionLost : .truncated
            }
            exchange.finish(.failure(failure))
        }
    }

    /// Returns whether the body has the declared length; URLSession checks a compressed one itself.
    private func isWhole(_ count: Int, of response: HTTPURLResponse) -> Bool {
        guard task.currentRequest?.httpMethod != "HEAD",
            ![204, 205, 304].contains(response.statusCode),
            // On Linux URLSession does not deliver the body of a redirect that has no `Location`.
            !((301...308).contains(response.statusCode) && count == 0),
            response.value(forHTTPHeaderField: "Content-Encoding") == nil,
            let text = response.value(forHTTPHeaderField: "Content-Length"),
            let length = Int(text)
        else {
            return true
        }
        return count == length
    }
}

extension Exchange.Failure {
    /// Creates a failure from an error of URLSession.
    ///
    /// Only the code is kept, because the user info contains the full URL.
    fileprivate init(_ error: (any Error)?, hasResponse: Bool) {
        guard let error = error as? URLError else {
            self.init(hasResponse ? .truncated : .unknown)
            return
        }
        let code: NetworkingError.Code
        switch error.code {
        case .timedOut: code = .timedOut
        case .cannotConnectToHost: code = .cannotConnect
        case .cannotFindHost, .dnsLookupFailed: code = .cannotFindHost
        case .notConnectedToInternet, .internationalRoamingOff, .dataNotAllowed: code = .offline
        // The session wants to send the body again on another connection, but a stream can only be
        // sent once.
        case .networkConnectionLost, .requestBodyStreamExhausted:
            code = hasResponse ? .truncated : .connectionLost
        case .cancelled: code = .cancelled
        case .badURL: code = .invalidURL
        // The scheme was validated before; on Linux this code means a response that is not HTTP.
        case .unsupportedURL: code = .invalidResponse
        // On Linux this code means a connection that was closed without a response.
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
        self.init(code, cause: URLError(error.code))
    }
}
#endif
