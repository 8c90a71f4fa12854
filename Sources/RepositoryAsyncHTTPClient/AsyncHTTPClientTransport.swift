public import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPCompression
public import RepositoryNetworking

/// A transport for ``NetworkingSession`` on async-http-client, recommended on servers and on Linux.
///
///     let session = NetworkingSession(url: "https://example.com")
///         .using(AsyncHTTPClientTransport.shared)
///
/// The session behaves as it does on URLSession: redirects, credentials, limits, timeouts and
/// errors are the same. The transport only sends requests, over HTTP/1.1, or over HTTP/2 if an
/// `https` server offers it.
///
/// ``shared`` lives as long as the process. Your own transport has separate connections:
///
///     let transport = AsyncHTTPClientTransport(configuration: configuration)
///     let session = NetworkingSession(url: url).using(transport)
///     …
///     try await transport.shutdown()
///
/// A transport that is released without ``shutdown()`` closes its connections in the background.
public final class AsyncHTTPClientTransport: Sendable {
    /// The transport of the whole process, with default settings; it is never shut down.
    ///
    /// It uses the proxies of the environment variables `http_proxy`, `https_proxy`, `all_proxy`
    /// and `no_proxy`, like URLSession on Linux, but requests a tunnel (`CONNECT`) for `http`, too.
    public static let shared = AsyncHTTPClientTransport(isShared: true, .init())

    private let clients: ProxiedClients
    private let isShared: Bool

    /// Creates a transport with separate connections.
    ///
    /// - Parameter configuration: The settings of the client, such as TLS, a proxy, the HTTP
    ///   version and the size of the connection pool. A connection timeout fails a request with
    ///   `.cannotConnect`: nothing was sent. Redirects, decompression and the other timeouts are
    ///   those of the session, whatever is set here. Without a proxy, those of the environment are
    ///   used: see ``shared``.
    public convenience init(configuration: HTTPClient.Configuration = .init()) {
        self.init(isShared: false, configuration)
    }

    /// Creates a transport with given environment variables.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the client.
    ///   - environment: The environment variables.
    package convenience init(
        configuration: HTTPClient.Configuration = .init(),
        environment: [String: String]
    ) {
        self.init(isShared: false, configuration, environment)
    }

    private init(
        isShared: Bool,
        _ configuration: HTTPClient.Configuration,
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        var configuration = configuration
        // `NetworkingSession` follows redirects, and `Exchange` limits size and time.
        configuration.redirectConfiguration = .disallow
        configuration.decompression = .enabled(limit: .none)
        configuration.timeout = .init(connect: configuration.timeout.connect ?? .minutes(10))
        // A refused connection is an error at once, as on URLSession.
        configuration.connectionPool.retryConnectionEstablishment = false
        self.clients = ProxiedClients(configuration, EnvironmentProxies(environment))
        self.isShared = isShared
    }

    deinit {
        // Does nothing after `shutdown()`.
        for client in clients.all { client.shutdown { _ in } }
    }

    /// Closes all connections; requests in flight, and later ones, fail.
    ///
    /// Does nothing on ``shared``.
    ///
    /// - Throws: An error of async-http-client if the transport was already shut down.
    public func shutdown() async throws {
        guard !isShared else { return }
        for client in clients.all { try await client.shutdown().get() }
    }
}

extension AsyncHTTPClientTransport: CustomReflectable {
    /// An empty mirror, because requests in flight may contain secrets.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension NetworkingSession {
    /// Returns the same session with async-http-client as its transport instead of URLSession.
    ///
    /// - Parameter transport: The transport; the session keeps it alive.
    /// - Returns: The session.
    public func using(_ transport: AsyncHTTPClientTransport) -> NetworkingSession {
        carried(by: transport)
    }
}

extension NetworkingError.Code {
    /// The transport was shut down; nothing was sent.
    public static let shutDown = NetworkingError.Code("shutDown")
}

extension AsyncHTTPClientTransport: HTTPTransport {
    /// Sends one request and waits for its response, which may be a redirect.
    ///
    /// - Parameters:
    ///   - hop: The request.
    ///   - bounds: The limits for time and size.
    /// - Returns: The response, or the reason why there is no complete one.
    package func carry(_ hop: Hop, within bounds: Exchange.Bounds) async -> Exchange.Outcome {
        let client = clients.client(for: hop.requestURL)
        let exchange = Exchange(hop, within: bounds)
        if let source = hop.source {
            let upload = SourceUpload(client: client, hop: hop, source: source, exchange: exchange)
            return await exchange.run { upload.start() }
        }
        let request: HTTPClient.Request
        do {
            request = try HTTPClient.Request(hop)
        } catch {
            return .failure(Exchange.Failure(.invalidURL))
        }
        let hasBody = hop.method != .head
        let delegate = ExchangeDelegate(exchange, hasBody: hasBody)
        return await exchange.run {
            let task = client.execute(request: request, delegate: delegate)
            // A client that was shut down does not call the delegate.
            task.futureResult.whenFailure { error in
                exchange.finish(after: error, expectsBody: hasBody)
            }
            return { task.cancel() }
        }
    }
}
