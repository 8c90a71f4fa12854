/// One operation of a server: where it is, what it takes, and what it answers.
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
/// A request is made of it by `networking.request(Endpoint.GetUser(id: 1))`.
public protocol EndpointDefinition: Sendable {
    /// The API that it belongs to.
    associatedtype API: APIDefinition = UnspecifiedAPI
    /// The structure of its response.
    associatedtype Response: ResponseDefinition
    /// What it takes as a body.
    associatedtype Body: Sendable = EmptyBody
    /// The header fields that its response declares; none by default.
    associatedtype ResponseHeaders: ResponseHeadersDefinition = NoResponseHeaders

    /// The path, relative to the base URL, with placeholders in braces.
    static var path: String { get }
    /// The method.
    static var method: HTTPMethod { get }
    /// What the bodies of failures are, by status; none by default.
    ///
    /// The keys 4 and 5 stand for all statuses from 400, or from 500, that have none of their own, and
    /// ``TextFailure`` for plain text.
    static var failures: [Int: any ResponseBody.Type] { get }
    /// What the body of a failure of any other status is; nil, the default, for none.
    static var otherFailure: (any ResponseBody.Type)? { get }
    /// Whether its requests say who sends them, where those of its API do; true by default.
    static var authenticates: Bool { get }
    /// The environment where it is asked, nil for that of the session.
    static var environment: APIEnvironment? { get }
    /// The answer of the mock environment, as JSON text; none by default.
    static var example: String? { get }
    /// How the body is written; as JSON by default.
    static var bodyMedia: BodyMedia<Body> { get }
    /// The media type that the request asks for; nil, the default, for what the response can read.
    static var acceptedMedia: String? { get }
    /// The data of the event that ends a stream of events, such as `[DONE]`; nil, the default, where only
    /// the end of the response does.
    static var lastEventData: String? { get }
    /// How the response is divided into pages; as the API has it by default.
    static var paging: Conventions.Paging { get }
    /// How its requests are carried; within the bounds of the session by default.
    static var options: RequestOptions { get }
    /// Where in the answer the response stands; the whole answer by default.
    static var responsePath: JSONKeyPath { get }
    /// Where in what is sent the body stands, keys only; it is the whole by default.
    static var bodyPath: JSONKeyPath { get }

    /// What goes into the path, the query, the headers and the fields of the body; nothing by
    /// default.
    var parameters: Parameters { get }
    /// The body; none by default.
    var body: Body { get }
}

extension EndpointDefinition {
    /// No failure has a declared body.
    public static var failures: [Int: any ResponseBody.Type] {
        [:]
    }

    /// No other failure has a declared body.
    public static var otherFailure: (any ResponseBody.Type)? {
        nil
    }

    /// As the API says.
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

    /// As the API has it.
    public static var paging: Conventions.Paging {
        API.conventions.paging
    }

    /// Within the bounds of the session.
    public static var options: RequestOptions {
        RequestOptions()
    }

    /// The response is the whole answer.
    public static var responsePath: JSONKeyPath {
        []
    }

    /// The body is all that is sent.
    public static var bodyPath: JSONKeyPath {
        []
    }

    /// What the response can read.
    public static var acceptedMedia: String? {
        nil
    }

    /// The end of the response.
    public static var lastEventData: String? {
        nil
    }

    /// No parameters.
    public var parameters: Parameters {
        Parameters()
    }
}

extension EndpointDefinition where Body: JSONEncodable {
    /// JSON of the media type of the API.
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

/// The body of an endpoint that takes none, or whose fields are among its parameters.
public struct EmptyBody: JSONEncodable, Sendable {
    /// Creates the body.
    public init() {}

    /// Writes null; no request carries it.
    ///
    /// - Parameter writer: Takes the null.
    public func encode(to writer: inout JSONWriter) {
        writer.null()
    }
}
