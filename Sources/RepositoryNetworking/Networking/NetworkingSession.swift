public import Foundation
import HTTPTypes

/// The `Networking` that sends requests relative to a base URL, by default with URLSession.
///
///     let session = NetworkingSession(url: "http://localhost:3000")
///     let messages = MessageRepository(store: session)
///
/// A session is a stateless value; all sessions share their connections. It follows redirects as
/// RFC 9110 specifies, and sends no credential to another origin. It has no cache, and stores
/// cookies only in a ``CookieJar``. The API of a request declares where its credentials go.
///
/// On Linux and servers, use `AsyncHTTPClientTransport` of the library RepositoryAsyncHTTPClient.
/// Before Swift 6.4, URLSession on Linux crashes the process if a response ends between the status
/// line and the end of its header fields. No delegate method or setting prevents it:
/// https://github.com/swiftlang/swift-corelibs-foundation/issues/5285
public struct NetworkingSession: Networking {
    /// The limits of a session.
    public struct Configuration: Sendable {
        /// The maximum time in which the server sends nothing.
        public var timeout: Duration
        /// The time limit including redirects; for a streamed response, until its head is received.
        public var totalTimeout: Duration
        /// The maximum number of bytes of a decompressed body, or of the buffer of a streamed one.
        public var maximumResponseSize: Int
        /// The maximum number of redirects to follow; with 0, the redirect itself is returned.
        public var maximumRedirects: Int

        /// Creates the limits of a session.
        public init(
            timeout: Duration = .seconds(60),
            totalTimeout: Duration = .seconds(300),
            maximumResponseSize: Int = 64 * 1_024 * 1_024,
            maximumRedirects: Int = 10
        ) {
            self.timeout = timeout
            self.totalTimeout = totalTimeout
            self.maximumResponseSize = maximumResponseSize
            self.maximumRedirects = maximumRedirects
        }
    }

    private enum Target: Sendable {
        case url(BaseURL?)
        case api(any APIDefinition.Type)
    }

    private let target: Target
    private let environment: APIEnvironment
    private let headers: [String: String]
    let credentials: Credentials?
    let configuration: Configuration
    var transport: any HTTPTransport = Self.defaultTransport
    var cookies: CookieJar?

    /// Creates a session for one base URL, to which it sends the requests of any API.
    ///
    /// If the string is not a valid base URL, every request fails with `.invalidURL`.
    ///
    /// - Parameters:
    ///   - url: The base URL, `http` or `https`, without user, password and fragment.
    ///   - headers: Header fields for every request, unless the request has them itself.
    ///   - credentials: The credentials; a request without an API only uses a token or a user.
    ///   - configuration: The limits.
    public init(
        url: String,
        headers: [String: String] = [:],
        credentials: Credentials? = nil,
        configuration: Configuration = Configuration()
    ) {
        self.target = .url(BaseURL(url))
        self.environment = .production
        self.headers = headers
        self.credentials = credentials
        self.configuration = configuration
    }

    /// Creates a session for one base URL, to which it sends the requests of any API.
    ///
    /// - Parameters:
    ///   - url: The base URL, `http` or `https`, without user, password and fragment.
    ///   - headers: Header fields for every request, unless the request has them itself.
    ///   - credentials: The credentials; a request without an API only uses a token or a user.
    ///   - configuration: The limits.
    public init(
        url: URL,
        headers: [String: String] = [:],
        credentials: Credentials? = nil,
        configuration: Configuration = Configuration()
    ) {
        self.init(
            url: url.absoluteString,
            headers: headers,
            credentials: credentials,
            configuration: configuration
        )
    }

    /// Creates a session for an API, with its base URL and header fields.
    ///
    /// A request of an endpoint of another API goes to the base URL of that API, without the header
    /// fields and the credentials of this one.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - environment: The environment of requests that set none. `.mock` uses no network:
    ///     endpoints return their examples.
    ///   - headers: Header fields for every request to the API, unless the request has them itself.
    ///     They replace those that the API declares.
    ///   - credentials: The credentials of requests to the API.
    ///   - configuration: The limits.
    public init(
        api: any APIDefinition.Type,
        environment: APIEnvironment = .production,
        headers: [String: String] = [:],
        credentials: Credentials? = nil,
        configuration: Configuration = Configuration()
    ) {
        self.target = .api(api)
        self.environment = environment
        let names = Set(headers.keys.map { $0.lowercased() })
        let others = api.headers.filter { !names.contains($0.key.lowercased()) }
        self.headers = headers.merging(others) { own, _ in own }
        self.credentials = credentials
        self.configuration = configuration
    }

    /// True: files are read, and streams produced, while they are sent.
    public var sendsBodySources: Bool { true }

    /// Sends a request and waits for the whole response, or for its head if it is streamed.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, whatever its status.
    /// - Throws: `NetworkingError` if no complete response, or no head of a streamed one, was
    ///   received.
    public func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        if isMock(request) { return try request.exampleResponse() }
        var hop = try firstHop(of: request)
        let end = end(of: request)
        try await authenticate(&hop, of: request, until: end)
        var hasActed = false
        do throws(NetworkingError) {
            var response = try await follow(&hop, until: end, for: request, &hasActed)
            if hasActed, !response.isSuccess { response.followsAmbiguousAttempt = true }
            return response
        } catch {
            var error = error
            if hasActed {
                error.isAmbiguous = true
                error.isRetryable = error.isRetryable && request.isIdempotent
            }
            throw error
        }
    }

    /// Sends a request and follows its redirects.
    ///
    /// - Parameters:
    ///   - hop: The first request; on return, the last one sent.
    ///   - end: The deadline.
    ///   - request: The request of the caller.
    ///   - hasActed: Set if the server may have carried out a write and redirected to its result:
    ///     later responses are not about the write.
    /// - Returns: The last response.
    /// - Throws: `NetworkingError` if no complete response was received, or a redirect must not be
    ///   followed.
    private func follow(
        _ hop: inout Hop,
        until end: ContinuousClock.Instant,
        for request: NetworkingRequest,
        _ hasActed: inout Bool
    ) async throws(NetworkingError) -> NetworkingResponse {
        let origin = Origin(hop.url)
        let limit =
            request.context.followsRedirects ? max(0, configuration.maximumRedirects) : 0
        for count in 0...limit {
            var response = try await carry(hop, until: end, for: request)
            guard limit > 0 else { return response }
            if count > 0 {
                response.route = Origin(hop.url) == origin ? .redirected : .foreign
            }
            if !request.isSafe, Redirect.leadsToResult(response.status, of: hop.method) {
                hasActed = true
            }
            switch Redirect.step(after: response.head, to: hop) {
            case .follow(let next) where next.source?.isSpent == true:
                let message =
                    "The server redirected, and the body is a stream, which can only be sent once."
                throw NetworkingError(.unrepeatableBody, during: request, message: message)
            case .follow(let next): hop = next
            case .deliver: return response
            case .refuse(let message):
                throw NetworkingError(.unsafeRedirect, during: request, message: message)
            }
        }
        throw NetworkingError(.tooManyRedirects, during: request)
    }

    /// Returns the deadline of a request that starts now.
    func end(of request: NetworkingRequest) -> ContinuousClock.Instant {
        ContinuousClock.now + (request.timeout ?? configuration.totalTimeout).limited
    }

    private func carry(
        _ hop: Hop,
        until end: ContinuousClock.Instant,
        for request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        if Task.isCancelled {
            throw NetworkingError(cancelledBeforeSending: request)
        }
        guard hop.source?.isSpent != true else {
            throw NetworkingError(.unrepeatableBody, during: request)
        }
        let bounds = Exchange.Bounds(
            size: configuration.maximumResponseSize,
            silence: (request.timeout ?? configuration.timeout).limited,
            total: ContinuousClock.now.duration(to: end)
        )
        switch await exchange(hop, within: bounds) {
        case .success(let answer):
            guard let stream = answer.stream else {
                return NetworkingResponse(head: answer.head, body: answer.body, url: hop.url)
            }
            let chunks = ResponseChunks(stream, to: request)
            guard 200...299 ~= answer.head.status.code else {
                // The body of an error or a redirect is never streamed.
                let body = try await chunks.collected(limit: bounds.size, to: request)
                return NetworkingResponse(head: answer.head, body: body, url: hop.url)
            }
            return NetworkingResponse(head: answer.head, chunks: chunks, url: hop.url)
        case .failure(let failure):
            throw NetworkingError(failure.code, during: request, cause: failure.cause)
        }
    }
}

// MARK: - URLs and header fields

extension NetworkingSession {
    func firstHop(of request: NetworkingRequest) throws(NetworkingError) -> Hop {
        let base = try baseURL(for: request)
        var path = request.head.path ?? ""
        // Requests with an API of their own have the query already.
        if request.api == UnspecifiedAPI.self { path = path.addingToQuery(api(of: request).query) }
        let url: URL?
        if let scheme = request.head.scheme, let authority = request.head.authority {
            let parts = URLComponents(string: "\(scheme)://\(authority)")
            guard let parts, Origin(parts) == base.origin else {
                let message = "The URL has a different origin from the base URL."
                throw NetworkingError(.invalidURL, during: request, message: message)
            }
            url = base.replacingPath(path)
        } else {
            url = base.appending(path)
        }
        guard let url else {
            throw NetworkingError(.invalidURL, during: request, message: Self.invalidPath)
        }
        // URLSession rejects it on Linux and drops the body elsewhere.
        if request.head.method == .get, request.hasBody {
            let message = "A GET request cannot have a body."
            throw NetworkingError(.invalidRequest, during: request, message: message)
        }
        return Hop(
            url: url,
            method: request.head.method,
            headers: try fields(of: request),
            body: request.body,
            source: request.source,
            streamsResponse: request.streamsResponse,
            progress: request.progress
        )
    }

    private static let invalidPath = "The path is not valid in a URL; it must be percent-encoded."

    private func baseURL(for request: NetworkingRequest) throws(NetworkingError) -> BaseURL {
        let base: BaseURL?
        switch target {
        case .url(let url):
            base = url
        case .api(let own):
            let api = Self.api(of: request, within: own)
            guard let text = api.baseURLs[request.environment ?? environment] else {
                throw NetworkingError(.noBaseURL, during: request)
            }
            base = BaseURL(text)
        }
        guard let base else {
            let message = "The base URL is invalid."
            throw NetworkingError(.invalidURL, during: request, message: message)
        }
        return base
    }

    private static func api(
        of request: NetworkingRequest,
        within own: any APIDefinition.Type
    ) -> any APIDefinition.Type {
        request.api == UnspecifiedAPI.self ? own : request.api
    }

    /// Returns the API of a request: its own, or else that of the session.
    func api(of request: NetworkingRequest) -> any APIDefinition.Type {
        guard case .api(let own) = target else { return request.api }
        return Self.api(of: request, within: own)
    }

    /// Returns whether a request is answered without a network.
    func isMock(_ request: NetworkingRequest) -> Bool {
        (request.environment ?? environment) == .mock
    }

    /// Returns whether a request goes to the service of the session.
    func isOwn(_ request: NetworkingRequest) -> Bool {
        guard case .api(let own) = target else { return true }
        return Self.api(of: request, within: own) == own
    }

    /// Returns the header fields of the request, and of the session; cookies are merged by name.
    private func fields(of request: NetworkingRequest) throws(NetworkingError) -> HTTPFields {
        var fields = request.head.headerFields
        guard isOwn(request) else { return fields }
        let present = fields
        // Those of the API that neither an argument nor a middleware has replaced.
        let unchanged = api(of: request).headers.compactMap { name, value in
            HTTPField.Name(name).flatMap { present[$0] == value ? $0 : nil }
        }.filter(request.context.declaredFields.contains)
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else {
                let message = "A header field of the session is invalid."
                throw NetworkingError(.invalidRequest, during: request, message: message)
            }
            if name == .cookie, present.contains(name) {
                var cookies = CookieField(present[.cookie])
                cookies.add(below: CookieField(value))
                fields[.cookie] = cookies.value
            } else if !present.contains(name) || unchanged.contains(name) {
                fields[name] = value
            }
        }
        return fields
    }
}
