import AsyncHTTPClient
import Foundation

/// The proxies in environment variables, read like libcurl, which URLSession uses on Linux.
///
/// See https://everything.curl.dev/usingcurl/proxies/env.html
struct EnvironmentProxies: Sendable {
    private var proxies: [String: HTTPClient.Configuration.Proxy] = [:]
    private let exceptions: [String]

    /// Reads the proxies.
    ///
    /// - Parameter environment: The environment variables.
    init(_ environment: [String: String]) {
        let value = { (name: String) -> String? in
            let value = environment[name] ?? environment[name.uppercased()]
            return value.flatMap { $0.isEmpty ? nil : $0 }
        }
        exceptions = (value("no_proxy") ?? "")
            .split { $0 == "," || $0 == " " }
            .map { $0.drop { $0 == "." }.lowercased() }
        for scheme in ["http", "https"] {
            // Not `HTTP_PROXY`: in a CGI process, a client could set it with a header field
            // `Proxy`.
            let own = scheme == "http" ? environment["http_proxy"] : value("https_proxy")
            proxies[scheme] = (own ?? value("all_proxy")).flatMap { Self.proxy($0) }
        }
    }

    /// All proxies.
    var all: Set<HTTPClient.Configuration.Proxy> { Set(proxies.values) }

    /// Returns the proxy for a URL; nil if there is none.
    func proxy(for url: URL) -> HTTPClient.Configuration.Proxy? {
        let host = (url.host(percentEncoded: true) ?? "").lowercased()
            .trimmingCharacters(in: ["[", "]"])
        let isException = exceptions.contains { exception in
            exception == "*" || host == exception || host.hasSuffix(".\(exception)")
        }
        return isException ? nil : url.scheme.flatMap { proxies[$0.lowercased()] }
    }

    /// Parses a proxy: a host, and optionally a scheme, a user and a port.
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
