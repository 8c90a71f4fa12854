/// A middleware made of a closure, for cases too small for a type.
///
/// ```swift
/// let german = networking.with(.adapting { $0.head.headerFields[.acceptLanguage] = "de" })
/// let film = try await german.request(Endpoint.Film(id: 7))
///
/// let strict = networking.with(.custom { request, next in
///     let response = try await next.send(request)
///     guard response.head.headerFields[.warning] == nil else {
///         throw NetworkingError(.invalidResponse, during: request, message: "The response is stale.")
///     }
///     return response
/// })
/// ```
public struct ClosureMiddleware: NetworkingMiddleware {
    /// The function of a middleware: see ``NetworkingMiddleware/send(_:through:)``.
    public typealias Send =
        @Sendable (
            _ request: NetworkingRequest, _ next: any Networking
        ) async throws -> NetworkingResponse

    /// Its position between the caller and the network.
    public let stage: MiddlewareStage
    private let closure: Send
    private let code: NetworkingError.Code

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - stage: Its position between the caller and the network.
    ///   - send: Takes a request and returns its response. An error it throws becomes that of the
    ///     request, or the cause of one with the code `.unknown`.
    public init(stage: MiddlewareStage = .caller, _ send: @escaping Send) {
        self.init(stage, failingWith: .unknown, send)
    }

    fileprivate init(
        _ stage: MiddlewareStage,
        failingWith code: NetworkingError.Code,
        _ send: @escaping Send
    ) {
        self.stage = stage
        self.closure = send
        self.code = code
    }

    /// Calls the closure.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The rest of the chain.
    /// - Returns: The response.
    /// - Throws: `NetworkingError`, from the closure or the rest of the chain.
    public func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        do {
            return try await closure(request, next)
        } catch let error as NetworkingError {
            throw error
        } catch is CancellationError {
            throw NetworkingError(.cancelled, during: request)
        } catch {
            throw NetworkingError(code, during: request, cause: error)
        }
    }
}

extension NetworkingMiddleware where Self == ClosureMiddleware {
    /// Creates a middleware from a closure that sends the request.
    ///
    /// - Parameters:
    ///   - stage: Its position between the caller and the network.
    ///   - send: Takes a request and returns its response. An error it throws becomes that of the
    ///     request, or the cause of one with the code `.unknown`.
    /// - Returns: The middleware.
    public static func custom(
        stage: MiddlewareStage = .caller,
        _ send: @escaping ClosureMiddleware.Send
    ) -> ClosureMiddleware {
        ClosureMiddleware(stage: stage, send)
    }

    /// Creates a middleware from a closure that changes each request before it is sent.
    ///
    /// - Parameters:
    ///   - stage: Its position between the caller and the network.
    ///   - adapt: Changes the request. If it throws, nothing is sent: its error becomes that of the
    ///     request, or the cause of one with the code `.invalidRequest`.
    /// - Returns: The middleware.
    public static func adapting(
        stage: MiddlewareStage = .caller,
        _ adapt: @escaping @Sendable (inout NetworkingRequest) async throws -> Void
    ) -> ClosureMiddleware {
        ClosureMiddleware(stage, failingWith: .invalidRequest) { request, next in
            var request = request
            try await adapt(&request)
            return try await next.send(request)
        }
    }
}
