import Foundation
import HTTPTypes
import RepositoryNetworking
import SchemaLanguage
import ServiceModel

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// Sends requests to the service of one API: within the budget, only to its origin, and not after
/// an interruption.
struct ServiceConnection: Networking {
    private let session: NetworkingSession
    private let budget: RequestBudget
    private let interruption: Interruption
    private let fields: HTTPFields
    private let query: [String: String]
    /// The path of the base URL, which precedes all others.
    private let basePath: String
    private let log: @Sendable (String) -> Void
    /// Whether it deletes created entities and is not interrupted.
    private var isCleaningUp = false

    /// Creates a connection.
    ///
    /// - Parameters:
    ///   - api: The API; nil if the schema names none.
    ///   - settings: The settings of the verification.
    ///   - budget: Limits the requests.
    ///   - interruption: A request to stop.
    ///   - authenticates: Whether requests have the credential.
    ///   - log: Receives a line for each request.
    init(
        to api: CheckedAPI?,
        _ settings: VerificationSettings,
        _ budget: RequestBudget,
        _ interruption: Interruption,
        authenticates: Bool,
        log: @escaping @Sendable (String) -> Void
    ) {
        let configuration = NetworkingSession.Configuration(
            timeout: settings.timeout,
            totalTimeout: settings.timeout,
            maximumResponseSize: settings.maximumBody,
            // Requests go only to the given origin.
            maximumRedirects: 0
        )
        let base = settings.base(api?.basePath ?? "")
        basePath = URLComponents(string: base)?.percentEncodedPath ?? ""
        var session = NetworkingSession(
            url: base,
            configuration: configuration
        )
        #if os(Linux)
        session = session.using(AsyncHTTPClientTransport.shared)
        #endif
        self.session = session
        self.budget = budget
        self.interruption = interruption
        self.log = log
        var fields: HTTPFields = [.userAgent: "repogen verify"]
        for (name, value) in (api?.headers ?? []).map({ ($0.name, $0.value) }) + settings.headers {
            if let name = HTTPField.Name(name), HTTPField.isValidValue(value) {
                fields[name] = value
            }
        }
        var query = Dictionary((api?.query ?? []).map { ($0.name, $0.value) }) { $1 }
        if authenticates, let credential = settings.credential {
            let place = api?.authentication ?? .none
            Self.add(credential, at: place, &fields, &query)
        }
        self.fields = fields
        self.query = query
    }

    private static func add(
        _ credential: String,
        at place: CheckedAPI.Authentication,
        _ fields: inout HTTPFields,
        _ query: inout [String: String]
    ) {
        switch place {
        case .bearer: fields[.authorization] = "Bearer \(credential)"
        case .basic:
            let text = Data(credential.utf8).base64EncodedString()
            fields[.authorization] = "Basic \(text)"
        case .header(let name):
            if let name = HTTPField.Name(name) { fields[name] = credential }
        case .query(let name): query[name] = credential
        case .cookie(let name):
            let cookie = "\(name)=\(CookieField.encode(credential))"
            let cookies = [fields[.cookie], cookie].compactMap(\.self)
            fields[.cookie] = cookies.joined(separator: "; ")
        case .all(let places): for place in places { add(credential, at: place, &fields, &query) }
        case .none: break
        }
    }

    /// A connection for requests that delete created entities.
    var forCleanUp: ServiceConnection {
        var copy = self
        copy.isCleaningUp = true
        return copy
    }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        var request = request
        for field in fields {
            let own = request.head.headerFields[field.name]
            if own == nil {
                request.head.headerFields[field.name] = field.value
            } else if let own, field.name == .cookie {
                // All cookies of a request share one field.
                request.head.headerFields[.cookie] = "\(field.value); \(own)"
            }
        }
        request.addToQuery(query)
        var redirects = 0
        var attempts = 0
        while true {
            let response = try await carry(request)
            if redirects < Self.maximumRedirects, let next = Self.redirected(request, by: response)
            {
                redirects += 1
                request = next
            } else if Self.busy.contains(response.status) {
                let pause = RetryAfter.duration(of: response) ?? .seconds(1)
                guard attempts < Self.maximumAttempts, pause <= Self.longestPause else {
                    // The status of a busy service does not reflect its normal behavior.
                    let wish =
                        pause > Self.longestPause
                        ? "; it asks to wait for \(pause.components.seconds) s" : ""
                    let message = "the service is busy (\(response.status))\(wish)"
                    throw NetworkingError(Self.isBusy, during: request, message: message)
                }
                attempts += 1
                try? await Task.sleep(for: pause)
            } else {
                return response
            }
        }
    }

    /// Sends one request.
    private func carry(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        if !isCleaningUp, interruption.isInterrupted {
            throw NetworkingError(
                .cancelled,
                during: request,
                message: "The verification was stopped."
            )
        }
        guard await budget.take(isCleaningUp: isCleaningUp) else {
            let message = "The limit of requests was reached."
            throw NetworkingError(.invalidRequest, during: request, message: message)
        }
        let session = session
        let isSafe = [.get, .head].contains(request.head.method)
        do {
            let response: NetworkingResponse
            if isSafe, !isCleaningUp {
                response = try await interruption.cancelling { () async throws(NetworkingError) in
                    try await session.send(request)
                }.get()
            } else {
                response = try await session.send(request)
            }
            await budget.noteResponse()
            log("\(line(of: request)) \(response.status)")
            return response
        } catch {
            log("\(line(of: request)) \(error.code)")
            throw error
        }
    }

    private static let maximumAttempts = 3
    private static let busy: Set<Int> = [429, 503]
    private static let isBusy = NetworkingError.Code("busy")

    /// The longest time that a busy service may ask to wait.
    private static let longestPause = Duration.seconds(30)

    private static let maximumRedirects = 5

    /// The method and the path with its query, without the API's constant parameters, which may
    /// contain a key.
    func line(of request: NetworkingRequest) -> String {
        let path = request.head.path ?? ""
        let items = path.drop { $0 != "?" }.dropFirst().split(separator: "&").filter { item in
            query[item.prefix { $0 != "=" }.removingPercentEncoding ?? ""] == nil
        }
        let bare = path.prefix { $0 != "?" }
        let question = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        // The address of a next page is absolute.
        let isWhole = request.head.authority != nil
        let base = isWhole ? "" : basePath
        let isBase = !base.isEmpty && ["", "/"].contains(bare)
        let place = isBase ? "" : bare.hasPrefix("/") ? String(bare) : "/\(bare)"
        return "\(request.head.method.rawValue) \(base)\(place)\(question)"
    }

    /// The request for a redirect to the same origin; nil for any other response.
    private static func redirected(
        _ request: NetworkingRequest,
        by response: NetworkingResponse
    ) -> NetworkingRequest? {
        let isSafe = [.get, .head].contains(request.head.method)
        guard [301, 302, 303, 307, 308].contains(response.status),
            isSafe || [307, 308].contains(response.status),
            let location = response.header("Location"), let origin = response.url,
            let url = URL(string: location, relativeTo: origin)?.absoluteURL,
            url.scheme == origin.scheme, url.host == origin.host, url.port == origin.port
        else { return nil }
        var next = request
        let parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
        next.head.scheme = url.scheme
        next.head.authority = parts?.percentEncodedHost.map { host in
            url.port.map { "\(host):\($0)" } ?? host
        }
        let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
        next.head.path = url.path(percentEncoded: true) + query
        return next
    }
}
