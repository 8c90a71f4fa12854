import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A URLSession that only carries: no cache, no cookies, no redirects, no credentials of its own.
///
/// What URLSession would do beyond carrying differs between systems and is wrong on some of them,
/// so `NetworkingSession` does it.
final class URLSessionTransport: HTTPTransport {
    /// The one that all sessions send their requests by.
    static let shared = URLSessionTransport()

    /// The transport for a request: the shared one, with its open connections, or a fresh one.
    ///
    /// On Linux, when the server closes a connection that was used before, URLSession sends the
    /// request again by itself: a POST without a body arrives twice, a request with a body hangs.
    /// Only a connection of its own keeps a write from that.
    private static func transport(for hop: Hop) -> URLSessionTransport {
        #if canImport(FoundationNetworking)
        let mayBeRepeated: Set<HTTPRequest.Method> = [.get, .head, .options, .put, .delete]
        return mayBeRepeated.contains(hop.method) && hop.body == nil && hop.source == nil
            ? shared : URLSessionTransport()
        #else
        return shared
        #endif
    }

    private let session: URLSession
    private let delegate: ExchangeDelegate

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpCookieStorage = nil
        configuration.urlCredentialStorage = nil
        self.delegate = ExchangeDelegate()
        self.session = URLSession(
            configuration: configuration,
            delegate: delegate,
            delegateQueue: nil
        )
    }

    deinit {
        session.finishTasksAndInvalidate()
    }

    /// Sends one request and waits for its answer, a redirect included.
    func carry(_ hop: Hop, within bounds: Exchange.Bounds) async -> Exchange.Outcome {
        guard let source = hop.source else {
            return await Self.transport(for: hop).perform(hop, sending: nil, within: bounds)
        }
        // URLSession streams a body of a known length from a file only.
        let file: SpooledFile
        do {
            file = try SpooledFile(source)
        } catch {
            return .failure(Exchange.Failure(.unreadableBody, cause: error))
        }
        defer { file.remove() }
        return await Self.transport(for: hop).perform(hop, sending: file, within: bounds)
    }

    private func perform(
        _ hop: Hop,
        sending file: SpooledFile?,
        within bounds: Exchange.Bounds
    ) async -> Exchange.Outcome {
        let timeout = hop.streamsResponse ? Duration.seconds(31_536_000) : bounds.total
        let request = URLRequest(hop, timeout: timeout)
        let task =
            file.map { session.uploadTask(with: request, fromFile: $0.url) }
            ?? session.dataTask(with: request)
        if let priority = hop.taskPriority { task.priority = priority }
        let exchange = URLSessionExchange(task, of: hop, within: bounds)
        delegate.add(exchange, for: task)
        let outcome = await exchange.run()
        // A streamed response goes on until the task completes.
        if (try? outcome.get())?.stream == nil { delegate.remove(task) }
        return outcome
    }
}

extension URLSessionTransport: CustomReflectable {
    /// A mirror that shows nothing: to look into a URLSession while it works ends the process.
    var customMirror: Mirror { Mirror(self, children: []) }
}

/// Brings the events of a URLSession to the exchange that they belong to.
private final class ExchangeDelegate: NSObject, URLSessionDataDelegate, Sendable {
    private let exchanges = Locked<[Int: URLSessionExchange]>([:])

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
        // On Linux the request that URLSession makes of a redirect has lost its body.
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        didReceive challenge: URLAuthenticationChallenge,
        completionHandler:
            @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        // On Linux a 401 with a Basic or Digest challenge never ends without an answer here.
        // What is not a server's wish for a password (its certificate, say) is the system's task.
        switch challenge.protectionSpace.authenticationMethod {
        case NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest,
            NSURLAuthenticationMethodDefault:
            exchange(of: task)?.rejectChallenge()
            completionHandler(.rejectProtectionSpace, nil)
        default:
            completionHandler(.performDefaultHandling, nil)
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
