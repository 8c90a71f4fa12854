import Foundation
import HTTPTypes
public import RepositoryRuntime

/// A network that answers as it was told in advance, and keeps the requests that came.
///
///     let network = ScriptedNetwork()
///     network.script(.post, "messages", .connectionLost, .json(#"{"_id":"1","text":"hi"}"#, status: 201))
///     let messages = MessageRepository(store: network)
///     …
///     #expect(network.requests.map(\.operation) == ["POST /messages", "POST /messages"])
///
/// It takes the place of a session, below whatever middleware there is. The same script can be served
/// over real HTTP, see ``serve(_:)``. What it was not told about fails with the kind `.notScripted`.
public final class ScriptedNetwork: Networking {
    /// Finds the answer to a request.
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

    /// Creates a network without any answer.
    ///
    /// - Parameter clock: What tells when an answer that takes its time is due.
    public init(clock: any SyncClock = SystemClock()) {
        self.clock = clock
    }

    // MARK: - Telling in advance

    /// Answers a route so, from now on.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, percent-encoded, without a query; also without the slash at its start.
    ///   - answers: One for each request, in order; the last one repeats. None takes back what was
    ///     told before.
    public func script(_ method: HTTPMethod, _ path: String, _ answers: Answer...) {
        let route = Self.route(method.rawValue, path)
        state.withLock { $0.routes[route] = answers.isEmpty ? nil : .answers(answers) }
    }

    /// Answers a route by what a function says, from now on.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, percent-encoded, without a query; also without the slash at its start.
    ///   - handler: Finds the answer to a request.
    public func script(_ method: HTTPMethod, _ path: String, by handler: @escaping Handler) {
        let route = Self.route(method.rawValue, path)
        state.withLock { $0.routes[route] = .handler(handler) }
    }

    /// Whether there is a network at all; without one, all requests fail with `.offline`, and are not
    /// kept.
    public var isReachable: Bool {
        get { state.withLock { $0.isReachable } }
        set { state.withLock { $0.isReachable = newValue } }
    }

    // MARK: - What came

    /// The requests that came, in order.
    public var requests: [NetworkingRequest] {
        state.withLock { $0.requests }
    }

    /// Forgets the requests that came.
    public func forgetRequests() {
        state.withLock { $0.requests = [] }
    }

    // MARK: - Answering

    /// Answers a request as told.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response that was told.
    /// - Throws: `NetworkingError` where a failure was told, nothing was, or the task is cancelled.
    public func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        if Task.isCancelled { throw NetworkingError(.cancelled, during: request) }
        // A script has no origin that an address of its own could be of.
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

    /// Keeps a request, and finds what was told for it.
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

    /// Waits until an answer is due; returns false where the task is cancelled meanwhile.
    func wait(for answer: Answer) async -> Bool {
        guard let delay = answer.delay else { return !Task.isCancelled }
        let (seconds, attoseconds) = delay.components
        let date = clock.now.addingTimeInterval(Double(seconds) + Double(attoseconds) / 1e18)
        return (try? await clock.sleep(until: date)) != nil
    }

    static func untold(_ request: NetworkingRequest) -> String {
        "The network was not told what to answer to \(request.operation): call `script` first."
    }

    private static func route(_ method: String, _ path: String) -> String {
        "\(method) \(path.hasPrefix("/") ? "" : "/")\(path)"
    }
}

extension NetworkingError.Code {
    /// A scripted network was not told what to answer.
    public static let notScripted = NetworkingError.Code("notScripted")
}

extension NetworkingResponse {
    /// The same response with a body that comes in parts, to its end or to an error.
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
