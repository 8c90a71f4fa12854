public import Foundation
import HTTPTypes

/// The `Networking` that comes with the runtime: a base URL, and URLSession to get there.
///
///     let session = NetworkingSession(url: "http://localhost:3000")
///     let messages = MessageRepository(store: session)
///
/// A session is a value without a state of its own; sessions share their connections. It
/// follows redirects by RFC 9110, and gives no credential to another origin. It keeps no cache, and cookies
/// only in a ``CookieJar``. Its credentials stand where the API of a request wants them.
///
/// Recommended on Linux and on servers: `AsyncHTTPClientTransport` of the library
/// RepositoryAsyncHTTPClient. Before Swift 6.4, URLSession on Linux ends the process when a response stops
/// between its status line and the empty line behind its header fields. No delegate is asked before it
/// does, and no setting prevents it: https://github.com/swiftlang/swift-corelibs-foundation/issues/5285
public struct NetworkingSession: Networking {
    /// The bounds of a session.
    public struct Configuration: Sendable {
        /// How long the server may be silent.
        public var timeout: Duration
        /// How long a request may take in all, redirects included; a streamed response, until its head
        /// has come.
        public var totalTimeout: Duration
        /// How many bytes of body are accepted, after decompression; of a streamed one, how many are held
        /// in memory.
        public var maximumResponseSize: Int
        /// How many redirects are followed; none at 0, which delivers the redirect itself.
        public var maximumRedirects: Int

        /// Creates the bounds of a session.
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
    var transport: any HTTPTransport = URLSessionTransport.shared
    var cookies: CookieJar?

    /// Creates a session that asks one base URL, whatever API a request belongs to.
    ///
    /// A text that is no base URL is no crash: every request fails with `.invalidURL`.
    ///
    /// - Parameters:
    ///   - url: The base URL, `http` or `https`, without user, password and fragment.
    ///   - headers: Headers of every request, unless the request has them itself.
    ///   - credentials: What requests say about who sends them; without an API, a token or a user.
    ///   - configuration: The bounds.
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

    /// Creates a session that asks one base URL, whatever API a request belongs to.
    ///
    /// - Parameters:
    ///   - url: The base URL, `http` or `https`, without user, password and fragment.
    ///   - headers: Headers of every request, unless the request has them itself.
    ///   - credentials: What requests say about who sends them; without an API, a token or a user.
    ///   - configuration: The bounds.
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

    /// Creates a session that asks the base URL of an API, with its headers.
    ///
    /// A request of an endpoint of another API goes to the base URL of that API, without the
    /// headers and the credentials of this one.
    ///
    /// - Parameters:
    ///   - api: The API.
    ///   - environment: The environment of requests that ask for none; in `.mock` there is no
    ///     network, and endpoints answer with their examples.
    ///   - headers: Headers of every request to the API, unless the request has them itself.
    ///   - credentials: What requests to the API say about who sends them.
    ///   - configuration: The bounds.
    public init(
        api: any APIDefinition.Type,
        environment: APIEnvironment = .production,
        headers: [String: String] = [:],
        credentials: Credentials? = nil,
        configuration: Configuration = Configuration()
    ) {
        self.target = .api(api)
        self.environment = environment
        self.headers = api.headers.merging(headers) { _, own in own }
        self.credentials = credentials
        self.configuration = configuration
    }

    /// Files of a body are read while they are sent, and streams are produced.
    public var sendsBodySources: Bool { true }

    /// Sends a request and waits for the whole response, or for its head where it is streamed.
    ///
    /// - Parameter request: What to send.
    /// - Returns: The response, whatever its status.
    /// - Throws: `NetworkingError` when no whole response came, or no head of a streamed one.
    public func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        if isMock(request) {
            return try request.exampleResponse()
        }
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

    /// Sends a request, and what redirects make of it.
    ///
    /// - Parameters:
    ///   - hop: What is sent first, and at the end what was sent last.
    ///   - end: When to give up.
    ///   - request: What the user sends.
    ///   - hasActed: Set where the server may have carried out a write, and has said where to read
    ///     what came of it: whatever follows says nothing of the write.
    /// - Returns: The last response.
    /// - Throws: `NetworkingError` where no whole response came, or where it leads nowhere.
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
            guard limit > 0 else {
                return response
            }
            if count > 0 {
                response.route = Origin(hop.url) == origin ? .redirected : .foreign
            }
            if !request.isSafe, Redirect.keepsMethod(response.status, of: hop.method) == false {
                hasActed = true
            }
            switch Redirect.step(after: response.head, to: hop) {
            case .follow(let next) where next.source?.isSpent == true:
                let message =
                    "The server redirects, and the body is a stream, which can be sent once."
                throw NetworkingError(.unrepeatableBody, during: request, message: message)
            case .follow(let next): hop = next
            case .deliver: return response
            case .refuse(let message):
                throw NetworkingError(.unsafeRedirect, during: request, message: message)
            }
        }
        throw NetworkingError(.tooManyRedirects, during: request)
    }

    /// When to give up a request that starts now.
    func end(of request: NetworkingRequest) -> ContinuousClock.Instant {
        // No sum of instants may overflow, whatever a user asks for.
        let timeout = request.timeout ?? configuration.totalTimeout
        return ContinuousClock.now + min(timeout, .seconds(31_536_000))
    }

    private func carry(
        _ hop: Hop,
        until end: ContinuousClock.Instant,
        for request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        if Task.isCancelled {
            throw NetworkingError(.cancelled, during: request)
        }
        guard hop.source?.isSpent != true else {
            throw NetworkingError(.unrepeatableBody, during: request)
        }
        let bounds = Exchange.Bounds(
            size: configuration.maximumResponseSize,
            silence: request.timeout ?? configuration.timeout,
            total: ContinuousClock.now.duration(to: end)
        )
        switch await exchange(hop, within: bounds) {
        case .success(let answer):
            guard let stream = answer.stream else {
                return NetworkingResponse(head: answer.head, body: answer.body, url: hop.url)
            }
            let chunks = ResponseChunks(stream, to: request)
            guard 200...299 ~= answer.head.status.code else {
                // What a failure or a redirect says is read as ever.
                let body = try await chunks.collected(limit: bounds.size, to: request)
                return NetworkingResponse(head: answer.head, body: body, url: hop.url)
            }
            return NetworkingResponse(head: answer.head, chunks: chunks, url: hop.url)
        case .failure(let failure):
            throw NetworkingError(failure.code, during: request, cause: failure.cause)
        }
    }
}

// MARK: - Addresses and headers

extension NetworkingSession {
    func firstHop(of request: NetworkingRequest) throws(NetworkingError) -> Hop {
        let base = try baseURL(for: request)
        var path = request.head.path ?? ""
        // What names its API has them already.
        if request.api == UnspecifiedAPI.self { path = path.addingToQuery(api(of: request).query) }
        let url: URL?
        if let scheme = request.head.scheme, let authority = request.head.authority {
            let parts = URLComponents(string: "\(scheme)://\(authority)")
            guard let parts, Origin(parts) == base.origin else {
                let message = "The address has another origin than the base URL."
                throw NetworkingError(.invalidURL, during: request, message: message)
            }
            url = base.replacingPath(path)
        } else {
            url = base.appending(path)
        }
        guard let url else {
            throw NetworkingError(.invalidURL, during: request, message: Self.invalidPath)
        }
        // URLSession refuses it on Linux and drops it elsewhere.
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

    private static let invalidPath = "The path makes no URL; it must be percent-encoded."

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
            let message = "The base URL is not a URL that can be asked."
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

    /// The API that a request belongs to: its own, or else that of the session.
    func api(of request: NetworkingRequest) -> any APIDefinition.Type {
        guard case .api(let own) = target else { return request.api }
        return Self.api(of: request, within: own)
    }

    /// Whether a request is answered without any network.
    func isMock(_ request: NetworkingRequest) -> Bool {
        (request.environment ?? environment) == .mock
    }

    /// Whether a request goes to the service that the session is for.
    func isOwn(_ request: NetworkingRequest) -> Bool {
        guard case .api(let own) = target else { return true }
        return Self.api(of: request, within: own) == own
    }

    /// The headers of the request, and below them those of the session; cookies one by one.
    private func fields(of request: NetworkingRequest) throws(NetworkingError) -> HTTPFields {
        var fields = request.head.headerFields
        guard isOwn(request) else {
            return fields
        }
        let present = fields
        for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else {
                let message = "A header of the session is not a header."
                throw NetworkingError(.invalidRequest, during: request, message: message)
            }
            if !present.contains(name) {
                fields[name] = value
            } else if name == .cookie {
                var cookies = CookieField(present[.cookie])
                cookies.add(below: CookieField(value))
                fields[.cookie] = cookies.value
            }
        }
        return fields
    }
}
