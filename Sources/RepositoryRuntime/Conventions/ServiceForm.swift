import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What a request is in the terms of a repository: from it follow the body that is sent, and what the
/// answer means.
///
/// This is the one place where the form of a service and that of repositories meet. Behind it all have
/// the form of plain REST.
struct ServiceForm: Sendable {
    let conventions: Conventions
    let operation: ServiceOperation
    /// The key of the identity.
    let identityKey: String
    /// The identity of the entity that is asked for; nil where there is none yet, or many are.
    let id: String?

    /// The media type of what is sent.
    var mediaType: String {
        let media = conventions.media
        return operation == .patch ? media.patch ?? media.sent : media.sent
    }

    // MARK: - To the service

    /// The body as the service wants it.
    ///
    /// - Parameter body: The body in the form of repositories: an object, or an array of objects.
    /// - Returns: The bytes that are sent.
    /// - Throws: ``JSONError`` where the body is no JSON.
    func written(_ body: Data) throws(JSONError) -> Data {
        let isForm = mediaType == FormEncoding.mediaType
        let isJSONPatch = operation == .patch && conventions.patches == .jsonPatch
        let envelope = conventions.envelope
        guard
            isForm || isJSONPatch || conventions.resource != nil
                || !envelope.isEmpty(for: operation)
        else { return body }
        var json = try JSON(jsonData: body)
        json = isJSONPatch ? Self.operations(of: json) : resources(of: json)
        json = envelope.wrap(json, of: operation)
        return isForm ? FormEncoding.encode(json) : try json.jsonData()
    }

    private func resources(of json: JSON) -> JSON {
        guard let resource = conventions.resource else { return json }
        return switch json {
        case .object(let members):
            resource.resource(members, identityKey: identityKey, id: id)
        case .array(let elements):
            .array(elements.map(resources))
        default:
            json
        }
    }

    /// The changes as operations of RFC 6902. `add` replaces a member that is there.
    private static func operations(of changes: JSON) -> JSON {
        let members = (changes.object ?? [:]).sorted { $0.key < $1.key }
        return .array(
            members.map { key, value in
                let pointer = key.replacing("~", with: "~0").replacing("/", with: "~1")
                return .object(["op": "add", "path": .string("/\(pointer)"), "value": value])
            }
        )
    }

    // MARK: - From the service

    /// The body as repositories read it.
    ///
    /// - Parameter body: What came.
    /// - Returns: The entity, or the array of entities; empty where the answer has none.
    /// - Throws: ``JSONError`` where the body is no JSON.
    func read(_ body: Data) throws(JSONError) -> Data {
        guard operation != .delete else { return Data() }
        let isList = operation == .list || operation == .createAll
        let path = isList ? conventions.envelope.list : conventions.envelope.one
        guard let part = try JSONPart.text(at: path, in: body) else { return Data() }
        guard let resource = conventions.resource else { return part }
        let json = try JSON(jsonData: part)
        let members =
            json.array.map { elements in
                JSON.array(
                    elements.map { resource.members(of: $0, identityKey: identityKey) }
                )
            } ?? resource.members(of: json, identityKey: identityKey)
        return try members.jsonData()
    }

    /// The version of an entity, as it stands in `ETag`; nil where it has none.
    ///
    /// - Parameter entity: An entity in the form of repositories.
    func version(of entity: JSON) -> String? {
        guard case .member(let path, let isQuoted) = conventions.versions else { return nil }
        guard let text = entity.value(at: path)?.identityText else { return nil }
        return isQuoted ? "\"\(text)\"" : text
    }

    /// Whether the service lists an entity that is no more.
    func isTombstone(_ entity: JSON) -> Bool {
        conventions.tombstone.flatMap { entity.value(at: $0) } == .bool(true)
    }
}

extension NetworkingRequest {
    /// The request as its service wants it.
    ///
    /// - Throws: `RepositoryError` where the body cannot be written so.
    func inFormOfService() throws(RepositoryError) -> NetworkingRequest {
        guard let form else { return self }
        var request = self
        if form.conventions.versions == .none { request.head.headerFields[.ifMatch] = nil }
        guard let body else { return request }
        do throws(JSONError) {
            request.body = try form.written(body)
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: operation,
                message: "The body cannot be written as the service wants it: \(error).",
                cause: error
            )
        }
        return request
    }
}

extension NetworkingResponse {
    /// The answer as repositories read it; that to a request which failed as it is.
    ///
    /// - Parameter request: What was asked.
    /// - Throws: `RepositoryError` where the body is no JSON.
    func inFormOfRepositories(
        for request: NetworkingRequest
    ) throws(RepositoryError) -> NetworkingResponse {
        guard let form = request.form, form.conventions != .plain, isSuccess, !isBlank else {
            return self
        }
        var response = self
        do throws(JSONError) {
            response.body = try form.read(body)
            guard form.operation != .list, form.operation != .createAll, !response.isBlank,
                form.conventions.tombstone != nil || form.conventions.versions.isMember
            else { return response }
            let entity = try JSON(jsonData: response.body)
            if let version = form.version(of: entity) {
                response.head.headerFields[.eTag] = version
            }
            if form.isTombstone(entity) { response.head.status = .gone }
        } catch {
            throw RepositoryError(unreadable: self, to: request, error)
        }
        return response
    }
}

extension Conventions.Versions {
    fileprivate var isMember: Bool {
        if case .member = self { true } else { false }
    }
}
