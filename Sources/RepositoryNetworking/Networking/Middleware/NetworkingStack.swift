import Foundation

/// A `Networking` with middleware in front of it.
///
/// ```swift
/// let networking = NetworkingSession(api: Shop.self)
///     .with(.bearer(tokens), .cache(), .sharing(), .retry(), .logging { print($0) })
/// let products = ProductRepository(store: networking)
/// ```
///
/// The ``MiddlewareStage`` of each middleware determines its position; those of the same stage keep
/// their listed order. Create one stack for a service and pass it on: copies share the state of the
/// middleware. Two stacks share nothing, not even a cache that was passed to both.
///
/// Requests in the mock environment of a session bypass all middleware: no token is requested,
/// nothing is cached.
public struct NetworkingStack: Networking {
    private let base: any Networking
    private let middleware: [any NetworkingMiddleware]
    private let scope: UUID

    init(_ base: any Networking, adding added: [any NetworkingMiddleware]) {
        if let stack = base as? NetworkingStack {
            self.base = stack.base
            self.scope = stack.scope
            self.middleware = Self.inOrder(stack.middleware + added)
        } else {
            let own: [any NetworkingMiddleware]
            if let session = base as? NetworkingSession, session.credentials != nil {
                own = [SessionCredentials(session: session)]
            } else {
                own = []
            }
            self.base = base
            self.scope = UUID()
            self.middleware = Self.inOrder(own + added)
        }
    }

    /// The value of the underlying networking.
    public var sendsBodySources: Bool { base.sendsBodySources }

    /// Sends a request through the middleware.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response, whatever its status.
    /// - Throws: `NetworkingError` if no complete response was received.
    public func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        var request = request
        request.context.scope = scope
        if let session = base as? NetworkingSession {
            guard !session.isMock(request) else {
                return try await session.send(request)
            }
            request.context.openPlaces = session.openPlaces(of: request)
            request.context.cookies = session.keptCookies(for: request)
        }
        return try await Link(middleware: middleware[...], base: base).send(request)
    }

    private static func inOrder(
        _ middleware: [any NetworkingMiddleware]
    ) -> [any NetworkingMiddleware] {
        // Sorted by index too, because the standard library does not promise a stable sort.
        middleware.enumerated()
            .sorted { ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset) }
            .map(\.element)
    }
}

extension Networking {
    /// Returns this networking with middleware in front of it.
    ///
    /// - Parameter middleware: The middleware to add; its ``MiddlewareStage`` determines its
    ///   position.
    /// - Returns: The stack.
    public func with(_ middleware: any NetworkingMiddleware...) -> NetworkingStack {
        NetworkingStack(self, adding: middleware)
    }
}

/// The rest of a chain, starting at one middleware.
private struct Link: Networking {
    let middleware: ArraySlice<any NetworkingMiddleware>
    let base: any Networking

    var sendsBodySources: Bool { base.sendsBodySources }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        guard let first = middleware.first else {
            return try await base.send(request)
        }
        let next = Link(middleware: middleware.dropFirst(), base: base)
        return try await first.send(request, through: next)
    }
}

/// Requests the credentials of a session early, so that middleware can tell users apart.
private struct SessionCredentials: NetworkingMiddleware {
    let session: NetworkingSession
    let stage = MiddlewareStage.after(.authorization)

    func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        let missing = (request.context.openPlaces ?? []).unfilled(by: request.credential)
        guard !missing.isEmpty else {
            return try await next.send(request)
        }
        var request = request
        let own = try await session.ownCredential(for: request, until: session.end(of: request))
        request.credential = Credential.combined(request.credential, own)
        return try await next.send(request)
    }
}
