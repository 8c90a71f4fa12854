import Foundation

/// The address of a recorded service.
package struct ServiceAddress: Hashable, Sendable {
    /// The base of all addresses, without a trailing slash.
    package let url: String
    private let scheme: String
    private let host: String
    private let port: Int
    private let path: String

    /// Parses an address; nil if it is not `http` or `https` with a host, or has a user, a query or
    /// a fragment.
    ///
    /// - Parameters:
    ///   - text: An address, for example `https://shop.example.com`.
    ///   - basePaths: The base paths of the schema's APIs, for example `/v1`; the address may end
    ///     in one of them.
    package init?(_ text: String, basePaths: [String] = []) {
        guard let parts = URLComponents(string: text), let origin = Self.origin(of: parts),
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { return nil }
        (scheme, host, port) = origin
        var path = parts.percentEncodedPath
        while path.hasSuffix("/") { path.removeLast() }
        let base = basePaths.filter { !$0.isEmpty && path.hasSuffix($0) }
            .max { $0.count < $1.count }
        path.removeLast(base?.count ?? 0)
        self.path = path
        let isStandard = port == Self.standardPort(of: scheme)
        url = "\(scheme)://\(host)\(isStandard ? "" : ":\(port)")\(path)"
    }

    /// Whether it is a port of this machine.
    func isLocal(port: Int) -> Bool {
        port == self.port && ["127.0.0.1", "localhost", "[::1]", "0.0.0.0"].contains(host)
    }

    /// The target of a reference in a response.
    enum Target: Hashable {
        /// The service: the path with the query, as clients of the mock send it.
        case own(String)
        /// Another server, by its origin.
        case foreign(String)
    }

    /// The target of a reference.
    ///
    /// - Parameters:
    ///   - reference: The text of a `Location` or a link.
    ///   - path: The path of the request, as the client sent it.
    /// - Returns: The target; nil if the reference is not an address.
    func target(of reference: String, from path: String) -> Target? {
        guard let base = URL(string: url + path),
            let found = URL(string: reference, relativeTo: base)?.absoluteURL,
            let parts = URLComponents(url: found, resolvingAgainstBaseURL: true)
        else { return nil }
        guard let origin = Self.origin(of: parts) else {
            return .foreign("\(parts.scheme ?? "?"):")
        }
        let rest = parts.percentEncodedPath.dropFirst(self.path.count)
        guard origin == (scheme, host, port), parts.percentEncodedPath.hasPrefix(self.path),
            rest.isEmpty || rest.hasPrefix("/")
        else {
            return .foreign("\(origin.scheme)://\(origin.host):\(origin.port)")
        }
        let query = parts.percentEncodedQuery.map { "?" + $0 } ?? ""
        let fragment = parts.percentEncodedFragment.map { "#" + $0 } ?? ""
        return .own((rest.isEmpty ? "/" : String(rest)) + query + fragment)
    }

    private static func origin(
        of parts: URLComponents
    ) -> (scheme: String, host: String, port: Int)? {
        guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme),
            let host = parts.percentEncodedHost?.lowercased(), !host.isEmpty
        else { return nil }
        let port = parts.port ?? standardPort(of: scheme)
        return (1...65_535).contains(port) ? (scheme, host, port) : nil
    }

    private static func standardPort(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }
}
