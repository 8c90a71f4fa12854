/// A service that endpoints belong to: where it is asked, and with which headers.
public protocol APIDefinition: Sendable {
    /// The base URL in each environment.
    static var baseURLs: [APIEnvironment: String] { get }
    /// Headers of every request; none by default.
    static var headers: [String: String] { get }
    /// Parameters in the query of every request, unless it has them itself; none by default.
    static var query: [String: String] { get }
    /// The form of its dates; ISO 8601 by default.
    static var dates: DateCodec { get }
    /// How requests say who sends them; not at all by default.
    static var authentication: Authentication { get }
    /// The keys in JSON whose values no log may show; nil, the default, where nobody says.
    ///
    /// Where nobody says, logs show no values at all: see ``LoggedBodies``.
    static var redactedKeys: Set<String>? { get }
    /// How the service writes what repositories ask of it; plain REST by default.
    static var conventions: Conventions { get }
}

extension APIDefinition {
    /// No headers.
    public static var headers: [String: String] {
        [:]
    }

    /// No parameters.
    public static var query: [String: String] {
        [:]
    }

    /// Dates as ISO 8601.
    public static var dates: DateCodec {
        DateCodec(.iso8601)
    }

    /// Requests do not say who sends them.
    public static var authentication: Authentication {
        .none
    }

    /// Plain REST with JSON.
    public static var conventions: Conventions {
        .plain
    }

    /// Nobody says.
    public static var redactedKeys: Set<String>? {
        nil
    }
}

/// The API of an endpoint that names none; it is asked wherever the session goes.
public enum UnspecifiedAPI: APIDefinition {
    /// No base URL.
    public static let baseURLs: [APIEnvironment: String] = [:]
}
