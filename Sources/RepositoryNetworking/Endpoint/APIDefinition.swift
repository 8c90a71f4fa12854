/// An API that endpoints belong to: its base URLs, header fields and conventions.
public protocol APIDefinition: Sendable {
    /// The base URL in each environment.
    static var baseURLs: [APIEnvironment: String] { get }
    /// Header fields for every request; none by default.
    static var headers: [String: String] { get }
    /// Query parameters for every request, unless it has them itself; none by default.
    static var query: [String: String] { get }
    /// The format of dates; ISO 8601 by default.
    static var dates: DateCodec { get }
    /// The credentials that requests carry; none by default.
    static var authentication: Authentication { get }
    /// The JSON keys whose values must not appear in logs; nil, the default, if not declared.
    ///
    /// If they are not declared, logs show no values at all: see ``LoggedBodies``.
    static var redactedKeys: Set<String>? { get }
    /// The form in which the service expects requests of repositories; plain REST by default.
    static var conventions: Conventions { get }
}

extension APIDefinition {
    /// No header fields.
    public static var headers: [String: String] {
        [:]
    }

    /// No parameters.
    public static var query: [String: String] {
        [:]
    }

    /// ISO 8601.
    public static var dates: DateCodec {
        DateCodec(.iso8601)
    }

    /// No credentials.
    public static var authentication: Authentication {
        .none
    }

    /// Plain REST with JSON.
    public static var conventions: Conventions {
        .plain
    }

    /// Not declared.
    public static var redactedKeys: Set<String>? {
        nil
    }
}

/// The API of an endpoint that declares none; its requests go to the base URL of the session.
public enum UnspecifiedAPI: APIDefinition {
    /// No base URL.
    public static let baseURLs: [APIEnvironment: String] = [:]
}
