package import RepositoryRuntime

/// A service of messages, conversations and errands as a value, which processes one request at a time.
///
/// It responds as the example server does, without HTTP: a simulation can copy and compare it, and needs neither a port
/// nor a delay.
package struct SimulatedService: Hashable, Sendable {
    /// The parts of a request that the service reads.
    package struct Request: Hashable, Sendable {
        package var method: String
        /// The collection, and the identity or `collection`.
        package var path: [String]
        package var body: JSON?
        /// The entity tag of the version to change.
        package var ifMatch: String?
        /// Whether the entity must not exist.
        package var isNew = false
        package var key: String?
        /// The number of the last change that the client knows.
        package var since: Int?
        /// The number of entities before the page.
        package var offset: Int?

        /// Creates a request.
        ///
        /// - Parameters:
        ///   - method: The method.
        ///   - path: The collection, and the identity or `collection`.
        ///   - body: The body.
        package init(method: String, path: [String], body: JSON? = nil) {
            (self.method, self.path, self.body) = (method, path, body)
        }
    }

    /// How the service responds to a request that creates several entities.
    enum BatchForm: CaseIterable, Hashable, Sendable {
        /// It creates all or none, and returns them in order.
        case whole
        /// It creates each independently, and returns an error in place of a rejected one.
        case separate
        /// It creates all or none, and returns them in reverse order.
        case reversed
        /// It creates all or none, and returns their identities.
        case identities
        /// It creates those before a rejected one, and returns one error for the request.
        case partial
    }

    /// A response.
    package struct Response: Hashable, Sendable {
        package var status: Int
        package var body: JSON?
        package var tag: String?
        package var location: String?
        package var lastChange: Int?
    }

    /// The entities of one type.
    package struct Collection: Hashable, Sendable {
        struct Stored: Hashable, Sendable {
            var members: [String: JSON]
            var version = 1
            var changedAt = 0
        }

        let prefix: String
        let known: Set<String>
        let required: String
        let references: [String: String]
        var stored: [String: Stored] = [:]
        var order: [String] = []
        var deletions: [String: Int] = [:]
        var changes = 0
        /// The entities as they were created.
        package var creations: [[String: JSON]] = []

        /// The entities, in the order of their creation.
        package var entities: [[String: JSON]] { order.compactMap { stored[$0]?.members } }
    }

    package internal(set) var collections: [String: Collection] = [
        "conversations": Collection(
            prefix: "c",
            known: ["_id", "title"],
            required: "title",
            references: [:]
        ),
        "messages": Collection(
            prefix: "m",
            known: ["_id", "text", "likes", "labels", "conversation"],
            required: "text",
            references: ["conversation": "conversations"]
        ),
        "errands": Collection(
            prefix: "e",
            known: ["_id", "title", "next", "after", "related"],
            required: "title",
            references: ["next": "errands", "after": "errands", "related": "errands"]
        ),
    ]
    /// The titles of folders and pages that another client has changed or deleted, or that the service has together
    /// with them.
    package internal(set) var touched: Set<String> = []
    let relations: SyncVariant.Relations?
    private(set) var answers: [String: Response] = [:]
    private(set) var hasForgottenKeys = false
    private let takesIdentities: Bool
    private let listsChanges: Bool
    private let pageSize: Int?
    private let hasTags: Bool
    private let batchForm: BatchForm
    /// Whether the service normalizes texts.
    private let normalizes: Bool

    /// Creates a service without entities.
    ///
    /// - Parameters:
    ///   - variant: Its capabilities.
    ///   - seed: Determines the rest of its behavior.
    package init(_ variant: SyncVariant, seed: UInt64) {
        var random = SplitMix(seed: seed &* 104_729 &+ 3)
        batchForm = BatchForm.allCases.randomElement(using: &random) ?? .whole
        normalizes = random.next() % 3 == 0
        takesIdentities = variant.givesIdentities
        listsChanges = variant.listsChanges
        pageSize = variant.pageSize
        hasTags = variant.hasTags
        relations = variant.relations
        if relations != nil { addFolders() }
        if variant.hasNotices { addNotices() }
    }

    /// Processes a request.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    package mutating func answer(_ request: Request) -> Response {
        if request.path.count == 3 { return answerPhoto(request) }
        guard let name = request.path.first, let collection = collections[name],
            request.path.count <= 2
        else { return Response(status: 404) }
        guard request.path.count == 2 else {
            return request.method == "GET"
                ? list(collection, for: request) : createOnce(request, name)
        }
        let id = request.path[1]
        if id == "collection", request.method == "POST" { return createAll(request, name) }
        let isNew = request.isNew && takesIdentities
        guard let stored = collection.stored[id] else {
            guard isNew, request.method == "PUT" else { return Response(status: 404) }
            return create(request.body?.object, id: id, name)
        }
        guard !isNew else { return Response(status: 412) }
        return answer(request, id, stored, name)
    }

    /// Forgets all idempotency keys, as a service does after a day.
    mutating func forgetKeys() { (answers, hasForgottenKeys) = ([:], true) }

    private func list(_ collection: Collection, for request: Request) -> Response {
        var found = collection.order.compactMap { collection.stored[$0] }
            .filter { $0.changedAt > request.since ?? 0 }
            .map { stored -> JSON in
                var members = stored.members
                if pageSize != nil { members["change"] = .number(.init(stored.changedAt)) }
                return .object(members)
            }
        if let since = request.since {
            found += collection.deletions.filter { $0.value > since }
                .sorted { $0.key < $1.key }
                .map {
                    ["_id": .string($0.key), "deleted": true, "change": .number(.init($0.value))]
                }
        }
        if let pageSize { found = Array(found.dropFirst(request.offset ?? 0).prefix(pageSize)) }
        return Response(
            status: 200,
            body: .array(found),
            lastChange: listsChanges && pageSize == nil ? collection.changes : nil
        )
    }

    private mutating func createOnce(_ request: Request, _ name: String) -> Response {
        let key = request.key.map { "\(name) \($0)" }
        if let answer = key.flatMap({ answers[$0] }) { return answer }
        let answer = create(request.body?.object, id: nil, name)
        // A key belongs to one body, even if that was rejected.
        if let key { answers[key] = answer }
        return answer
    }

    private mutating func create(_ sent: [String: JSON]?, id: String?, _ name: String) -> Response {
        var sent = sent
        if let id { sent?["_id"] = .string(id) }
        if let refusal = refusal(ofNew: sent, name) { return refusal }
        let stored = insert(sent ?? [:], name)
        var answer = response(201, stored)
        answer.location = "/\(name)/\(stored.members["_id"]?.string ?? "")"
        return answer
    }

    private mutating func createAll(_ request: Request, _ name: String) -> Response {
        guard let all = request.body?.array else { return Response(status: 400) }
        let refusals = all.map { refusal(ofNew: $0.object, name) }
        if batchForm != .separate, let place = refusals.firstIndex(where: { $0 != nil }) {
            let created = batchForm == .partial ? all[..<place] : []
            for element in created { _ = insert(element.object ?? [:], name) }
            return refusals[place] ?? Response(status: 400)
        }
        var created = zip(all, refusals).map { element, refusal -> JSON in
            if let refusal { return ["error": refusal.body ?? .number(.init(refusal.status))] }
            return .object(insert(element.object ?? [:], name).members)
        }
        switch batchForm {
        case .whole, .separate, .partial: break
        case .reversed: created.reverse()
        case .identities: created = created.map { $0["_id"] ?? .null }
        }
        return Response(status: 200, body: .array(created))
    }

    /// Returns the response to an entity that cannot be created; nil if it can.
    private func refusal(ofNew sent: [String: JSON]?, _ name: String) -> Response? {
        if let refusal = refusal(of: sent, name, isWhole: true) { return refusal }
        let isTaken = (sent?["_id"]?.string).map { collections[name]?.stored[$0] != nil } ?? false
        return isTaken ? Response(status: 409) : nil
    }

    private mutating func answer(
        _ request: Request,
        _ id: String,
        _ stored: Collection.Stored,
        _ name: String
    ) -> Response {
        if request.method != "GET", hasTags, let tag = request.ifMatch, tag != Self.tag(stored) {
            return Response(status: 412)
        }
        switch request.method {
        case "GET": return response(200, stored)
        case "DELETE":
            if relations == .refusing, name == "folders", !referring(to: id).isEmpty {
                return Response(status: 409)
            }
            remove(id, name)
            return Response(status: 204)
        default:
            let isPatch = request.method == "PATCH"
            let sent = request.body?.object
            if let refusal = refusal(of: sent, name, isWhole: !isPatch) { return refusal }
            var members = isPatch ? stored.members : stored.members.filter { $0.key == "photo" }
            members.merge(sent ?? [:]) { _, new in new }
            members["_id"] = .string(id)
            return response(200, put(members.filter { $0.value != .null }, id, name))
        }
    }

    private func response(_ status: Int, _ stored: Collection.Stored) -> Response {
        Response(
            status: status,
            body: .object(stored.members),
            tag: hasTags ? Self.tag(stored) : nil
        )
    }

    private static func tag(_ stored: Collection.Stored) -> String { "\"\(stored.version)\"" }

    // MARK: - Changes

    private mutating func insert(_ sent: [String: JSON], _ name: String) -> Collection.Stored {
        guard var collection = collections[name] else { return Collection.Stored(members: sent) }
        var members = sent.filter { $0.value != .null }
        let own = takesIdentities ? sent["_id"]?.string : nil
        let id = own ?? "\(collection.prefix)\(collection.creations.count + 1)"
        members["_id"] = .string(id)
        collection.order.append(id)
        collection.creations.append(members)
        collections[name] = collection
        return put(members, id, name)
    }

    @discardableResult
    mutating func put(
        _ members: [String: JSON],
        _ id: String,
        _ name: String
    ) -> Collection.Stored {
        guard var collection = collections[name] else { return Collection.Stored(members: members) }
        var members = members
        if normalizes, let text = members["text"]?.string {
            members["text"] = .string(text.trimmed)
        }
        collection.changes += 1
        let version = (collection.stored[id]?.version ?? 0) + 1
        let stored = Collection.Stored(
            members: members,
            version: version,
            changedAt: collection.changes
        )
        collection.stored[id] = stored
        collection.deletions[id] = nil
        collections[name] = collection
        return stored
    }

    mutating func remove(_ id: String, _ name: String) {
        guard var collection = collections[name] else { return }
        collection.changes += 1
        collection.stored[id] = nil
        collection.deletions[id] = collection.changes
        collection.order.removeAll { $0 == id }
        collections[name] = collection
        if name == "folders" { deleteOrChangeReferrers(of: id) }
    }

    /// Returns the response to invalid properties; nil if they are valid.
    private func refusal(
        of sent: [String: JSON]?,
        _ name: String,
        isWhole: Bool
    ) -> Response? {
        guard let sent, let collection = collections[name] else { return Response(status: 400) }
        var wrong = sent.keys.filter { !collection.known.contains($0) }
        if !takesIdentities, sent["_id"] != nil { wrong.append("_id") }
        let required = sent[collection.required]
        if isWhole || required != nil, (required?.string ?? "").isEmpty {
            wrong.append(collection.required)
        }
        wrong +=
            collection.references.filter { key, other in
                let value = sent[key] ?? .null
                let texts = value.object.map { Array($0.values) } ?? value.array ?? [value]
                return texts.compactMap(\.string).contains { collections[other]?.stored[$0] == nil }
            }.keys
        guard !wrong.isEmpty else { return nil }
        return Response(
            status: 422,
            body: [
                "title": "The entity is not valid.",
                "errors": .array(wrong.sorted().map { .string($0) }),
            ]
        )
    }
}
