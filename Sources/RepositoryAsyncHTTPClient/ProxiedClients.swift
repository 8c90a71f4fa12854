import AsyncHTTPClient
import Foundation
import NIOPosix

/// The clients of a transport: one without a proxy, and one for each proxy of the environment.
///
/// An async-http-client client has one proxy for all requests.
struct ProxiedClients: Sendable {
    private let direct: HTTPClient
    private let proxied: [HTTPClient.Configuration.Proxy: HTTPClient]
    private let proxies: EnvironmentProxies

    /// Creates the clients.
    ///
    /// - Parameters:
    ///   - configuration: Their settings; a proxy in them is used for all requests.
    ///   - proxies: The proxies if there is none in the settings.
    init(_ configuration: HTTPClient.Configuration, _ proxies: EnvironmentProxies) {
        let proxies = configuration.proxy == nil ? proxies : EnvironmentProxies([:])
        self.proxies = proxies
        self.direct = Self.client(configuration)
        self.proxied = Dictionary(
            uniqueKeysWithValues: proxies.all.map { proxy in
                var configuration = configuration
                configuration.proxy = proxy
                return (proxy, Self.client(configuration))
            }
        )
    }

    private static func client(_ configuration: HTTPClient.Configuration) -> HTTPClient {
        // On all systems, so that errors are the same everywhere: the default on Apple platforms is
        // the Network framework.
        let group = MultiThreadedEventLoopGroup.singleton
        return HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    }

    /// All clients.
    var all: [HTTPClient] { [direct] + proxied.values }

    /// Returns the client for a URL.
    func client(for url: URL) -> HTTPClient {
        proxies.proxy(for: url).flatMap { proxied[$0] } ?? direct
    }
}
