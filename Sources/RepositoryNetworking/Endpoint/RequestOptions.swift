import HTTPTypes

/// The timeout, priority and cache policy of an endpoint's requests.
///
///     static let options = RequestOptions(timeout: .seconds(5), priority: .low)
public struct RequestOptions: Hashable, Sendable {
    /// The priority of a request.
    ///
    /// It is sent as the header field `Priority` (RFC 9218), which servers and proxies may honor,
    /// and sets the priority of the URLSession task. The normal priority is not sent.
    public enum Priority: Hashable, Sendable {
        /// After other requests, for example for prefetching: urgency 5.
        case low
        /// The default: urgency 3.
        case normal
        /// Before other requests, for example if a user waits for it: urgency 1.
        case high
    }

    /// The stored responses that may satisfy a request.
    ///
    /// It is sent as the header field `Cache-Control` (RFC 9111, section 5.2.1), which
    /// ``CacheMiddleware`` and caches between client and server honor.
    public enum CachePolicy: Hashable, Sendable {
        /// Fresh responses.
        case fresh
        /// No response without revalidation: `no-cache`.
        case revalidated
        /// Any response, however old; a request is sent only if there is none: `max-stale`.
        case stale
        /// No response, and the new one is not stored: `no-store`.
        case none
    }

    /// The time limit including redirects; nil for the limits of the session.
    ///
    /// It replaces both limits of the session. For a streamed response it applies until the head is
    /// received, and then to each pause.
    public var timeout: Duration?
    /// The priority of requests.
    public var priority: Priority
    /// The stored responses that may satisfy requests.
    public var cachePolicy: CachePolicy

    /// Creates options.
    ///
    /// - Parameters:
    ///   - timeout: The time limit; nil for the limits of the session.
    ///   - priority: The priority of requests.
    ///   - cachePolicy: The stored responses that may satisfy requests.
    public init(
        timeout: Duration? = nil,
        priority: Priority = .normal,
        cachePolicy: CachePolicy = .fresh
    ) {
        self.timeout = timeout
        self.priority = priority
        self.cachePolicy = cachePolicy
    }

    /// The header fields for servers and caches.
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
