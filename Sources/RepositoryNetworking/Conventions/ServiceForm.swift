import Foundation
import HTTPTypes

/// A request in the terms of a repository, which determines the body to send and the meaning of the
/// response.
///
/// Only this type converts between the form of a service and that of repositories. All other code
/// uses the form of plain REST. A class, so that a request is small.
package final class ServiceForm: Sendable {
    let conventions: Conventions
    package let operation: ServiceOperation
    /// The key of the identity.
    let identityKey: String
    /// The identity of the requested entity; nil if there is none yet, or several are requested.
    let id: String?
    /// The percent-encoded path of the collection.
    let collectionPath: String

    /// Creates the form of a request.
    ///
    /// - Parameters:
    ///   - conventions: The conventions of the service.
    ///   - operation: The operation.
    ///   - identityKey: The key of the identity.
    ///   - id: The identity of the requested entity; nil if there is none yet, or several are
    ///     requested.
    ///   - collectionPath: The percent-encoded path of the collection.
    package init(
        conventions: Conventions,
        operation: ServiceOperation,
        identityKey: String,
        id: String?,
        collectionPath: String
    ) {
        self.conventions = conventions
        self.operation = operation
        self.identityKey = identityKey
        self.id = id
        self.collectionPath = collectionPath
    }

    /// The media type of the request body.
    var mediaType: String {
        if hasRequests { return "application/json" }
        return operation == .patch ? conventions.patchMediaType : conventions.media.sent
    }

    // MARK: - To the service

    /// Converts a body to the form of the service.
    ///
    /// - Parameter body: The body in the form of repositories: an object, or an array of objects.
    /// - Returns: The bytes to send.
    /// - Throws: ``JSONError`` if the body is not JSON.
    func written(_ body: Data) throws(JSONError) -> Data {
        let isForm = mediaType.bareMediaType == FormEncoding.mediaType
        let isJSONPatch = operation == .patch && conventions.patches == .jsonPatch
        let envelope = conventions.envelope
        guard
            isForm || isJSONPatch || hasRequests || conventions.resource != nil
                || !envelope.isEmpty(for: operation)
        else { return body }
        var json = try JSON(jsonData: body)
        if isJSONPatch {
            json = Self.operations(of: json, below: envelope.exceptions[.patch] ?? envelope.sent)
        } else if hasRequests {
            json = requests(creating: json)
        } else {
            json = envelope.wrap(resources(of: json), of: operation)
        }
        let isNew = operation == .create
        return isForm ? FormEncoding.repositories.encode(json, isNew: isNew) : try json.jsonData()
    }

    func resources(of json: JSON) -> JSON {
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

    /// Returns the changes as JSON Patch operations (RFC 6902), in which `add` replaces an existing
    /// property.
    ///
    /// The operations apply to the document of the service, so their pointers include the path of
    /// the envelope.
    private static func operations(of changes: JSON, below path: JSONKeyPath) -> JSON {
        let outer = path.components.reduce(into: "") { pointer, component in
            if case .key(let key) = component { pointer += "/\(token(key))" }
        }
        let members = (changes.object ?? [:]).sorted { $0.key < $1.key }
        return .array(
            members.map { key, value in
                .object([
                    "op": "add", "path": .string("\(outer)/\(token(key))"), "value": value,
                ])
            }
        )
    }

    /// Returns a key escaped for a JSON Pointer (RFC 6901).
    private static func token(_ key: String) -> String {
        key.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// Returns the identity that the client assigns to a new entity; nil if the service assigns it.
    ///
    /// - Parameter entity: The new entity, in the form of repositories.
    /// - Returns: The identity as a string; if it exists already, the service must refuse the
    ///   creation.
    func identityOfCreation(_ entity: JSON) -> String? {
        let isGiven = conventions.createsAtIdentity || conventions.creationCheck == .identity
        return isGiven ? entity[identityKey]?.identityText : nil
    }

    /// Returns the path of a creation, with the identity if the path contains it.
    ///
    /// - Parameters:
    ///   - path: The path with `{id}`.
    ///   - id: The identity as a string, not yet encoded; nil if there is none.
    /// - Returns: The path; nil if the identity is not valid in it.
    func path(_ path: String, ofCreating id: String?) -> String? {
        guard let id else { return nil }
        var parameters = Parameters()
        parameters.path("id", id)
        guard case .path(let filled) = parameters.filling(path) else { return nil }
        return filled
    }

    // MARK: - From the service

    /// Returns the requested part of a response, in the form of the service.
    ///
    /// - Parameter body: The body.
    /// - Returns: The part; nil if it is missing or null.
    /// - Throws: ``JSONError`` if the body is not JSON.
    func part(of body: Data) throws(JSONError) -> Data? {
        guard operation != .delete else { return nil }
        return try JSONPart.text(at: path, in: body)
    }

    /// Converts the requested part to the form of repositories.
    ///
    /// - Parameter part: The part of the response.
    /// - Returns: The entity, or the array of entities.
    /// - Throws: ``JSONError`` if the part is not JSON.
    func read(_ part: Data) throws(JSONError) -> Data {
        if hasRequests { return part }
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

    /// The path of the requested part in a response.
    private var path: JSONKeyPath {
        if hasRequests { return "responses" }
        let isList = operation == .list || operation == .createAll
        return isList ? conventions.envelope.list : conventions.envelope.one
    }

    /// Returns the reason why a response lacks the requested part; nil if none is expected.
    func absence(in body: Data) throws(JSONError) -> JSONAbsence? {
        operation == .delete ? nil : try JSONAbsence(of: path, in: body)
    }

    /// Returns whether a missing part means that the entity does not exist, and not only that the
    /// response omits it: an empty array contains no changed entity.
    func isAbout(_ absence: JSONAbsence) -> Bool {
        switch operation {
        case .read: absence.isSaid
        case .update, .patch: absence.isOfArray
        case .list, .create, .createAll, .delete: false
        }
    }

    /// Returns the version of an entity, in the syntax of `ETag`.
    ///
    /// - Parameter entity: An entity in the form of repositories.
    /// - Returns: The version; nil if no property contains it.
    package func version(of entity: JSON) -> String? {
        conventions.versions.tag(of: entity)
    }

    /// Returns whether a listed entity is marked as deleted.
    package func isTombstone(_ entity: JSON) -> Bool {
        conventions.tombstone?.marks(entity) ?? false
    }

    /// Returns whether a request body marks an entity as deleted.
    func isTombstone(_ body: Data?) throws(JSONError) -> Bool {
        guard let body, !body.isEmpty else { return false }
        return isTombstone(try JSON(jsonData: body))
    }
}

extension NetworkingRequest {
    /// Returns the request in the form of its service.
    ///
    /// - Throws: `RepositoryError` if the body cannot be converted.
    package func inFormOfService() throws(RepositoryError) -> NetworkingRequest {
        guard let form else { return self }
        var request = self
        if form.conventions.versions == .none { request.head.headerFields[.ifMatch] = nil }
        guard let body else { return request }
        if form.operation == .create { try request.goToIdentity(of: body, form) }
        if form.hasRequests, let drafts = try? JSON(jsonData: body),
            !form.hasPaths(ofCreating: drafts)
        {
            throw pathlessCreation
        }
        do throws(JSONError) {
            request.body = try form.written(body)
        } catch {
            throw RepositoryError(
                .invalidRequest,
                during: operation,
                message: "The body cannot be converted to the form of the service: \(error).",
                cause: error
            )
        }
        return request
    }

    /// Restricts a creation with an identity of the client to a new entity, and sends it to the
    /// path of the identity if the service requires it.
    private mutating func goToIdentity(
        of body: Data,
        _ form: ServiceForm
    ) throws(RepositoryError) {
        let id = (try? JSON(jsonData: body)).flatMap(form.identityOfCreation)
        if id != nil { head.headerFields[.ifNoneMatch] = "*" }
        guard form.conventions.createsAtIdentity else { return }
        guard let path = form.path(head.path ?? "", ofCreating: id) else { throw pathlessCreation }
        head.path = path
    }

    /// Includes the identity in the path that errors name, if a creation is sent to it.
    mutating func nameIdentity() {
        guard let form, form.operation == .create, operation.contains("{id}"),
            let id = body.flatMap({ try? JSON(jsonData: $0) }).flatMap(form.identityOfCreation),
            let path = form.path(operation, ofCreating: id)
        else { return }
        operation = path
    }

    private var pathlessCreation: RepositoryError {
        RepositoryError(
            .invalidRequest,
            during: operation,
            message: """
                The path of a creation needs its identity, which is missing or not valid there.
                """
        )
    }
}

extension NetworkingResponse {
    /// Returns the response in the form of repositories; a failure is returned unchanged.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response; its `ETag` is the version, wherever the service returns it.
    /// - Throws: `RepositoryError` if the body is not JSON.
    package func inFormOfRepositories(
        for request: NetworkingRequest
    ) throws(RepositoryError) -> NetworkingResponse {
        guard let form = request.form, isSuccess else { return self }
        var response = self
        if form.operation == .read, body.isNull {
            response.head.status = .notFound
            return response
        }
        // A tag that the service ignores would protect no write, nor does a weak one.
        let isWeak = head.headerFields[.eTag]?.hasPrefix("W/") == true
        if isWeak || form.conventions.versions != .entityTag {
            response.head.headerFields[.eTag] = nil
        }
        guard form.conventions != .plain, !isBlank else { return response }
        do throws(JSONError) {
            let part = try form.part(of: body)
            if part?.isNull ?? true, let absence = try form.absence(in: body) {
                response.absence = absence.description
                // The entity does not exist, although the status is a success.
                if form.isAbout(absence) { response.head.status = .notFound }
            }
            response.body = try part.map(form.read) ?? Data()
            guard form.operation != .list, form.operation != .createAll, !response.isBlank,
                form.conventions.tombstone != nil || form.conventions.versions.isMember
            else { return response }
            let entity = try JSON(jsonData: response.body)
            if let version = form.version(of: entity) {
                response.head.headerFields[.eTag] = version
            }
            // A caller that has just written the tombstone gets no error.
            if form.isTombstone(entity), try !form.isTombstone(request.body) {
                response.head.status = .gone
            }
        } catch {
            throw RepositoryError(unreadable: self, to: request, error)
        }
        return response
    }
}

extension Conventions.Versions {
    /// Returns the version of an entity in the form of repositories, in the syntax of `If-Match`;
    /// nil if no property contains it.
    package func tag(of entity: JSON) -> String? {
        guard case .member(let path, let isQuoted) = self,
            let text = entity.value(at: path)?.identityText
        else { return nil }
        return isQuoted ? "\"\(text)\"" : text
    }

    fileprivate var isMember: Bool {
        if case .member = self { true } else { false }
    }
}

extension Data {
    /// Whether it is the JSON text null, apart from white space.
    var isNull: Bool {
        guard count < 1_024, first(where: { !$0.isJSONWhitespace }) == UInt8(ascii: "n") else {
            return false
        }
        return filter { !$0.isJSONWhitespace }.elementsEqual("null".utf8)
    }
}
