public import Foundation
import HTTPTypes

/// A cookie store in memory: it keeps the cookies that servers set, for later requests (RFC 6265).
///
/// ```swift
/// let cookies = CookieJar()
/// let session = NetworkingSession(api: Shop.self).keeping(cookies)
/// try await session.request(Endpoint.LogIn(name: name, password: password))   // sets the cookie
/// let orders = try await session.request(Endpoint.Orders())                   // sends it
/// cookies.removeAll()                                                         // logs out locally
/// ```
///
/// A cookie goes only to the host that set it: even with the attribute `Domain` it is not sent to
/// other hosts of that domain. `Path`, `Secure`, `Expires` and `Max-Age` are honored. Every
/// response counts, including redirects. A host has at most 64 cookies; the oldest are removed
/// first.
///
/// Cookies never appear in a description, error or log.
public final class CookieJar: Sendable {
    private static let limit = 64

    private let cookies = Locked<[StoredCookie]>([])
    private let now: @Sendable () -> Date

    /// Creates an empty jar.
    public convenience init() {
        self.init { Date() }
    }

    /// Creates an empty jar.
    ///
    /// - Parameter now: Returns the current time.
    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Returns the value of the cookie that a request to a URL would send, for example a CSRF
    /// token.
    ///
    /// - Parameters:
    ///   - name: The name of the cookie.
    ///   - url: The URL.
    /// - Returns: The value; nil if no such cookie would be sent.
    public func value(of name: String, for url: URL) -> String? {
        sent(to: url).first { $0.name == name }?.value
    }

    /// Removes all cookies.
    public func removeAll() {
        cookies.withLock { $0 = [] }
    }

    // MARK: - For the session

    /// Returns the header field `Cookie` for a URL; nil if there are no cookies for it.
    func field(for url: URL) -> String? {
        let cookies = sent(to: url)
        return cookies.isEmpty ? nil : cookies.map(\.text).joined(separator: "; ")
    }

    /// Adds the cookies for its URL to a request; those of the request itself take precedence.
    func add(to hop: inout Hop) {
        guard let field = field(for: hop.url) else { return }
        var cookies = CookieField(hop.headers[.cookie])
        cookies.add(below: CookieField(field))
        hop.headers[.cookie] = cookies.value
    }

    /// Stores the cookies that a response sets and removes those that it expires.
    func store(_ fields: HTTPFields, from url: URL) {
        let texts = fields[values: .setCookie]
        guard !texts.isEmpty else { return }
        let now = now()
        let new = texts.compactMap { StoredCookie($0, from: url, now: now) }
        cookies.withLock { cookies in
            for cookie in new {
                if let index = cookies.firstIndex(where: cookie.replaces) {
                    cookies[index] = cookie
                } else {
                    cookies.append(cookie)
                }
            }
            cookies.removeAll { $0.hasExpired(at: now) }
            for host in Set(new.map(\.host)) {
                let indices = cookies.indices.filter { cookies[$0].host == host }
                for index in indices.dropLast(Self.limit).reversed() { cookies.remove(at: index) }
            }
        }
    }

    /// Returns the cookies for a URL, longer paths first.
    private func sent(to url: URL) -> [StoredCookie] {
        let now = now()
        return cookies.withLock { $0 }
            .filter { !$0.hasExpired(at: now) && $0.isFor(url) }
            .enumerated()
            .sorted {
                ($1.element.path.utf8.count, $0.offset) < ($0.element.path.utf8.count, $1.offset)
            }
            .map(\.element)
    }
}

extension CookieJar: CustomStringConvertible, CustomReflectable {
    /// A redacted description.
    public var description: String { Redacted().description }

    /// An empty mirror, which hides the value from dumps.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension NetworkingSession {
    /// Returns the same session with a jar that stores cookies and adds them to requests.
    ///
    /// Sessions with the same jar share its cookies. A session without a jar stores none.
    ///
    /// - Parameter cookies: The jar.
    /// - Returns: The session.
    public func keeping(_ cookies: CookieJar) -> NetworkingSession {
        var session = self
        session.cookies = cookies
        return session
    }

    /// Sends one request with the cookies for its URL, and stores those of the response.
    func exchange(_ hop: Hop, within bounds: Exchange.Bounds) async -> Exchange.Outcome {
        guard let cookies else { return await transport.carry(hop, within: bounds) }
        var sent = hop
        cookies.add(to: &sent)
        let outcome = await transport.carry(sent, within: bounds)
        if case .success(let answer) = outcome {
            cookies.store(answer.head.headerFields, from: hop.url)
        }
        return outcome
    }

    /// Returns the cookies of the jar for a request, without its own; nil if there are none.
    func keptCookies(for request: NetworkingRequest) -> String? {
        guard let cookies, let hop = try? firstHop(of: request) else { return nil }
        return cookies.field(for: hop.url)
    }
}
