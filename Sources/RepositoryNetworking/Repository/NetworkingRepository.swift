import Foundation
import HTTPTypes

/// A repository whose entities are on a server, below one path.
///
///     struct MessageRepository: CRUDNetworkingRepository {
///         typealias Entity = Message
///         let store: any Networking
///         let path = "messages"
///     }
///
/// The operations are default implementations of further protocols:
///
/// | protocol | request |
/// |---|---|
/// | ``CreateNetworkingRepository`` | POST path |
/// | ``ReadNetworkingRepository`` | GET path, GET path/:id |
/// | ``UpdateNetworkingRepository`` | PUT path/:id |
/// | ``DeleteNetworkingRepository`` | DELETE path/:id |
/// | ``PatchableRepository`` | PATCH path/:id |
public protocol NetworkingRepository<Entity>: Repository {
    /// Sends the requests.
    var store: any Networking { get }
    /// The path of the collection, percent-encoded, relative to the base URL of the store.
    var path: String { get }
    /// The API that the repository belongs to; its header fields are sent with every request.
    ///
    /// By default, the repository declares none, and uses that of the store.
    var api: any APIDefinition.Type { get }
    /// The form in which the service expects requests; by default that of the API.
    var conventions: Conventions { get }
    /// The body types of failures by status, as in ``EndpointDefinition/failures``; none by
    /// default.
    var failures: [Int: any ResponseBody.Type] { get }
    /// The body type of a failure with any other status; nil, the default, for none.
    var otherFailure: (any ResponseBody.Type)? { get }
}

extension NetworkingRepository {
    /// No declared API.
    public var api: any APIDefinition.Type { UnspecifiedAPI.self }

    /// The conventions of the API.
    public var conventions: Conventions { api.conventions }

    /// No declared bodies of failures.
    public var failures: [Int: any ResponseBody.Type] { [:] }

    /// No declared body for other failures.
    public var otherFailure: (any ResponseBody.Type)? { nil }

    /// Sends a request, and throws for an error status.
    ///
    /// If a service requires a version for a change (428, RFC 6585), the request is sent again with
    /// the current version, unless the caller has set one.
    func perform(
        _ request: NetworkingRequest
    ) async throws(RepositoryError) -> NetworkingResponse {
        var response = try await store.exchange(request)
        if response.status == 428, let request = try await withCurrentVersion(request) {
            response = try await store.exchange(request)
        }
        EntityTagExchange.current?.note(response)
        try response.check(for: request)
        return response
    }

    /// Returns a change with the current version; nil if it has a version already, or there is
    /// none.
    private func withCurrentVersion(
        _ request: NetworkingRequest
    ) async throws(RepositoryError) -> NetworkingRequest? {
        // A caller that tracks versions chooses the version itself.
        guard EntityTagExchange.current == nil, let form = request.form, let id = form.id,
            request.head.headerFields[.ifMatch] == nil,
            [.update, .patch, .delete].contains(form.operation)
        else { return nil }
        var reading = try self.request(.read, textID: id)
        reading.asksAnew()
        let response = try await store.exchange(reading)
        try response.check(for: reading)
        guard let tag = response.entityTag else { return nil }
        var request = request
        request.head.headerFields[.ifMatch] = tag
        return request
    }

    /// Returns a request to the collection.
    ///
    /// - Parameters:
    ///   - operation: The operation: `.list`, `.create` or `.createAll`.
    ///   - query: The percent-encoded query.
    /// - Returns: The request.
    package func collectionRequest(
        _ operation: ServiceOperation,
        query: String = ""
    ) -> NetworkingRequest {
        let conventions = conventions
        var form = conventions.form(of: operation)
        if operation == .createAll, let path = conventions.batch.path {
            form = Conventions.RequestForm(.post, path)
        }
        let path = form.path(in: path)
        let separator = path.contains("?") ? "&" : "?"
        var request = makeRequest(
            operation,
            form.method,
            path: query.isEmpty ? path : path + separator + query,
            conventions
        )
        // A repeated creation is refused because the entity exists, although PUT is idempotent.
        if operation == .create, conventions.createsAtIdentity { request.isIdempotent = false }
        return request
    }

    /// Creates a request of the repository's API.
    fileprivate func makeRequest(
        _ operation: ServiceOperation,
        _ method: HTTPMethod,
        path: String,
        id: String? = nil,
        _ conventions: Conventions
    ) -> NetworkingRequest {
        let headers: HTTPFields = [.accept: conventions.media.accepted]
        var request = NetworkingRequest(method: method, path: path, headers: headers)
        for (name, value) in api.headers {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { continue }
            request.head.headerFields[name] = value
            request.context.declaredFields.insert(name)
        }
        request.api = api
        request.failures = DeclaredFailures(byStatus: failures, other: otherFailure)
        request.addToQuery(conventions.parameters(of: operation, id: id))
        request.addToQuery(api.query)
        let entity = Entity.self as? any RepositoryValues.Entity.Type
        request.form = ServiceForm(
            conventions: conventions,
            operation: operation,
            identityKey: entity?.schema.identityKey ?? "id",
            id: id,
            collectionPath: self.path
        )
        IdempotencyKey.current?.put(into: &request)
        EntityTagExchange.current?.put(into: &request)
        return request
    }
}

extension NetworkingRepository {
    /// Throws if a creation would replace an existing entity with the same identity.
    ///
    /// A creation at the path of its identity is a PUT, and a service without versions may ignore
    /// `If-None-Match: *`.
    ///
    /// - Parameter creation: The request, with its body.
    /// - Throws: `RepositoryError` with the code `.conflict` if there is one, or it is unknown.
    func checkVacancy(for creation: NetworkingRequest) async throws(RepositoryError) {
        let conventions = conventions
        guard conventions.createsAtIdentity, conventions.versions == .none,
            conventions.checkOfCreation == .identity,
            let body = creation.body.flatMap({ try? JSON(jsonData: $0) }),
            let id = creation.form?.identityOfCreation(body),
            // An identifier that is invalid in a path causes another error.
            let reading = try? request(.read, textID: id)
        else { return }
        do throws(RepositoryError) {
            _ = try await perform(reading)
        } catch  where error.code == .notFound {
            return
        }
        throw RepositoryError(
            .conflict,
            during: creation.operation,
            message: "An entity with this identity exists, and the creation would replace it."
        )
    }
}

extension NetworkingRepository where Entity.ID: EntityIdentifier {
    /// Returns a request to one entity.
    func request(
        _ operation: ServiceOperation,
        id: Entity.ID
    ) throws(RepositoryError) -> NetworkingRequest {
        try request(operation, id: id.pathComponent)
    }

    /// Returns a request to one entity, by its identity as a string, not yet encoded.
    package func request(
        _ operation: ServiceOperation,
        id: String
    ) throws(RepositoryError) -> NetworkingRequest {
        try request(operation, textID: id)
    }
}

extension NetworkingRepository {
    /// Returns a request to one entity, whatever the type of its identity.
    fileprivate func request(
        _ operation: ServiceOperation,
        textID id: String
    ) throws(RepositoryError) -> NetworkingRequest {
        let conventions = conventions
        let form = conventions.form(of: operation)
        let template = form.path(in: path)
        var parameters = Parameters()
        // Without the identifier the request would be one to the whole collection.
        let isInQuery = conventions.saysIdentityInQuery(of: operation) && !template.contains("{id}")
        if !isInQuery || id.isEmpty { parameters.path("id", id) }
        switch parameters.filling(template) {
        case .path(let path):
            return makeRequest(operation, form.method, path: path, id: id, conventions)
        case .problem:
            // So would one with an empty identifier.
            throw RepositoryError(
                .invalidRequest,
                during: "\(form.method.rawValue) \(path)/:id",
                message: "The identity is not valid in a path."
            )
        }
    }
}

extension Networking {
    /// Sends a request in the form of its service, and converts the response.
    package func exchange(
        _ request: NetworkingRequest
    ) async throws(RepositoryError) -> NetworkingResponse {
        try await deliver(request).inFormOfRepositories(for: request)
    }

    /// Sends a request in the form of its service, and returns the raw response.
    func deliver(
        _ request: NetworkingRequest
    ) async throws(RepositoryError) -> NetworkingResponse {
        let sent = try request.inFormOfService()
        do throws(NetworkingError) {
            return try await send(sent)
        } catch {
            throw RepositoryError(error)
        }
    }
}
