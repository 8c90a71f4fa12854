import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// A repository of entities with the connection to its service.
struct CollectionContext: Sendable {
    let model: ServiceModel
    let collection: ServiceCollection
    /// The declared conventions; nil where the schema leaves them open.
    let declared: CheckedConventions
    let connection: ServiceConnection

    init(_ model: ServiceModel, _ collection: ServiceCollection, _ connection: ServiceConnection) {
        self.model = model
        self.collection = collection
        self.connection = connection
        declared = collection.offer.conventions(over: collection.api)
    }

    var conventions: Conventions { collection.conventions }
    var entity: CheckedEntity { collection.entity }
    var name: String { collection.name }
    var identityKey: String { collection.entity.identity.key }
    var bodies: BodyCheck { BodyCheck(model: model, place: .repository(name, key: "entity")) }

    func offers(_ operation: ServiceOperation) -> Bool {
        collection.operations.contains(operation)
    }

    func place(_ keys: String...) -> SchemaPlace { .convention(keys, repository: name) }

    /// The position of the server's operations in the schema.
    var remote: SchemaPlace { .repository(name, key: "remote") }

    /// The name of an operation in `remote`.
    static func word(_ operation: ServiceOperation) -> String {
        switch operation {
        case .list, .read: "read"
        case .create: "create"
        case .update: "update"
        case .patch: "patch"
        case .delete: "delete"
        case .createAll: "synchronize"
        }
    }

    /// A connection that deletes created entities.
    var forCleanUp: CollectionContext {
        CollectionContext(model, collection, connection.forCleanUp)
    }

    // MARK: - Requests

    /// The request of an operation, as generated code sends it; nil if its path cannot contain the
    /// identity.
    func request(
        _ operation: ServiceOperation,
        id: String? = nil,
        query: String = "",
        body: JSON? = nil,
        _ fields: HTTPFields = [:]
    ) -> NetworkingRequest? {
        var form = conventions.form(of: operation)
        if operation == .createAll, let path = conventions.batch.path {
            form = Conventions.RequestForm(.post, path)
        }
        var path = form.path(in: collection.offer.path)
        if let id, path.contains("{id}"), operation != .create {
            var parameters = Parameters()
            parameters.path("id", id)
            guard case .path(let filled) = parameters.filling(path) else { return nil }
            path = filled
        }
        if !query.isEmpty { path += (path.contains("?") ? "&" : "?") + query }
        var fields = fields
        fields[.accept] = conventions.media.accepted
        var request = NetworkingRequest(method: form.method, path: path, headers: fields)
        request.addToQuery(conventions.parameters(of: operation, id: id))
        request.form = ServiceForm(
            conventions: conventions,
            operation: operation,
            identityKey: identityKey,
            id: id,
            collectionPath: collection.offer.path
        )
        if let body { guard (try? request.setBody(body)) != nil else { return nil } }
        return request
    }

    /// Sends a request.
    func ask(
        _ operation: ServiceOperation,
        id: String? = nil,
        query: String = "",
        body: JSON? = nil,
        _ fields: HTTPFields = [:]
    ) async -> Answer {
        guard let request = request(operation, id: id, query: query, body: body, fields) else {
            return Answer(
                request: "\(operation)",
                response: nil,
                problem: "a path cannot contain the identity"
            )
        }
        var line = connection.line(of: request)
        do throws(RepositoryError) {
            let sent = try request.inFormOfService()
            line = connection.line(of: sent)
            do throws(NetworkingError) {
                return answer(try await connection.send(sent), to: request, line)
            } catch {
                var answer = Answer(request: line, response: nil, problem: error.message)
                answer.isAmbiguous = error.isAmbiguous
                return answer
            }
        } catch {
            return Answer(request: line, response: nil, problem: error.message)
        }
    }

    /// Converts a response to plain REST.
    private func answer(
        _ response: NetworkingResponse,
        to request: NetworkingRequest,
        _ line: String
    ) -> Answer {
        var answer = Answer(request: line, response: response)
        answer.effectiveStatus = response.status
        guard response.isSuccess else { return answer }
        do throws(RepositoryError) {
            let plain = try response.inFormOfRepositories(for: request)
            answer.effectiveStatus = plain.status
            answer.version = plain.entityTag
            guard !plain.body.isEmpty else { return answer }
            guard let json = try? JSON(jsonData: plain.body) else {
                answer.problem = "The body is not JSON."
                return answer
            }
            answer.plain = json
        } catch {
            answer.problem = error.message
        }
        return answer
    }

    /// The identity of an entity in plain REST, as generated code sends it.
    func id(of entity: JSON) -> String? { entity[identityKey]?.identityText.map(sent) }

    /// An identity as generated code sends it: a UUID is in lower case.
    func sent(_ id: String) -> String {
        guard model.primitive(of: entity.identity.type) == .uuid else { return id }
        return UUID(uuidString: id)?.pathComponent ?? id
    }

    /// The string property whose value marks a created entity: one without constraints other than a
    /// length, if possible one that listings contain.
    var marker: CheckedProperty? {
        let properties = kept.filter { property in
            property.type == .primitive(.string) && property.wire == .own && property.isReturned
                && property.constraints.all.allSatisfy { constraint in
                    switch constraint {
                    case .minLength: true
                    case .maxLength(let count): count >= 12
                    default: false
                    }
                }
        }
        return properties.first(where: \.isListed) ?? properties.first
    }

    /// The properties that the client sends and the service stores, without those that conventions
    /// define, for example a version.
    var kept: [CheckedProperty] {
        let own = serviceKeys
        return entity.properties.filter { property in
            property.direction != .readOnly && property.direction != .writeOnly
                && property.file == nil && !own.contains(property.key)
        }
    }

    /// The keys that conventions define.
    private var serviceKeys: Set<String> {
        var paths: [JSONKeyPath] = []
        if case .member(let path, _) = conventions.versions { paths.append(path) }
        if let tombstone = conventions.tombstone { paths.append(tombstone.member) }
        if case .member(let path)? = conventions.changes?.cursor { paths.append(path) }
        return Set(
            paths.compactMap { path in
                if case .key(let key)? = path.components.first { key } else { nil }
            }
        )
    }

    /// The properties with a single value that queries can use: those declared as indexed, or else
    /// all.
    var comparable: [CheckedProperty] {
        let single = entity.properties.filter { property in
            guard property.direction != .writeOnly, property.isListed,
                property.wire == .own || model.dateFormats(of: property.wire) != nil
            else { return false }
            switch property.type {
            case .primitive(let primitive): return primitive != .json && primitive != .data
            case .enumeration, .scalar, .identity: return true
            default: return false
            }
        }
        let indexed = single.filter(\.isIndexed)
        return indexed.isEmpty ? single : indexed
    }
}
