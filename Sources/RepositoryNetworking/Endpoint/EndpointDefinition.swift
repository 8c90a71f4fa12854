/// The definition of one endpoint of an API: its path and method, its parameters and body, and its
/// response.
///
///     extension Endpoint {
///         struct GetUser: EndpointDefinition {
///             typealias Response = SingleResponse<User>
///             static let path = "/users/{id}"
///             static let method = HTTPMethod.get
///
///             var id: Int
///
///             var parameters: Parameters {
///                 var parameters = Parameters()
///                 parameters.path("id", id)
///                 return parameters
///             }
///         }
///     }
///
/// Send it with `networking.request(Endpoint.GetUser(id: 1))`.
public protocol EndpointDefinition: Sendable {
    /// The API that it belongs to.
    associatedtype API: APIDefinition = UnspecifiedAPI
    /// The structure of its response.
    associatedtype Response: ResponseDefinition
    /// The type of its body.
    associatedtype Body: Sendable = EmptyBody
    /// The header fields that its response declares; none by default.
    associatedtype ResponseHeaders: ResponseHeadersDefinition = NoResponseHeaders

    /// The path, relative to the base URL, with placeholders in braces.
    static var path: String { get }
    /// The method.
    static var method: HTTPMethod { get }
    /// The body types of failures by status; none by default.
    ///
    /// The keys 4 and 5 stand for all statuses from 400, or from 500, that have no entry.
    /// ``TextFailure`` declares plain text.
    static var failures: [Int: any ResponseBody.Type] { get }
    /// The body type of a failure with any other status; nil, the default, for none.
    static var otherFailure: (any ResponseBody.Type)? { get }
    /// Whether its requests carry credentials, if those of its API do; true by default.
    static var authenticates: Bool { get }
    /// The environment of its requests; nil for that of the session.
    static var environment: APIEnvironment? { get }
    /// The response body in the mock environment, as JSON text; none by default.
    static var example: String? { get }
    /// The format of the body; JSON by default.
    static var bodyMedia: BodyMedia<Body> { get }
    /// The requested media type; nil, the default, for the types that the response can read.
    static var acceptedMedia: String? { get }
    /// The data of the event that ends an event stream, such as `[DONE]`; nil, the default, if the
    /// stream ends with the response.
    static var lastEventData: String? { get }
    /// How the response is paginated; by default as declared by the API.
    static var paging: Conventions.Paging { get }
    /// The timeout, priority and cache policy of its requests; those of the session by default.
    static var options: RequestOptions { get }
    /// The key of the identity in each element of a paginated response; `id` by default.
    static var identityKey: String { get }
    /// The path in the response body at which the response is located; the root by default.
    static var responsePath: JSONKeyPath { get }
    /// The path in the request body at which to place the body, keys only; the root by default.
    static var bodyPath: JSONKeyPath { get }

    /// The path, query, header, cookie and body parameters; none by default.
    var parameters: Parameters { get }
    /// The body; none by default.
    var body: Body { get }
}

extension EndpointDefinition {
    /// No declared bodies of failures.
    public static var failures: [Int: any ResponseBody.Type] {
        [:]
    }

    /// No declared body for other failures.
    public static var otherFailure: (any ResponseBody.Type)? {
        nil
    }

    /// True.
    public static var authenticates: Bool {
        true
    }

    /// The environment of the session.
    public static var environment: APIEnvironment? {
        nil
    }

    /// No example.
    public static var example: String? {
        nil
    }

    /// The paging of the API.
    public static var paging: Conventions.Paging {
        API.conventions.paging
    }

    /// The key `id`.
    public static var identityKey: String {
        "id"
    }

    /// The options of the session.
    public static var options: RequestOptions {
        RequestOptions()
    }

    /// The root of the response body.
    public static var responsePath: JSONKeyPath {
        []
    }

    /// The root of the request body.
    public static var bodyPath: JSONKeyPath {
        []
    }

    /// The types that the response can read.
    public static var acceptedMedia: String? {
        nil
    }

    /// The stream ends with the response.
    public static var lastEventData: String? {
        nil
    }

    /// No parameters.
    public var parameters: Parameters {
        Parameters()
    }
}

extension EndpointDefinition where Body: JSONEncodable {
    /// JSON in the media type of the API.
    public static var bodyMedia: BodyMedia<Body> {
        .json
    }
}

extension EndpointDefinition where Body == EmptyBody {
    /// No body.
    public var body: EmptyBody {
        EmptyBody()
    }
}

/// The body of an endpoint without one, or with fields among its parameters.
public struct EmptyBody: JSONEncodable, Sendable {
    /// Creates the body.
    public init() {}

    /// Writes null; never sent in a request.
    ///
    /// - Parameter writer: The writer.
    public func encode(to writer: inout JSONWriter) {
        writer.null()
    }
}
