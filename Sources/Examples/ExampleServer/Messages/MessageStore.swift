import FlyingFox
import Foundation

/// The messages of conversations, in memory, as a REST service in the style of RepositoryKit.
///
/// | request | response |
/// |---|---|
/// | GET /messages | 200 and all, or those matching `?text=…`; `limit`, `offset`, `sort` |
/// | POST /messages | 201 and the message with its identity, `Location` |
/// | GET, PUT, PATCH, DELETE /messages/ID | 200, 200, 200, 204; 404 if there is none |
/// | GET, PUT, DELETE /messages/ID/KEY | 200 and the bytes of a file, 204, 204; 404 if there is
/// none |
/// | POST /messages/collection | 200 and all that were sent, in order, with identities |
///
/// The same for `/conversations`, which have a title. A message is rejected with 422 if it has no
/// text, an unknown key, or an unknown conversation. Each version has an entity tag; a change is
/// rejected with 412 if `If-Match` has another one. A creation with a known `Idempotency-Key` gets
/// the original response.
///
/// If clients may assign identities, they send them in `_id`, or with PUT /messages/ID and
/// `If-None-Match: *`; an existing one is rejected with 409 or 412. If changes are listed, each
/// listing has its position in `Last-Change`, and `?since=…` lists the changes from there.
actor MessageStore {
    private var collections: [String: DocumentCollection] = [
        "messages": DocumentCollection(
            name: "messages",
            prefix: "m",
            known: ["_id", "text", "likes", "labels", "sent_at", "conversation"],
            required: "text",
            references: ["conversation": "conversations"]
        ),
        "conversations": DocumentCollection(
            name: "conversations",
            prefix: "c",
            known: ["_id", "title"],
            required: "title"
        ),
    ]
    private var answers: [String: HTTPResponse] = [:]
    /// The files of documents, by path.
    private var files: [String: StoredFile] = [:]
    private var fileCount = 0
    private var hasTags = true
    private var listsChanges = false

    /// Responds to a request; nil if it is for another service.
    func answer(to request: ReceivedRequest) -> HTTPResponse? {
        let parts = request.path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard let name = parts.first, let collection = collections[name], parts.count <= 3 else {
            return nil
        }
        if parts.count == 3 { return answerFile(request, collection, parts[1], key: parts[2]) }
        guard parts.count == 2 else {
            return answerCollection(request, collection)
        }
        if parts[1] == "collection", request.method == "POST" {
            return createAll(request, collection)
        }
        let isNew = request.headers["if-none-match"] == "*" && collection.takesIdentities
        guard let document = collection.documents[parts[1]] else {
            guard isNew, request.method == "PUT" else {
                return .problem(404, "There is no such \(collection.noun).")
            }
            return create(object(request.body), id: parts[1], collection)
        }
        guard !isNew else { return .problem(412, "The entity is there.") }
        return answerDocument(request, document, collection)
    }

    /// Adds a collection.
    func add(_ collection: DocumentCollection) {
        collections[collection.name] = collection
    }

    /// Sets whether entity tags are sent and checked.
    func setTags(_ hasTags: Bool) {
        self.hasTags = hasTags
    }

    func setReusesIdentities(_ reusesIdentities: Bool) {
        for name in collections.keys { collections[name]?.reusesIdentities = reusesIdentities }
    }

    /// Sets whether clients may assign identities.
    func setTakesIdentities(_ takesIdentities: Bool) {
        for name in collections.keys { collections[name]?.takesIdentities = takesIdentities }
    }

    /// Sets whether incremental listings are supported.
    func setListsChanges(_ listsChanges: Bool) {
        self.listsChanges = listsChanges
    }

    /// Forgets the received idempotency keys.
    func forgetIdempotencyKeys() {
        answers = [:]
    }

    /// Returns all documents of a collection, as a JSON array.
    func documents(of name: String) -> Data {
        let all = collections[name]?.selection([:])
        return (try? JSONSerialization.data(withJSONObject: all ?? [])) ?? Data()
    }

    /// Returns all documents ever created in a collection, as a JSON array.
    func creations(of name: String) -> Data {
        let all = collections[name]?.creations ?? []
        return (try? JSONSerialization.data(withJSONObject: all)) ?? Data()
    }

    // MARK: - Collections

    private func answerCollection(
        _ request: ReceivedRequest,
        _ collection: DocumentCollection
    ) -> HTTPResponse {
        switch request.method {
        case "GET":
            var headers: HTTPHeaders = [:]
            if listsChanges { headers[HTTPHeader("Last-Change")] = "\(collection.changeCount)" }
            return .json(200, collection.selection(request.parameters), headers: headers)
        case "POST":
            let key = request.headers["idempotency-key"].map { "\(collection.name) \($0)" }
            if let answer = key.flatMap({ answers[$0] }) { return answer }
            let answer = create(object(request.body), collection)
            // A rejected creation may be sent again with another body.
            if let key, answer.statusCode.code < 300 { answers[key] = answer }
            return answer
        default: return .problem(405, "The collection knows GET and POST.")
        }
    }

    private func create(
        _ members: [String: Any]?,
        id: String? = nil,
        _ collection: DocumentCollection
    ) -> HTTPResponse {
        switch checked(members, collection, isWhole: true) {
        case .failure(let refusal):
            return refusal.response
        case .success(var sent):
            if let id { sent["_id"] = id }
            if let id = sent["_id"] as? String, collection.documents[id] != nil {
                return .problem(409, "The identity is taken.")
            }
            let document = insert(sent, collection.name)
            let location = "/\(collection.name)/\(document.id)"
            return answer(201, document, headers: [HTTPHeader("Location"): location])
        }
    }

    private func createAll(
        _ request: ReceivedRequest,
        _ collection: DocumentCollection
    ) -> HTTPResponse {
        let sent = try? JSONSerialization.jsonObject(with: request.body) as? [[String: Any]]
        guard let sent else {
            return .problem(400, "The body is not an array of messages.")
        }
        var accepted: [[String: Any]] = []
        for message in sent {
            switch checked(message, collection, isWhole: true) {
            case .failure(let refusal): return refusal.response
            case .success(let message):
                if let id = message["_id"] as? String, collection.documents[id] != nil {
                    return .problem(409, "The identity is taken.")
                }
                accepted.append(message)
            }
        }
        return .json(200, accepted.map { insert($0, collection.name).members })
    }

    private func insert(_ sent: [String: Any], _ name: String) -> Document {
        collections[name]?.insert(sent) ?? Document(members: sent)
    }

    // MARK: - One document

    private func answerDocument(
        _ request: ReceivedRequest,
        _ document: Document,
        _ collection: DocumentCollection
    ) -> HTTPResponse {
        if request.method != "GET", hasTags, let tag = request.headers["if-match"],
            tag != document.tag
        {
            return .problem(412, "The entity has changed.")
        }
        switch request.method {
        case "GET":
            return answer(200, document)
        case "PUT", "PATCH":
            let isPatch = request.method == "PATCH"
            switch checked(object(request.body), collection, isWhole: !isPatch) {
            case .failure(let refusal): return refusal.response
            case .success(let sent):
                var document = document
                document.change(to: sent, isPatch: isPatch, keeping: collection.files)
                collections[collection.name]?.put(document)
                return answer(200, document)
            }
        case "DELETE":
            collections[collection.name]?.remove(document.id)
            return HTTPResponse(statusCode: .noContent)
        default:
            return .problem(405, "An entity knows GET, PUT, PATCH and DELETE.")
        }
    }

    // MARK: - A file of a document

    private func answerFile(
        _ request: ReceivedRequest,
        _ collection: DocumentCollection,
        _ id: String,
        key: String
    ) -> HTTPResponse {
        guard var document = collection.documents[id], collection.files.contains(key) else {
            return .problem(404, "There is no such \(collection.noun), or it has no such file.")
        }
        let place = "\(collection.name)/\(id)/\(key)"
        switch request.method {
        case "GET":
            guard let file = files[place] else { return .problem(404, "There is no file.") }
            return HTTPResponse(
                statusCode: .ok,
                headers: [.contentType: file.mediaType],
                body: file.bytes
            )
        case "PUT":
            let mediaType = request.headers["content-type"] ?? "application/octet-stream"
            files[place] = StoredFile(bytes: request.body, mediaType: mediaType)
            fileCount += 1
            document.setFile("/\(place)?version=\(fileCount)", under: key)
        case "DELETE":
            guard files.removeValue(forKey: place) != nil else {
                return .problem(404, "There is no file.")
            }
            document.setFile(nil, under: key)
        default:
            return .problem(405, "A file knows GET, PUT and DELETE.")
        }
        collections[collection.name]?.put(document)
        return HTTPResponse(statusCode: .noContent)
    }

    /// Returns the bytes of a file, for example at `albums/a1/cover`; nil if there is none.
    func file(_ place: String) -> Data? { files[place]?.bytes }

    private func answer(
        _ status: Int,
        _ document: Document,
        headers: HTTPHeaders = [:]
    ) -> HTTPResponse {
        var headers = headers
        if hasTags { headers[HTTPHeader("ETag")] = document.tag }
        return .json(status, document.members, headers: headers)
    }

    // MARK: - Validation

    private struct Refusal: Error {
        var response: HTTPResponse
    }

    private func object(_ body: Data) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    }

    /// Returns the identities in a reference to one or several documents.
    private func identities(in value: Any?) -> [String] {
        if let members = value as? [String: Any] {
            return members.values.compactMap { $0 as? String }
        }
        if let elements = value as? [Any] { return elements.compactMap { $0 as? String } }
        return (value as? String).map { [$0] } ?? []
    }

    private func checked(
        _ sent: [String: Any]?,
        _ collection: DocumentCollection,
        isWhole: Bool
    ) -> Result<[String: Any], Refusal> {
        guard let sent else {
            return .failure(Refusal(response: .problem(400, "The body is not a JSON object.")))
        }
        var errors = collection.errors(in: sent, isWhole: isWhole)
        for (key, name) in collection.references {
            for id in identities(in: sent[key]) where collections[name]?.documents[id] == nil {
                errors[key] = ["is not there"]
            }
        }
        guard errors.isEmpty else {
            let response = HTTPResponse.problem(422, "The entity is not valid.", errors: errors)
            return .failure(Refusal(response: response))
        }
        return .success(sent)
    }
}

/// A file of a document.
private struct StoredFile {
    let bytes: Data
    let mediaType: String
}
