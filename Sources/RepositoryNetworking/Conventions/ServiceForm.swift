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
package struct ServiceForm: Sendable {
    let conventions: Conventions
    package let operation: ServiceOperation
    /// The key of the identity.
    let identityKey: String
    /// The identity of the entity that is asked for; nil where there is none yet, or many are.
    let id: String?
    /// The path of the collection, percent-encoded.
    let collectionPath: String

    /// Creates the form of a request.
    ///
    /// - Parameters:
    ///   - conventions: How the service writes what is asked of it.
    ///   - operation: What is asked for.
    ///   - identityKey: The key of the identity.
    ///   - id: The identity of the entity that is asked for; nil where there is none yet, or many are.
    ///   - collectionPath: The path of the collection, percent-encoded.
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

    /// The media type of what is sent.
    var mediaType: String {
        if hasRequests { return "application/json" }
        return operation == .patch ? conventions.patchMediaType : conventions.media.sent
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

    /// The changes as operations of JSON Patch (RFC 6902), where `add` replaces a member that is there.
    ///
    /// They are about the document as the service has it, so what stands around the entity is in their
    /// pointers, and not around them.
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

    /// A key as it stands in a JSON Pointer (RFC 6901).
    private static func token(_ key: String) -> String {
        key.replacing("~", with: "~0").replacing("/", with: "~1")
    }

    /// The identity of the client's under which an entity is to be created, and only there; nil where the
    /// service gives it.
    ///
    /// - Parameter entity: What is to be created, in the form of repositories.
    /// - Returns: The identity as text: where the service knows it, it is to refuse the creation.
    func identityOfCreation(_ entity: JSON) -> String? {
        let isGiven = conventions.createsAtIdentity || conventions.creationCheck == .identity
        return isGiven ? entity[identityKey]?.identityText : nil
    }

    /// The path of a creation, where it has the identity.
    ///
    /// - Parameters:
    ///   - path: The path with `{id}`.
    ///   - id: The identity as text, not yet encoded; nil where there is none.
    /// - Returns: The path; nil where it cannot have the identity.
    func path(_ path: String, ofCreating id: String?) -> String? {
        guard let id else { return nil }
        var parameters = Parameters()
        parameters.path("id", id)
        guard case .path(let filled) = parameters.filling(path) else { return nil }
        return filled
    }

    // MARK: - From the service

    /// The part of an answer that was asked for, in the service's form.
    ///
    /// - Parameter body: What came.
    /// - Returns: The part; nil where the answer has none, or null.
    /// - Throws: ``JSONError`` where the body is no JSON.
    func part(of body: Data) throws(JSONError) -> Data? {
        guard operation != .delete else { return nil }
        return try JSONPart.text(at: path, in: body)
    }

    /// What was asked for as repositories read it.
    ///
    /// - Parameter part: The part of the answer.
    /// - Returns: The entity, or the array of entities.
    /// - Throws: ``JSONError`` where the part is no JSON.
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

    /// Where in an answer stands what was asked for.
    private var path: JSONKeyPath {
        if hasRequests { return "responses" }
        let isList = operation == .list || operation == .createAll
        return isList ? conventions.envelope.list : conventions.envelope.one
    }

    /// Why an answer has nothing of what was asked for; nil where nothing comes back.
    func absence(in body: Data) throws(JSONError) -> JSONAbsence? {
        operation == .delete ? nil : try JSONAbsence(of: path, in: body)
    }

    /// Whether an absence says that the entity is not there, and not only that nothing came back of it: what
    /// was changed is none of an empty array.
    func isAbout(_ absence: JSONAbsence) -> Bool {
        switch operation {
        case .read: absence.isSaid
        case .update, .patch: absence.isOfArray
        case .list, .create, .createAll, .delete: false
        }
    }

    /// The version of an entity, as it stands in `ETag`.
    ///
    /// - Parameter entity: An entity in the form of repositories.
    /// - Returns: The version; nil where no member has it.
    package func version(of entity: JSON) -> String? {
        conventions.versions.tag(of: entity)
    }

    /// Whether the service lists an entity that is no more.
    package func isTombstone(_ entity: JSON) -> Bool {
        conventions.tombstone?.marks(entity) ?? false
    }

    /// Whether what is sent says that an entity is no more.
    func isTombstone(_ body: Data?) throws(JSONError) -> Bool {
        guard let body, !body.isEmpty else { return false }
        return isTombstone(try JSON(jsonData: body))
    }
}

extension NetworkingRequest {
    /// The request as its service wants it.
    ///
    /// - Throws: `RepositoryError` where the body cannot be written so.
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
                message: "The body cannot be written as the service wants it: \(error).",
                cause: error
            )
        }
        return request
    }

    /// Lets a creation under an identity of the client's be one of a new entity alone, at its own path
    /// where the service has it so.
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

    /// Lets errors name the path to which a creation goes, where that is the one of its identity.
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
                What is created goes to the path of its identity, and has none that can stand there.
                """
        )
    }
}

extension NetworkingResponse {
    /// The answer as repositories read it; that to a request which failed as it is.
    ///
    /// - Parameter request: What was asked.
    /// - Returns: The answer; its `ETag` is the version, in whatever place the service has that.
    /// - Throws: `RepositoryError` where the body is no JSON.
    package func inFormOfRepositories(
        for request: NetworkingRequest
    ) throws(RepositoryError) -> NetworkingResponse {
        guard let form = request.form, isSuccess else { return self }
        var response = self
        if form.operation == .read, body.isNull {
            response.head.status = .notFound
            return response
        }
        // A tag that the service does not look at would guard no write, and a weak one is good for none.
        let isWeak = head.headerFields[.eTag]?.hasPrefix("W/") == true
        if isWeak || form.conventions.versions != .entityTag {
            response.head.headerFields[.eTag] = nil
        }
        guard form.conventions != .plain, !isBlank else { return response }
        do throws(JSONError) {
            let part = try form.part(of: body)
            if part?.isNull ?? true, let absence = try form.absence(in: body) {
                response.absence = absence.description
                // There is none, and the service says so with a success.
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
            // Who has written the tombstone has done what he wanted.
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
    /// The version of an entity in the form of repositories, as `If-Match` repeats it; nil where no
    /// member has it.
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
    /// Whether it is the JSON text of null, with nothing but space around it.
    var isNull: Bool {
        guard count < 1_024, count >= 4 else { return false }
        return filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.elementsEqual("null".utf8)
    }
}
