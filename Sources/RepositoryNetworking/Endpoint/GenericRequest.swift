import Foundation
import HTTPTypes

/// The request of any endpoint, and the reading of its response.
///
/// You do not have to make one: `networking.request(_:)` does.
public struct GenericRequest<Definition: EndpointDefinition>: Sendable {
    /// The endpoint.
    public let endpoint: Definition
    /// The environment asked for, nil for that of the endpoint, or else of the session.
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
    /// - Throws: `RepositoryError` of the kind `.invalidRequest` where a parameter or the body
    ///   cannot be written.
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
        var request = NetworkingRequest(
            method: Definition.method,
            path: path,
            headers: try headers(of: parameters)
        )
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

    /// Reads the response.
    ///
    /// - Parameter response: The response to `networkingRequest()`.
    /// - Returns: What the response contains.
    /// - Throws: `RepositoryError` where the status is no success, or the body is not what the
    ///   endpoint declares.
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
        let accepted = Definition.acceptedMedia ?? Definition.Response.requiredMedia
        if let accepted, Definition.Response.acceptedMedia != nil {
            try response.requireMedia(accepted, for: request)
        }
        if let media = Self.media(ofStatus: response.status) {
            try response.requireMedia(media, for: request)
        }
        var response = response
        if Definition.Response.isStreamed {
            response.origin = ResponseOrigin(
                request: request,
                networking: request.isRepeatable ? networking : nil,
                lastData: Definition.lastEventData
            )
        }
        do throws(JSONError) {
            return try Definition.Response(response, at: Definition.responsePath).result
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    /// The media type that a server must name with a status; nil for any.
    private static func media(ofStatus status: Int) -> String? {
        (Definition.Response.self as? any StatusResponse.Type)?.media[status]
    }

    private func headers(of parameters: Parameters) throws(RepositoryError) -> HTTPFields {
        let accepted = Definition.acceptedMedia ?? Definition.Response.acceptedMedia
        var headers: HTTPFields = [.accept: accepted ?? Definition.API.conventions.media.accepted]
        // Parts of a file that is compressed on the way could not be put together.
        if Definition.Response.self == DownloadResponse.self {
            headers[.acceptEncoding] = "identity"
        }
        for (name, value) in Definition.API.headers {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else {
                throw RepositoryError(
                    .invalidRequest,
                    during: "\(Definition.method.rawValue) \(Definition.path)",
                    message: "A header of the API is not a header."
                )
            }
            headers[name] = value
        }
        for field in Definition.options.fields { headers[field.name] = field.value }
        for field in parameters.headers {
            // A field for each cookie would leave the last one.
            headers[field.name] = parameters.headers[field.name]
        }
        if !parameters.cookies.isEmpty {
            var cookies = parameters.cookies
            cookies.add(below: CookieField(headers[.cookie]))
            headers[.cookie] = cookies.value
        }
        return headers
    }
}

extension Networking {
    /// Asks an endpoint and reads its response.
    ///
    /// In the mock environment the endpoint answers with its example, without any network.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with its arguments.
    ///   - environment: The environment; that of the endpoint, or else of the session, by default.
    ///   - progress: Called as the bodies of the request and of its response are transferred, from any
    ///     thread.
    /// - Returns: What the response contains.
    /// - Throws: `RepositoryError` where there is no such response.
    public func request<Definition: EndpointDefinition>(
        _ endpoint: Definition,
        environment: APIEnvironment? = nil,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(RepositoryError) -> Definition.Response.Result {
        try await response(to: endpoint, environment: environment, progress: progress).result
    }

    /// Asks an endpoint, and reads its response with the status and the header fields that it came with.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with its arguments.
    ///   - environment: The environment; that of the endpoint, or else of the session, by default.
    ///   - progress: Called as the bodies of the request and of its response are transferred, from any
    ///     thread.
    /// - Returns: What the response contains, and the response itself.
    /// - Throws: `RepositoryError` where there is no such response.
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
    /// How many bytes of a stream are held in memory.
    private static let streamLimit = 64 * 1_024 * 1_024

    /// Reads a body from disk, or all of a stream, for a network that knows bodies in memory only.
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
            let message = "The network sends whole bodies, and the stream has more than 64 MiB."
            throw NetworkingError(.invalidRequest, during: self, message: message)
        case .failure(let error):
            let code: NetworkingError.Code = Task.isCancelled ? .cancelled : .unreadableBody
            throw NetworkingError(code, during: self, cause: error)
        }
    }

    /// All bytes of a stream; nil where there are too many.
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
