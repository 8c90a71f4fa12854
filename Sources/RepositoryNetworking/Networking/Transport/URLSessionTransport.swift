#if URLSession
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A transport on URLSession without its cache, cookies, redirects and credentials.
///
/// These features of URLSession differ between systems and are wrong on some of them, so
/// `NetworkingSession` implements them.
final class URLSessionTransport: HTTPTransport {
    /// The transport that all sessions share.
    static let shared = URLSessionTransport()

    /// Returns the transport for a request: this one, with its open connections, or a fresh one.
    ///
    /// On Linux, when the server closes a reused connection, URLSession sends the request again: a
    /// POST without a body arrives twice, a request with a body hangs. A separate connection for
    /// each write prevents this.
    private func transport(for hop: Hop) -> URLSessionTransport {
        #if canImport(FoundationNetworking)
        let mayBeRepeated: Set<HTTPRequest.Method> = [.get, .head, .options, .put, .delete]
        return mayBeRepeated.contains(hop.method) && hop.body == nil && hop.source == nil
            ? self : URLSessionTransport(session.configuration, answering: delegate.challenges)
        #else
        return self
        #endif
    }

    private let session: URLSession
    private let delegate: ExchangeDelegate

    /// Creates a transport with separate connections.
    ///
    /// - Parameters:
    ///   - options: The configuration of the session; features that `NetworkingSession` implements
    ///     are disabled.
    ///   - challenges: Answers connection challenges.
    init(
        _ options: URLSessionConfiguration = .ephemeral,
        answering challenges: ConnectionChallenges = ConnectionChallenges()
    ) {
        // URLSession copies it too, but later.
        let configuration = options.copy() as? URLSessionConfiguration ?? options
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        self.delegate = ExchangeDelegate(challenges)
        self.session = URLSession(
            configuration: configuration,
            delegate: delegate,
            delegateQueue: nil
        )
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends one request and waits for its response, which may be a redirect.
    func carry(_ hop: Hop, within bounds: Exchange.Bounds) async -> Exchange.Outcome {
        guard let source = hop.source else {
            return await transport(for: hop).perform(hop, sending: nil, within: bounds)
        }
        if let produced = source.produced {
            return await carry(hop, producing: produced, within: bounds)
        }
        // URLSession can stream a body of a known length only from a file.
        let file: SpooledFile
        do {
            file = try SpooledFile(source)
        } catch {
            return .failure(Exchange.Failure(.unreadableBody, cause: error))
        }
        defer { file.remove() }
        return await transport(for: hop).perform(hop, sending: file, within: bounds)
    }

    #if canImport(FoundationNetworking)
    /// Sends a produced body after writing all of it to disk.
    ///
    /// On Linux a URLSession that waits for a body blocks all sessions of the process.
    private func carry(
        _ hop: Hop,
        producing produced: ProducedBody,
        within bounds: Exchange.Bounds
    ) async -> Exchange.Outcome {
        let start = ContinuousClock.now
        let file: SpooledFile
        do throws(Exchange.Failure) {
            file = try await SpooledFile(produced, within: bounds.total)
        } catch {
            return .failure(error)
        }
        defer { file.remove() }
        var bounds = bounds
        bounds.total -= ContinuousClock.now - start
        return await transport(for: hop).perform(hop, sending: file, within: bounds)
    }
    #else
    /// Sends a body while it is produced, with back-pressure.
    private func carry(
        _ hop: Hop,
        producing produced: ProducedBody,
        within bounds: Exchange.Bounds
    ) async -> Exchange.Outcome {
        guard let body = BoundBody() else { return .failure(Exchange.Failure(.unknown)) }
        let pipe: BodyPipe
        do throws(ProducedBody.Spent) {
            pipe = try produced.begin()
        } catch {
            return .failure(Exchange.Failure(.unrepeatableBody))
        }
        var request = URLRequest(hop, timeout: Self.timeout(of: hop, within: bounds))
        request.httpBodyStream = body.input
        let task = session.dataTask(with: request)
        if let priority = hop.taskPriority { task.priority = priority }
        let exchange = URLSessionExchange(task, of: hop, within: bounds)
        Task { await exchange.send(pipe, by: body) }
        return await run(exchange, of: task)
    }
    #endif

    private func perform(
        _ hop: Hop,
        sending file: SpooledFile?,
        within bounds: Exchange.Bounds
    ) async -> Exchange.Outcome {
        let request = URLRequest(hop, timeout: Self.timeout(of: hop, within: bounds))
        let task =
            file.map { session.uploadTask(with: request, fromFile: $0.url) }
            ?? session.dataTask(with: request)
        if let priority = hop.taskPriority { task.priority = priority }
        return await run(URLSessionExchange(task, of: hop, within: bounds), of: task)
    }

    private static func timeout(of hop: Hop, within bounds: Exchange.Bounds) -> Duration {
        hop.streamsResponse ? .seconds(31_536_000) : bounds.total
    }

    private func run(
        _ exchange: URLSessionExchange,
        of task: URLSessionTask
    ) async -> Exchange.Outcome {
        delegate.add(exchange, for: task)
        let outcome = await exchange.run()
        // A streamed response continues until the task completes.
        if (try? outcome.get())?.stream == nil { delegate.remove(task) }
        return outcome
    }
}

extension URLSessionTransport: CustomReflectable {
    /// An empty mirror: reflecting a URLSession at work crashes the process.
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Forwards the events of a URLSession to their exchanges.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    let challenges: ConnectionChallenges
    private let exchanges = Locked<[Int: URLSessionExchange]>([:])

    init(_ challenges: ConnectionChallenges) {
        self.challenges = challenges
    }

    func add(_ exchange: URLSessionExchange, for task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = exchange }
    }

    func remove(_ task: URLSessionTask) {
        exchanges.withLock { $0[task.taskIdentifier] = nil }
    }

    private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
        exchanges.withLock { $0[task.taskIdentifier] }
    }

    func urlSession(
        _ session: URLSession,
        dataTask: URLSessionDataTask,
        didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        exchange(of: dataTask)?.receive(response)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didSendBodyData bytesSent: Int64,
        totalBytesSent: Int64,
        totalBytesExpectedToSend: Int64
    ) {
        exchange(of: task)?.sent(Int(bytesSent))
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        // On Linux the request that URLSession creates for a redirect has lost its body.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // On Linux a 401 with a Basic or Digest challenge never completes unless it is answered
        // here.
        guard ConnectionChallenges.isOfConnection(challenge) else {
            exchange(of: task)?.rejectChallenge()
            completionHandler(.rejectProtectionSpace, nil)
            return
        }
        let exchange = exchange(of: task)
        challenges.answer(challenge) { disposition, credential in
            if disposition == .cancelAuthenticationChallenge { exchange?.rejectConnection() }
            completionHandler(disposition, credential)
        }
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didCompleteWithError error: (any Error)?
    ) {
        exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }?.complete(with: error)
    }
}
#endif
