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
    /// How the service writes what the repository asks of it; those of the service by default.
    var conventions: Conventions { get }
    /// What the bodies of failures are, by status, as ``EndpointDefinition/failures``; none by default.
    var failures: [Int: any ResponseBody.Type] { get }
    /// What the body of a failure of any other status is; nil, the default, for none.
    var otherFailure: (any ResponseBody.Type)? { get }
}

extension NetworkingRepository {
    /// No service of its own.
    public var api: any APIDefinition.Type { UnspecifiedAPI.self }

    /// Those of the service.
    public var conventions: Conventions { api.conventions }

    /// No failure has a declared body.
    public var failures: [Int: any ResponseBody.Type] { [:] }

    /// No other failure has a declared body.
    public var otherFailure: (any ResponseBody.Type)? { nil }

    /// Sends a request, and throws where the status is no success.
    ///
    /// To a service that takes no change without a version (428, RFC 6585) it is sent again with the one
    /// that there is, where the caller has not said which one is changed.
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

    /// A change with the version that there is; nil where it has one, or there is none.
    private func withCurrentVersion(
        _ request: NetworkingRequest
    ) async throws(RepositoryError) -> NetworkingRequest? {
        // Whoever keeps versions finds out himself what a change is about.
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

    /// A request to the collection.
    ///
    /// - Parameters:
    ///   - operation: What is asked for: `.list`, `.create` or `.createAll`.
    ///   - query: The query, percent-encoded.
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
        // Sent again it is refused, for the entity is there: PUT would seem to allow it.
        if operation == .create, conventions.createsAtIdentity { request.isIdempotent = false }
        return request
    }

    /// A request of the repository's API.
    fileprivate func makeRequest(
        _ operation: ServiceOperation,
        _ method: HTTPMethod,
        path: String,
        id: String? = nil,
        _ conventions: Conventions
    ) -> NetworkingRequest {
        var headers: HTTPFields = [.accept: conventions.media.accepted]
        for (name, value) in api.headers {
            guard let name = HTTPField.Name(name), HTTPField.isValidValue(value) else { continue }
            headers[name] = value
        }
        var request = NetworkingRequest(method: method, path: path, headers: headers)
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
    /// Throws where a creation would replace an entity that has its identity.
    ///
    /// A creation at the path of its identity is a PUT, and a service without versions need not heed
    /// `If-None-Match: *`.
    ///
    /// - Parameter creation: The request, with its body.
    /// - Throws: `RepositoryError` of the kind `.conflict` where there is one, or where that is not known.
    func checkVacancy(for creation: NetworkingRequest) async throws(RepositoryError) {
        let conventions = conventions
        guard conventions.createsAtIdentity, conventions.versions == .none,
            conventions.checkOfCreation == .identity,
            let body = creation.body.flatMap({ try? JSON(jsonData: $0) }),
            let id = creation.form?.identityOfCreation(body),
            // An identity that cannot stand in a path has an error of its own.
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
            message: "The server has an entity with this identity, which a creation would replace."
        )
    }
}

extension NetworkingRepository where Entity.ID: EntityIdentifier {
    /// A request to one entity.
    func request(
        _ operation: ServiceOperation,
        id: Entity.ID
    ) throws(RepositoryError) -> NetworkingRequest {
        try request(operation, id: id.pathComponent)
    }

    /// A request to one entity, by its identity as text, not yet encoded.
    package func request(
        _ operation: ServiceOperation,
        id: String
    ) throws(RepositoryError) -> NetworkingRequest {
        try request(operation, textID: id)
    }
}

extension NetworkingRepository {
    /// A request to one entity, whatever the type of its identity.
    fileprivate func request(
        _ operation: ServiceOperation,
        textID id: String
    ) throws(RepositoryError) -> NetworkingRequest {
        let conventions = conventions
        let form = conventions.form(of: operation)
        let template = form.path(in: path)
        var parameters = Parameters()
        // A request that said it nowhere would be one to the whole collection.
        let isInQuery = conventions.saysIdentityInQuery(of: operation) && !template.contains("{id}")
        if !isInQuery || id.isEmpty { parameters.path("id", id) }
        switch parameters.filling(template) {
        case .path(let path):
            return makeRequest(operation, form.method, path: path, id: id, conventions)
        case .problem:
            // So would an empty identity.
            throw RepositoryError(
                .invalidRequest,
                during: "\(form.method.rawValue) \(path)/:id",
                message: "The identity cannot stand in a path."
            )
        }
    }
}

extension Networking {
    /// Sends a request in the form of its service, and reads the answer in that of repositories.
    package func exchange(
        _ request: NetworkingRequest
    ) async throws(RepositoryError) -> NetworkingResponse {
        try await deliver(request).inFormOfRepositories(for: request)
    }

    /// Sends a request in the form of its service, and gives the answer as it came.
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
