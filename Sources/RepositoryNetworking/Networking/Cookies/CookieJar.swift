public import Foundation
import HTTPTypes

/// The cookies that servers set, kept in memory for later requests (RFC 6265).
///
/// ```swift
/// let cookies = CookieJar()
/// let session = NetworkingSession(api: Shop.self).keeping(cookies)
/// try await session.request(Endpoint.LogIn(name: name, password: password))   // sets the cookie
/// let orders = try await session.request(Endpoint.Orders())                   // sends it
/// cookies.removeAll()                                                         // logs out, on this side
/// ```
///
/// A cookie goes to the host that set it, and to no other: also one with the attribute `Domain` does not
/// go to other hosts of that domain. `Path`, `Secure`, `Expires` and `Max-Age` are followed, and each
/// response counts, those of redirects included. A host has at most 64 cookies; the oldest go first.
///
/// Cookies show in no description, error or log.
public final class CookieJar: Sendable {
    private static let limit = 64

    private let cookies = Locked<[StoredCookie]>([])
    private let now: @Sendable () -> Date

    /// Creates a jar without cookies.
    public convenience init() {
        self.init { Date() }
    }

    /// Creates a jar without cookies.
    ///
    /// - Parameter now: Tells the time.
    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// The value of the cookie that a request to an address would send, such as a token against forgery.
    ///
    /// - Parameters:
    ///   - name: The name of the cookie.
    ///   - url: The address.
    /// - Returns: The value; nil where no such cookie would be sent.
    public func value(of name: String, for url: URL) -> String? {
        sent(to: url).first { $0.name == name }?.value
    }

    /// Forgets all cookies.
    public func removeAll() {
        cookies.withLock { $0 = [] }
    }

    // MARK: - For the session

    /// The header field `Cookie` of a request to an address; nil where there are no cookies for it.
    func field(for url: URL) -> String? {
        let cookies = sent(to: url)
        return cookies.isEmpty ? nil : cookies.map(\.text).joined(separator: "; ")
    }

    /// Adds the cookies for its address to a request; those of the request itself come first.
    func add(to hop: inout Hop) {
        guard let field = field(for: hop.url) else { return }
        var cookies = CookieField(hop.headers[.cookie])
        cookies.add(below: CookieField(field))
        hop.headers[.cookie] = cookies.value
    }

    /// Keeps what a response sets, and forgets what it ends.
    func store(_ fields: HTTPFields, from url: URL) {
        let texts = fields[values: .setCookie].flatMap(StoredCookie.texts)
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

    /// The cookies for an address, those of longer paths first.
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
    /// Nothing of what is in it.
    public var description: String { Redacted().description }

    /// A mirror that shows nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension NetworkingSession {
    /// Returns the same session, which keeps the cookies that servers set, and sends them.
    ///
    /// Sessions with one jar share its cookies. Without a jar a session keeps none.
    ///
    /// - Parameter cookies: The jar.
    /// - Returns: The session.
    public func keeping(_ cookies: CookieJar) -> NetworkingSession {
        var session = self
        session.cookies = cookies
        return session
    }

    /// Carries one request, with the cookies for its address, and keeps those of the response.
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

    /// The cookies that a request would send beside its own; nil where there are none.
    func keptCookies(for request: NetworkingRequest) -> String? {
        guard let cookies, let hop = try? firstHop(of: request) else { return nil }
        return cookies.field(for: hop.url)
    }
}
