import Foundation
import HTTPTypes

/// A repository whose entities live on a server, below one path.
///
///     struct MessageRepository: CRUDNetworkingRepository {
///         typealias Entity = Message
///         let store: any Networking
///         let path = "messages"
///     }
///
/// The operations come by conformance, as default implementations:
///
/// | protocol | request |
/// |---|---|
/// | ``CreateNetworkingRepository`` | POST path |
/// | ``ReadNetworkingRepository`` | GET path, GET path/:id |
/// | ``UpdateNetworkingRepository`` | PUT path/:id |
/// | ``DeleteNetworkingRepository`` | DELETE path/:id |
/// | ``PatchableRepository`` | PATCH path/:id |
public protocol NetworkingRepository<Entity>: Repository {
    /// Where requests go.
    var store: any Networking { get }
    /// The path of the collection, percent-encoded, relative to the base URL of the store.
    var path: String { get }
    /// The service that the repository belongs to; its headers go with every request.
    ///
    /// None by default: that of the store.
    var api: any APIDefinition.Type { get }
}

extension NetworkingRepository {
    /// No service of its own.
    public var api: any APIDefinition.Type { UnspecifiedAPI.self }

    /// Sends a request, and throws where the status is no success.
    func perform(
        _ request: NetworkingRequest
    ) async throws(RepositoryError) -> NetworkingResponse {
        let response: NetworkingResponse
        do throws(NetworkingError) {
            response = try await store.send(request)
        } catch {
            throw RepositoryError(error)
        }
        EntityTagExchange.current?.note(response)
        try response.check(for: request)
        return response
    }

    /// A request to the collection.
    func collectionRequest(_ method: HTTPMethod, query: String = "") -> NetworkingRequest {
        let path = query.isEmpty ? path : "\(path)?\(query)"
        return makeRequest(method, path: path)
    }

    /// A request of the repository's API.
    fileprivate func makeRequest(_ method: HTTPMethod, path: String) -> NetworkingRequest {
        var headers = HTTPFields.acceptingJSON
        for (name, value) in api.headers {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { continue }
            headers[name] = value
        }
        var request = NetworkingRequest(method: method, path: path, headers: headers)
        request.api = api
        IdempotencyKey.current?.put(into: &request)
        EntityTagExchange.current?.put(into: &request)
        return request
    }
}

extension NetworkingRepository where Entity.ID: EntityIdentifier {
    /// A request to one entity.
    func request(
        _ method: HTTPMethod,
        id: Entity.ID
    ) throws(RepositoryError) -> NetworkingRequest {
        try request(method, segment: id.pathComponent)
    }

    /// A request to what has a name below the collection, not yet encoded.
    func request(
        _ method: HTTPMethod,
        segment: String
    ) throws(RepositoryError) -> NetworkingRequest {
        var parameters = Parameters()
        parameters.path("id", segment)
        var collection = path
        while collection.hasSuffix("/") {
            collection.removeLast()
        }
        switch parameters.filling(collection + "/{id}") {
        case .path(let path):
            return makeRequest(method, path: path)
        case .problem:
            // An empty identity would be a request to the whole collection.
            throw RepositoryError(
                .invalidRequest,
                during: "\(method.rawValue) \(path)/:id",
                message: "The identity cannot stand in a path."
            )
        }
    }
}
