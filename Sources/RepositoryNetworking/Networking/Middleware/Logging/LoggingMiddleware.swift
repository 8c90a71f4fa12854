import Foundation
public import HTTPTypes

/// A middleware that logs each exchange with the network: request, outcome and duration.
///
/// It depends on no logging library; you pass a function that receives the entries. With swift-log:
///
/// ```swift
/// let logger = Logger(label: "shop")
/// let networking = NetworkingSession(api: Shop.self).with(.logging {
///     logger.log(level: $0.isFailure ? .warning : .debug, "\($0)")
/// })
/// ```
///
/// Values in queries, header fields and bodies are hidden unless you list them. `Authorization`,
/// `Proxy-Authorization`, `Cookie`, `Set-Cookie`, `X-API-Key`, and the header fields and query
/// parameters for the API's keys are never shown. The path is shown, including identifiers in it.
///
/// It is next to the network: each attempt has an entry, a cached response has none.
public struct LoggingMiddleware: NetworkingMiddleware {
    private let headers: Set<HTTPField.Name>
    private let queryParameters: Set<String>
    private let bodies: LoggedBodies
    private let log: @Sendable (LoggedExchange) -> Void

    /// The stage: exchange.
    public var stage: MiddlewareStage { .exchange }

    /// Creates the middleware.
    ///
    /// - Parameters:
    ///   - headers: The header fields to show.
    ///   - queryParameters: The query parameters whose values are shown.
    ///   - bodies: The part of bodies to show, beyond their sizes.
    ///   - log: Receives each exchange when it has ended. Requests wait for it, so it should be
    ///     fast.
    public init(
        headers: Set<HTTPField.Name> = [],
        queryParameters: Set<String> = [],
        bodies: LoggedBodies = .hidden,
        _ log: @escaping @Sendable (LoggedExchange) -> Void
    ) {
        self.headers = headers
        self.queryParameters = queryParameters
        self.bodies = bodies
        self.log = log
    }

    /// Sends a request and logs it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - next: The rest of the chain.
    /// - Returns: The response.
    /// - Throws: `NetworkingError` if no complete response was received.
    public func send(
        _ request: NetworkingRequest,
        through next: any Networking
    ) async throws(NetworkingError) -> NetworkingResponse {
        let start = ContinuousClock.now
        do throws(NetworkingError) {
            let response = try await next.send(request)
            log(exchange(request, .success(response), since: start))
            return response
        } catch {
            log(exchange(request, .failure(error), since: start))
            throw error
        }
    }

    private func exchange(
        _ request: NetworkingRequest,
        _ result: Result<NetworkingResponse, NetworkingError>,
        since start: ContinuousClock.Instant
    ) -> LoggedExchange {
        let halves = (request.head.path ?? "").split(
            separator: "?",
            maxSplits: 1,
            omittingEmptySubsequences: false
        )
        let path = String(halves.first ?? "")
        var exchange = LoggedExchange(
            endpoint: request.endpoint,
            method: request.head.method.rawValue,
            path: path.hasPrefix("/") ? path : "/" + path,
            query: halves.count > 1 ? query(halves[1], of: request.api) : nil,
            attempt: request.context.attempt,
            duration: ContinuousClock.now - start,
            bytesSent: request.bodyLength,
            bytesReceived: 0,
            requestHeaders: shown(request.head.headerFields, of: request.api),
            responseHeaders: [:],
            requestBody: BodyText.of(request.body, as: bodies, of: request.api)
        )
        switch result {
        case .success(let response):
            exchange.status = response.status
            exchange.bytesReceived = response.body.count
            exchange.responseHeaders = shown(response.head.headerFields, of: request.api)
            exchange.responseBody = BodyText.of(response.body, as: bodies, of: request.api)
        case .failure(let error):
            exchange.error = error
        }
        return exchange
    }

    private func query(_ text: Substring, of api: any APIDefinition.Type) -> String {
        let keys = api.authentication.places.compactMap { place in
            if case .query(let name) = place { name } else { nil }
        }
        return text.split(separator: "&", omittingEmptySubsequences: false).map { item in
            let halves = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard halves.count > 1, let first = halves.first else {
                // An item without a name may be a value.
                return item.isEmpty ? "" : Redacted().description
            }
            let name = first.replacing("+", with: "%20").removingPercentEncoding ?? String(first)
            let isShown = queryParameters.contains(name) && !keys.contains(name)
            return isShown ? String(item) : "\(first)=\(Redacted())"
        }.joined(separator: "&")
    }

    private func shown(_ fields: HTTPFields, of api: any APIDefinition.Type) -> HTTPFields {
        var hidden = Self.secrets
        hidden.formUnion(api.authentication.headerNames)
        return HTTPFields(fields.filter { headers.contains($0.name) && !hidden.contains($0.name) })
    }

    /// Fields that are never shown.
    static let secrets: Set<HTTPField.Name> = Set(
        [.authorization, .proxyAuthorization, .cookie, .setCookie]
            + ["X-API-Key"].compactMap { HTTPField.Name($0) }
    )
}

extension NetworkingMiddleware where Self == LoggingMiddleware {
    /// Creates a middleware that logs each exchange with the network; see ``LoggingMiddleware`` for
    /// what is never shown.
    ///
    /// - Parameters:
    ///   - headers: The header fields to show.
    ///   - queryParameters: The query parameters whose values are shown.
    ///   - bodies: The part of bodies to show, beyond their sizes.
    ///   - log: Receives each exchange when it has ended; its description is the line to log.
    /// - Returns: The middleware.
    public static func logging(
        headers: Set<HTTPField.Name> = [],
        queryParameters: Set<String> = [],
        bodies: LoggedBodies = .hidden,
        _ log: @escaping @Sendable (LoggedExchange) -> Void
    ) -> LoggingMiddleware {
        LoggingMiddleware(headers: headers, queryParameters: queryParameters, bodies: bodies, log)
    }
}
