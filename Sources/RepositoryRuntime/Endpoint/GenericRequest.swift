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
        request.example = Definition.example
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
        to request: NetworkingRequest
    ) throws(RepositoryError) -> Definition.Response.Result {
        let failure = Definition.failures[response.status] ?? Definition.otherFailure
        try response.check(for: request, failure: failure)
        if !Definition.Response.mayBeEmpty {
            try response.requireBody(for: request)
        }
        if let accepted = Definition.acceptedMedia, Definition.Response.acceptedMedia != nil {
            try response.requireMedia(accepted, for: request)
        }
        do throws(JSONError) {
            return try Definition.Response(response, at: Definition.responsePath).result
        } catch {
            throw RepositoryError(unreadable: response, to: request, error)
        }
    }

    private func headers(of parameters: Parameters) throws(RepositoryError) -> HTTPFields {
        let accepted = Definition.acceptedMedia ?? Definition.Response.acceptedMedia
        var headers: HTTPFields = [.accept: accepted ?? Definition.API.conventions.media.accepted]
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
        for field in parameters.headers {
            headers[field.name] = field.value
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
    /// - Returns: What the response contains.
    /// - Throws: `RepositoryError` where there is no such response.
    public func request<Definition: EndpointDefinition>(
        _ endpoint: Definition,
        environment: APIEnvironment? = nil
    ) async throws(RepositoryError) -> Definition.Response.Result {
        try await response(to: endpoint, environment: environment).result
    }

    /// Asks an endpoint, and reads its response with the status and the header fields that it came with.
    ///
    /// - Parameters:
    ///   - endpoint: The endpoint, with its arguments.
    ///   - environment: The environment; that of the endpoint, or else of the session, by default.
    /// - Returns: What the response contains, and the response itself.
    /// - Throws: `RepositoryError` where there is no such response.
    public func response<Definition: EndpointDefinition>(
        to endpoint: Definition,
        environment: APIEnvironment? = nil
    ) async throws(RepositoryError) -> EndpointResponse<Definition> {
        let generic = GenericRequest(endpoint, environment: environment)
        let request = try generic.networkingRequest()
        let response: NetworkingResponse
        do throws(NetworkingError) {
            let isMock = request.environment == .mock
            response = isMock ? try request.exampleResponse() : try await send(request)
        } catch {
            throw RepositoryError(error)
        }
        let result = try generic.result(of: response, to: request)
        return EndpointResponse(result: result, response: response)
    }
}
