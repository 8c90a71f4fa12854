import HTTPTypes

/// How the requests of an endpoint are carried: how long they may take, how urgent they are, and whether a
/// cache may answer them.
///
///     static let options = RequestOptions(timeout: .seconds(5), priority: .low)
public struct RequestOptions: Hashable, Sendable {
    /// How urgent a request is.
    ///
    /// It is sent in the header field `Priority` (RFC 9218), which servers and proxies may heed, and
    /// URLSession orders its own work by it. What is normal is not sent.
    public enum Priority: Hashable, Sendable {
        /// After others, such as what is read ahead: urgency 5.
        case low
        /// As all others: urgency 3.
        case normal
        /// Before others, such as what a person waits for: urgency 1.
        case high
    }

    /// Which stored responses may answer a request.
    ///
    /// It is sent in the header field `Cache-Control` (RFC 9111, section 5.2.1). ``CacheMiddleware`` heeds
    /// it, and so do the caches on the way to the server.
    public enum CachePolicy: Hashable, Sendable {
        /// Those that are fresh.
        case fresh
        /// None without asking the server: `no-cache`.
        case revalidated
        /// Any, however old, and the server only where there is none: `max-stale`.
        case stale
        /// None, and the response is not stored: `no-store`.
        case none
    }

    /// How long a request may take in all, redirects included; nil for the bounds of the session.
    ///
    /// It takes the place of both bounds of the session. A streamed response has this long until its head
    /// has come, and as long for each silence thereafter.
    public var timeout: Duration?
    /// How urgent requests are.
    public var priority: Priority
    /// Which stored responses may answer requests.
    public var cachePolicy: CachePolicy

    /// Creates options.
    ///
    /// - Parameters:
    ///   - timeout: How long a request may take in all; nil for the bounds of the session.
    ///   - priority: How urgent requests are.
    ///   - cachePolicy: Which stored responses may answer requests.
    public init(
        timeout: Duration? = nil,
        priority: Priority = .normal,
        cachePolicy: CachePolicy = .fresh
    ) {
        self.timeout = timeout
        self.priority = priority
        self.cachePolicy = cachePolicy
    }

    /// The header fields that tell servers and caches of them.
    var fields: HTTPFields {
        var fields = HTTPFields()
        switch priority {
        case .low: fields[.priority] = "u=5"
        case .normal: break
        case .high: fields[.priority] = "u=1"
        }
        switch cachePolicy {
        case .fresh: break
        case .revalidated: fields[.cacheControl] = "no-cache"
        case .stale: fields[.cacheControl] = "max-stale"
        case .none: fields[.cacheControl] = "no-store"
        }
        return fields
    }
}
