import Foundation
import HTTPTypes

/// The request of an endpoint, including the decoding of its response.
///
/// `networking.request(_:)` creates it for you.
public struct GenericRequest<Definition: EndpointDefinition>: Sendable {
    /// The endpoint.
    public let endpoint: Definition
    /// The environment; nil for that of the endpoint, or else of the session.
    public let environment: APIEnvironment?

    /// Creates the request of an endpoint.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint.
    ///   - environment: The environment; that of the endpoint, or else of the session, by default.
    public init(_ endpoint: Definition, environment: APIEnvironment? = nil) {
        self.endpoint = endpoint
        self.environment = environment ?? Definition.environment
    }

    /// The request to send.
    ///
    /// - Throws: `RepositoryError` with the code `.invalidRequest` if a parameter or the body
    ///   cannot be encoded.
    public func networkingRequest() throws(RepositoryError) -> NetworkingRequest {
        let parameters = endpoint.parameters
        let path: String
        switch parameters.filling(Definition.path) {
        case .path(let filled):
            path = filled
        case .problem(let message):
            let operation = "\(Definition.method.rawValue) \(Definition.path)"
            throw RepositoryError(.invalidRequest, during: operation, message: message)
        }
        var request = NetworkingRequest(method: Definition.method, path: path)
        try setHeaders(of: parameters, on: &request)
        request.endpoint = "\(Definition.self)"
        request.api = Definition.API.self
        request.addToQuery(Definition.API.query)
        request.environment = environment
        request.authenticates = Definition.authenticates
        request.timeout = Definition.options.timeout
        request.example = Definition.example
        request.exampleMedia = Self.media(ofStatus: 200)
        request.failures = DeclaredFailures(
            byStatus: Definition.failures,
            other: Definition.otherFailure
        )
        request.streamsResponse = Definition.Response.isStreamed
        if Definition.Body.self != EmptyBody.self || Definition.bodyMedia.hasFields {
            try request.setBody(
                endpoint.body,
                as: Definition.bodyMedia,
                fields: parameters.fields,
                at: Definition.bodyPath
            )
        }
        return request
    }

    /// Decodes the response.
    ///
    /// - Parameter response: The response to `networkingRequest()`.
    /// - Returns: The content of the response.
    /// - Throws: `RepositoryError` if the status is an error, or the body is not of the declared
    ///   type.
    public func result(
        of response: NetworkingResponse
    ) throws(RepositoryError) -> Definition.Response.Result {
        try result(of: response, to: try networkingRequest())
    }

    func result(
        of response: NetworkingResponse,
        to request: NetworkingRequest,
        by networking: (any Networking)? = nil
    ) throws(RepositoryError) -> Definition.Response.Result {
        try response.check(for: request)
        if !Definition.Response.mayBeEmpty {
            try response.requireBody(for: request)
        }
        let accepted =
            Definition.Response.acceptedMedia == nil
            ? nil : Definition.acceptedMedia ?? Definition.Response.requiredMedia
        if let accepted { try response.requireMedia(accepted, for: request) }
        if let media = Self.media(ofStatus: response.status) {
            try response.requireMedia(media, for: request)
        }
        var response = response
        if Definition.Response.isStreamed {
            response.origin = ResponseOrigin(
                request: request,
                networking: request.isRepeatable ? networking : nil,
                lastData: Definition.lastEventData,
                media: accepted
            )
        }
        do throws(JSONError) {
            return try Definition.Response(response, at: Definition.responsePath).result
        } catch {
            // Whether a response by status may be empty depends on the status.
            if error.code == .unexpectedEnd { try response.requireBody(for: request) }
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    /// Returns the media type that a response with a status must have; nil for any.
    private static func media(ofStatus status: Int) -> String? {
        (Definition.Response.self as? any StatusResponse.Type)?.media[status]
    }

    private func setHeaders(
        of parameters: Parameters,
        on request: inout NetworkingRequest
    ) throws(RepositoryError) {
        var headers: HTTPFields = [.accept: Definition.API.conventions.media.accepted]
        for (name, value) in Definition.API.headers {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else {
                throw RepositoryError(
                    .invalidRequest,
                    during: "\(Definition.method.rawValue) \(Definition.path)",
                    message: "A header field of the API is invalid."
                )
            }
            headers[name] = value
            request.context.declaredFields.insert(name)
        }
        if let accepted = Definition.acceptedMedia ?? Definition.Response.acceptedMedia {
            headers[.accept] = accepted
        }
        // Ranges of a compressed file could not be joined.
        if Definition.Response.self == DownloadResponse.self {
            headers[.acceptEncoding] = "identity"
        }
        for field in Definition.options.fields { headers[field.name] = field.value }
        for field in parameters.headers {
            // Adding one field for each cookie would keep only the last one.
            headers[field.name] = parameters.headers[field.name]
            // An argument with the value that the API declares is the caller's all the same.
            request.context.declaredFields.remove(field.name)
        }
        if !parameters.cookies.isEmpty {
            var cookies = parameters.cookies
            cookies.add(below: CookieField(headers[.cookie]))
            headers[.cookie] = cookies.value
        }
        request.head.headerFields = headers
    }
}

extension Networking {
    /// Sends a request to an endpoint and decodes its response.
    ///
    /// In the mock environment it returns the endpoint's example without using the network.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with its arguments.
    ///   - environment: The environment; that of the endpoint, or else of the session, by default.
    ///   - progress: Called with the progress of the transfer in both directions, from any thread.
    /// - Returns: The content of the response.
    /// - Throws: `RepositoryError` if there is no response of the declared type.
    public func request<Definition: EndpointDefinition>(
        _ endpoint: Definition,
        environment: APIEnvironment? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(RepositoryError) -> Definition.Response.Result {
        try await response(to: endpoint, environment: environment, progress: progress).result
    }

    /// Sends a request to an endpoint and decodes its response, with status and header fields.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with its arguments.
    ///   - environment: The environment; that of the endpoint, or else of the session, by default.
    ///   - progress: Called with the progress of the transfer in both directions, from any thread.
    /// - Returns: The content of the response, and the response itself.
    /// - Throws: `RepositoryError` if there is no response of the declared type.
    public func response<Definition: EndpointDefinition>(
        to endpoint: Definition,
        environment: APIEnvironment? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(RepositoryError) -> EndpointResponse<Definition> {
        let generic = GenericRequest(endpoint, environment: environment)
        var request = try generic.networkingRequest()
        request.progress = progress
        let response: NetworkingResponse
        do throws(NetworkingError) {
            let isMock = request.environment == .mock
            if request.source != nil, !isMock, !sendsBodySources { try await request.loadSource() }
            response = isMock ? try request.exampleResponse() : try await send(request)
        } catch {
            throw RepositoryError(error)
        }
        let result = try generic.result(of: response, to: request, by: self)
        return EndpointResponse(
            result: result,
            response: response,
            operation: request.operation
        )
    }
}

extension NetworkingRequest {
    /// The largest number of bytes of a stream to hold in memory.
    private static let streamLimit = 64 * 1_024 * 1_024

    /// Reads a file or a stream into memory, for a networking that only supports bodies in memory.
    fileprivate mutating func loadSource() async throws(NetworkingError) {
        if let produced = source?.produced {
            body = try await bytes(of: produced)
            source = nil
            return
        }
        guard var reader = source?.reader() else { return }
        var bytes = Data()
        do {
            while let chunk = try reader.next() { bytes += chunk }
        } catch {
            throw NetworkingError(.unreadableBody, during: self, cause: error)
        }
        body = bytes
        source = nil
    }

    private func bytes(of produced: ProducedBody) async throws(NetworkingError) -> Data {
        let pipe: BodyPipe
        do throws(ProducedBody.Spent) {
            pipe = try produced.begin()
        } catch {
            throw NetworkingError(.unrepeatableBody, during: self)
        }
        defer { pipe.close() }
        let result = await withTaskCancellationHandler {
            await Self.bytes(of: pipe)
        } onCancel: {
            pipe.close()
        }
        switch result {
        case .success(let bytes?): return bytes
        case .success(nil):
            let message = "The networking does not support streams of more than 64 MiB."
            throw NetworkingError(.invalidRequest, during: self, message: message)
        case .failure(let error):
            let code: NetworkingError.Code = Task.isCancelled ? .cancelled : .unreadableBody
            throw NetworkingError(code, during: self, cause: error)
        }
    }

    /// Returns all bytes of a stream; nil if there are too many.
    private static func bytes(of pipe: BodyPipe) async -> Result<Data?, any Error> {
        do {
            var bytes = Data()
            while let chunk = try await pipe.next() {
                guard chunk.count <= streamLimit - bytes.count else { return .success(nil) }
                bytes += chunk
            }
            return .success(bytes)
        } catch {
            return .failure(error)
        }
    }
}
