import AsyncHTTPClient
import Foundation

/// The proxies of the environment, read as libcurl reads them, which is below URLSession on Linux.
///
/// See https://everything.curl.dev/usingcurl/proxies/env.html
struct EnvironmentProxies: Sendable {
    private var proxies: [String: HTTPClient.Configuration.Proxy] = [:]
    private let exceptions: [String]

    /// Reads the proxies.
    ///
    /// - Parameter environment: The variables of the environment.
    init(_ environment: [String: String]) {
        let value = { (name: String) -> String? in
            let value = environment[name] ?? environment[name.uppercased()]
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }
        exceptions = (value("no_proxy") ?? "")
            .split { $0 == "," || $0 == " " }
            .map { $0.drop { $0 == "." }.lowercased() }
        for scheme in ["http", "https"] {
            // In capitals, a client of a web server could set it: by a header field `Proxy`.
            let own = scheme == "http" ? environment["http_proxy"] : value("https_proxy")
            proxies[scheme] = (own ?? value("all_proxy")).flatMap { Self.proxy($0) }
        }
    }

    /// All proxies.
    var all: Set<HTTPClient.Configuration.Proxy> { Set(proxies.values) }

    /// The proxy for an address, nil where there is none.
    func proxy(for url: URL) -> HTTPClient.Configuration.Proxy? {
        let host = (url.host(percentEncoded: true) ?? "").lowercased()
            .trimmingCharacters(in: ["[", "]"])
        let isException = exceptions.contains { exception in
            exception == "*" || host == exception || host.hasSuffix(".\(exception)")
        }
        return isException ? nil : url.scheme.flatMap { proxies[$0.lowercased()] }
    }

    /// Reads a proxy: a host, and perhaps a scheme, a user and a port.
    private static func proxy(_ text: String) -> HTTPClient.Configuration.Proxy? {
        let whole = text.contains("://") ? text : "http://\(text)"
        guard let parts = URLComponents(string: whole), let host = parts.host, !host.isEmpty else {
            return nil
        }
        let port = parts.port ?? 1080
        switch parts.scheme?.lowercased() {
        case "http":
            let authorization = parts.user.map {
                HTTPClient.Authorization.basic(username: $0, password: parts.password ?? "")
            }
            return .server(host: host, port: port, authorization: authorization)
        case "socks5", "socks5h", "socks": return .socksServer(host: host, port: port)
        default: return nil
        }
    }
}
