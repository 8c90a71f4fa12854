import Foundation
import HTTPTypes
public import RepositoryRuntime

/// A network with scripted answers, which records the requests it receives.
///
///     let network = ScriptedNetwork()
///     network.script(.post, "messages", .connectionLost, .json(#"{"_id":"1","text":"hi"}"#, status: 201))
///     let messages = MessageRepository(store: network)
///     …
///     #expect(network.requests.map(\.operation) == ["POST /messages", "POST /messages"])
///
/// Use it in place of a session, below any middleware. The same script can be served over real
/// HTTP, see ``serve(_:)``. Requests that are not scripted fail with `.notScripted`.
public final class ScriptedNetwork: Networking {
    /// Returns the answer to a request.
    public typealias Handler = @Sendable (NetworkingRequest) async -> Answer

    private enum Route: Sendable {
        case answers([Answer])
        case handler(Handler)
    }

    private struct State {
        var routes: [String: Route] = [:]
        var requests: [NetworkingRequest] = []
        var isReachable = true
    }

    private let clock: any SyncClock
    private let state = Locked(State())

    /// Creates a network without any answers.
    ///
    /// - Parameter clock: The clock for delayed answers.
    public init(clock: any SyncClock = SystemClock()) {
        self.clock = clock
    }

    // MARK: - Scripting

    /// Sets the answers of a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, percent-encoded, without a query; the leading slash is optional.
    ///   - answers: One for each request, in order; the last one repeats. Pass none to remove the
    ///     route.
    public func script(_ method: HTTPMethod, _ path: String, _ answers: Answer...) {
        let route = Self.route(method.rawValue, path)
        state.withLock { $0.routes[route] = answers.isEmpty ? nil : .answers(answers) }
    }

    /// Sets a function that answers a route.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, percent-encoded, without a query; the leading slash is optional.
    ///   - handler: Returns the answer to a request.
    public func script(_ method: HTTPMethod, _ path: String, by handler: @escaping Handler) {
        let route = Self.route(method.rawValue, path)
        state.withLock { $0.routes[route] = .handler(handler) }
    }

    /// Whether the network is available; if not, all requests fail with `.offline`, and are not
    /// recorded.
    public var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set { state.withLock { $0.isReachable = newValue } }
    }

    // MARK: - Recorded requests

    /// The recorded requests, in order.
    public var requests: [NetworkingRequest] {
        state.withLock { $0.requests }
    }

    /// Deletes the recorded requests.
    public func forgetRequests() {
        state.withLock { $0.requests = [] }
    }

    // MARK: - Answering

    /// Answers a request from the script.
    ///
    /// - Parameter request: The request.
    /// - Returns: The scripted response.
    /// - Throws: `NetworkingError` if a failure is scripted, if nothing is, or if the task is
    ///   cancelled.
    public func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        if Task.isCancelled { throw NetworkingError(.cancelled, during: request) }
        // A script has no origin, so an absolute URL is never its own.
        guard request.head.authority == nil else {
            throw NetworkingError(.invalidURL, during: request)
        }
        guard isReachable else { throw NetworkingError(.offline, during: request) }
        let answer = await answer(to: request)
        guard await wait(for: answer) else {
            throw NetworkingError(.cancelled, during: request)
        }
        switch answer.content {
        case .response(let response): return response
        case .parts(let response, let parts):
            return request.streamsResponse ? response.streaming(parts, to: request) : response
        case .truncated(let response, let count) where request.streamsResponse:
            let error = NetworkingError(.truncated, during: request)
            return response.streaming([response.body.prefix(count)], ending: error, to: request)
        case .truncated: throw NetworkingError(.truncated, during: request)
        case .failure(let code): throw NetworkingError(code, during: request)
        case .untold:
            throw NetworkingError(.notScripted, during: request, message: Self.untold(request))
        }
    }

    /// Records a request, and returns its scripted answer.
    func answer(to request: NetworkingRequest) async -> Answer {
        let path = request.head.path ?? ""
        let name = Self.route(request.head.method.rawValue, String(path.prefix { $0 != "?" }))
        let route = state.withLock { state -> Route? in
            state.requests.append(request)
            guard case .answers(let answers) = state.routes[name] else { return state.routes[name] }
            if answers.count > 1 { state.routes[name] = .answers(Array(answers.dropFirst())) }
            return .answers(answers)
        }
        switch route {
        case .answers(let answers): return answers.first ?? Answer(.untold)
        case .handler(let handler): return await handler(request)
        case nil: return Answer(.untold)
        }
    }

    /// Waits until an answer is due; returns false if the task is cancelled meanwhile.
    func wait(for answer: Answer) async -> Bool {
        guard let delay = answer.delay else { return !Task.isCancelled }
        let date = clock.now.addingTimeInterval(delay.inSeconds)
        return (try? await clock.sleep(until: date)) != nil
    }

    static func untold(_ request: NetworkingRequest) -> String {
        "There is no scripted answer to \(request.operation): call `script` first."
    }

    private static func route(_ method: String, _ path: String) -> String {
        "\(method) \(path.hasPrefix("/") ? "" : "/")\(path)"
    }
}

extension NetworkingError.Code {
    /// The scripted network has no answer to the request.
    public static let notScripted = NetworkingError.Code("notScripted")
}

extension NetworkingResponse {
    /// Returns the same response with a body that is delivered in parts, to its end or to an error.
    fileprivate func streaming(
        _ parts: [Data],
        ending error: NetworkingError? = nil,
        to request: NetworkingRequest
    ) -> NetworkingResponse {
        let chunks = AsyncThrowingStream<Data, any Error> { continuation in
            for part in parts { continuation.yield(part) }
            continuation.finish(throwing: error)
        }
        return NetworkingResponse(head: head, chunks: ResponseChunks(chunks, to: request))
    }
}
