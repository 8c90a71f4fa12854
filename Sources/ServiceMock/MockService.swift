import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// A service that a schema describes, with the entities that it holds: from a request to a response, without
/// network and without time.
struct MockService: Sendable {
    /// A request with what became of it.
    struct Exchange: Sendable {
        var response: MockResponse
        /// The collection or the endpoint that has answered; nil where none has.
        var name: String?
        /// What in the request is not as the schema has it.
        var findings: [JSONFinding] = []
        /// Why the service does not do what it is asked; nil where it does.
        var failure: String?
    }

    private var model: ServiceModel
    private var routes: RouteTable
    /// The paths of the collections of each entity.
    private var places: [String: [String]]
    private let bodies: SampleBodies
    /// Whether requests within another one are carried out.
    private var isWithinBatch = false
    private let seed: UInt64
    /// How many samples a collection begins with.
    private let count: Int
    private let clock: @Sendable () -> Int
    /// The entities by the path of their collection.
    private var tables: [String: RecordTable] = [:]
    /// The responses to requests with an idempotency key, by the key.
    private var answers: [String: (body: Data, response: MockResponse)] = [:]

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - model: The schema.
    ///   - bodies: The bodies of responses, and the entities of collections, where a folder has them.
    ///   - seed: The seed of samples and identities.
    ///   - count: How many entities each collection begins with.
    ///   - clock: The time: milliseconds since 1970.
    init(
        _ model: ServiceModel,
        _ bodies: SampleBodies = SampleBodies(),
        seed: UInt64,
        count: Int,
        clock: @escaping @Sendable () -> Int
    ) {
        self.model = model
        self.bodies = bodies
        routes = RouteTable(model)
        places = Self.places(model)
        self.seed = seed
        self.clock = clock
        self.count = count
        addTables()
    }

    /// Adds tables for collections that have none, and fills them.
    private mutating func addTables() {
        let paths = Set(model.collections.map(\.path)).filter { tables[$0] == nil }
        for path in paths { tables[path] = RecordTable(clock: clock) }
        fill(paths, count)
    }

    /// Takes another schema: the entities stay, and new collections are filled.
    mutating func replaceSchema(_ schema: CheckedSchema) {
        model = ServiceModel(schema)
        routes = RouteTable(model)
        places = Self.places(model)
        addTables()
    }

    /// The collections with how many entities each holds, in schema order.
    var contents: [(collection: ServiceCollection, count: Int)] {
        model.collections.map { ($0, tables[$0.path]?.count ?? 0) }
    }

    /// The endpoints, in schema order.
    var endpoints: [CheckedEndpoint] { model.schema.endpoints }

    // MARK: - Contents

    /// Fills collections with the entities of the folder of bodies, or with samples.
    ///
    /// - Parameters:
    ///   - paths: The paths of the collections.
    ///   - count: How many samples each gets.
    private mutating func fill(_ paths: Set<String>, _ count: Int) {
        let collections = model.collections.filter { paths.contains($0.path) }
        // All identities come first, so that each reference leads to an entity.
        for collection in collections {
            let key = collection.entity.identity.key
            let form = EntityForm(model: model, collection: collection)
            if let entities = bodies.entities[collection.name] {
                for members in entities {
                    guard let id = members[key]?.identityText else { continue }
                    insert(id, members, into: collection, form)
                }
                continue
            }
            for id in identities(of: collection, count) {
                insert(id.identityText ?? "", [key: id], into: collection, form)
            }
        }
        let samples = SampleMaker(model, seed: seed, identities: identities)
        for collection in collections where bodies.entities[collection.name] == nil {
            let name = collection.entity.head.name
            let form = EntityForm(model: model, collection: collection)
            for (index, record) in (tables[collection.path]?.live ?? []).enumerated() {
                let subject = SampleMaker.Subject(name, index + 1)
                var made = samples.members(of: collection.entity.properties, subject)
                form.setVersion(&made, record.version)
                tables[collection.path]?.complete(record.id, made)
            }
        }
    }

    private mutating func insert(
        _ id: String,
        _ members: [String: JSON],
        into collection: ServiceCollection,
        _ form: EntityForm
    ) {
        guard !id.isEmpty, tables[collection.path]?[id] == nil else { return }
        _ = tables[collection.path]?.insert(id) { version in
            var members = members
            form.setVersion(&members, version)
            return members
        }
    }

    /// Identities of their type, each once.
    private func identities(of collection: ServiceCollection, _ count: Int) -> [JSON] {
        let identity = collection.entity.identity
        let samples = SampleMaker(model, seed: seed)
        let check = JSONCheck(model)
        var found: [JSON] = []
        for number in 0..<count {
            let subject = SampleMaker.Subject(collection.entity.head.name, number + 1)
            let id = samples.value(of: identity.type, identity.wire, for: "id", subject)
            let findings = check.findings(in: id, as: identity.type, identity.wire, for: .response)
            // A small type has few values.
            guard findings.isEmpty else { break }
            found.append(id)
        }
        return found
    }

    /// The entities of a collection as the service writes them, in the order of their creation.
    ///
    /// - Parameter name: The name of the repository, or of the entity.
    /// - Returns: The entities by their identities; nil for a name that is not known.
    func entities(of name: String) -> [(id: String, members: [String: JSON])]? {
        guard let collection = collection(name) else { return nil }
        return (tables[collection.path]?.live ?? []).map { ($0.id, $0.members) }
    }

    /// Changes an entity as another client would; false where there is none.
    mutating func change(_ id: String, of name: String, _ changes: [String: JSON]) -> Bool {
        guard let collection = collection(name) else { return false }
        let form = EntityForm(model: model, collection: collection)
        let made = MadeMembers(model: model, form: form, seed: seed)
        return tables[collection.path]?.change(id) { members, version in
            members.merge(changes) { $1 }
            made.touch(&members, version: version)
        } != nil
    }

    /// Deletes an entity as another client would; false where there is none.
    mutating func delete(_ id: String, of name: String) -> Bool {
        guard let collection = collection(name) else { return false }
        return tables[collection.path]?.delete(id) != nil
    }

    /// The identities of the first entities of a name, to which samples refer.
    private var identities: @Sendable (_ entity: String) -> [JSON] {
        let (tables, places, model) = (tables, places, model)
        return { entity in
            guard let key = model.entity(entity)?.identity.key else { return [] }
            return (places[entity] ?? []).flatMap { path in
                (tables[path]?.live.prefix(100) ?? []).compactMap { $0.members[key] }
            }
        }
    }

    private func collection(_ name: String) -> ServiceCollection? {
        model.collections.first { $0.name == name }
            ?? model.collections.first { $0.entity.head.name == name }
    }

    // MARK: - Requests

    /// Answers a request.
    mutating func exchange(_ request: MockRequest) -> Exchange {
        found(request)
    }

    private mutating func found(_ request: MockRequest) -> Exchange {
        let matches = routes.matches(request)
        guard let (route, parameters) = matches.first else { return unknown(request) }
        switch route.action {
        case .collection(let index, let operation):
            let collection = model.collections[index]
            return respond(to: request, collection, operation, parameters["id"])
        case .batch(let index):
            return batch(request, model.collections[index])
        case .endpoint(let index):
            return respond(to: request, model.schema.endpoints[index], parameters)
        }
    }

    private func unknown(_ request: MockRequest) -> Exchange {
        let writer = FailureWriter(
            model: model,
            form: .init(),
            mediaType: "application/problem+json",
            declared: [],
            seed: seed
        )
        let methods = routes.methods(of: request)
        guard methods.isEmpty else {
            let allowed = methods.joined(separator: ", ")
            let isKnown = methods.contains(request.method)
            let failure = MockFailure(
                status: isKnown ? 400 : 405,
                message: isKnown
                    ? "A request of this kind says in its query which entity it is about."
                    : "The schema knows this path with \(allowed), not with \(request.method)."
            )
            var response = writer.response(failure)
            if !isKnown { response.set("Allow", allowed) }
            return Exchange(response: response, failure: failure.message)
        }
        let other = routes.otherSpelling(of: request).map { " Did you mean '\($0)'?" } ?? ""
        let message = "The schema knows no path '\(request.path)'.\(other)"
        let failure = MockFailure(status: 404, message: message)
        return Exchange(response: writer.response(failure), failure: message)
    }

    private mutating func respond(
        to request: MockRequest,
        _ collection: ServiceCollection,
        _ operation: ServiceOperation,
        _ id: String?
    ) -> Exchange {
        var key: String?
        if case .idempotencyKey(let header, _) = collection.conventions.creationCheck,
            operation == .create || operation == .createAll
        {
            key = request.field(header).map { "\(collection.path) \($0)" }
        }
        let failures = FailureWriter(
            model: model,
            form: collection.conventions.errors,
            mediaType: collection.conventions.media.accepted,
            declared: collection.offer.failures,
            seed: seed
        )
        if let key, let known = answers[key] {
            guard known.body == request.body else {
                let message = "This idempotency key came with another body before."
                let failure = MockFailure(status: 422, message: message)
                return Exchange(response: failures.response(failure), name: collection.name)
            }
            return Exchange(response: known.response, name: collection.name)
        }
        // Else the table would be shared, and copied with the first change.
        var table = tables.removeValue(forKey: collection.path) ?? RecordTable(clock: clock)
        let others = tables
        defer { tables[collection.path] = table }
        let places = places
        var reader = CollectionReader(model, collection)
        var writer = CollectionWriter(model, collection, seed: seed) { entity, id, own in
            guard let paths = places[entity] else { return true }
            return paths.contains { path in
                path == collection.path ? own[id] != nil : others[path]?[id] != nil
            }
        }
        var response: MockResponse
        var failure: String?
        do throws(MockFailure) {
            switch operation {
            case .list: response = try reader.list(request, table)
            case .read: response = try reader.read(request, id ?? "", table)
            case .create, .createAll: response = try writer.create(id, request, &table)
            case .update, .patch: response = try writer.write(request, operation, id ?? "", &table)
            case .delete: response = try writer.delete(request, id ?? "", &table)
            }
            if let key { answers[key] = (request.body, response) }
        } catch {
            response = failures.response(error)
            // What the findings say need not be said twice.
            if error.findings.isEmpty { failure = error.message }
        }
        return Exchange(
            response: response,
            name: collection.name,
            findings: reader.findings + writer.findings,
            failure: failure
        )
    }

    /// The paths of the collections of each entity.
    private static func places(_ model: ServiceModel) -> [String: [String]] {
        Dictionary(grouping: model.collections, by: \.entity.head.name)
            .mapValues { $0.map(\.path) }
    }

    /// Requests within one request: each has a response of its own, in the same order.
    private mutating func batch(_ request: MockRequest, _ collection: ServiceCollection) -> Exchange
    {
        let body = (try? JSON(jsonData: request.body)) ?? .null
        let limit = collection.conventions.batch.limit ?? .max
        guard let requests = body["requests"]?.array, requests.count <= limit else {
            let writer = FailureWriter(
                model: model,
                form: collection.conventions.errors,
                mediaType: collection.conventions.media.accepted,
                declared: [],
                seed: seed
            )
            let message =
                body["requests"] == nil
                ? "The body has no 'requests'." : "There are more than \(limit) requests."
            let failure = MockFailure(status: 400, message: message)
            return Exchange(response: writer.response(failure), name: collection.name)
        }
        let base = collection.api?.basePath ?? ""
        var findings: [JSONFinding] = []
        // One within another could grow without end.
        guard !isWithinBatch else {
            let failure = MockFailure(status: 400, message: "A batch within a batch is refused.")
            let writer = FailureWriter(
                model: model,
                form: collection.conventions.errors,
                mediaType: collection.conventions.media.accepted,
                declared: [],
                seed: seed
            )
            return Exchange(response: writer.response(failure), name: collection.name)
        }
        isWithinBatch = true
        defer { isWithinBatch = false }
        let answers = requests.map { part -> JSON in
            let part = (body["defaults"] ?? [:]).merging(part)
            var fields = request.headerFields
            for (name, value) in part["headers"]?.object ?? [:] {
                guard let name = HTTPField.Name(name), let text = value.string else { continue }
                fields[name] = text
            }
            let path = part["path"]?.string ?? ""
            let inner = MockRequest(
                method: part["method"]?.string ?? "GET",
                target: path.hasPrefix(base + "/") ? path : base + path,
                headerFields: fields,
                body: (try? (part["body"] ?? .null).jsonData()) ?? Data()
            )
            let exchange = found(inner)
            findings += exchange.findings
            return [
                "status": .number(.init(exchange.response.status)), "path": .string(inner.path),
                "headers": [:], "body": (try? JSON(jsonData: exchange.response.body)) ?? .null,
            ]
        }
        let response = MockResponse.json(200, ["responses": .array(answers)])
        return Exchange(response: response, name: collection.name, findings: findings)
    }

    private func respond(
        to request: MockRequest,
        _ endpoint: CheckedEndpoint,
        _ parameters: [String: String]
    ) -> Exchange {
        var service = EndpointService(model, endpoint, seed: seed, identities: identities)
        service.recorded = bodies.body(of: endpoint, parameters)
        do throws(MockFailure) {
            let response = try service.response(to: request, parameters)
            return Exchange(
                response: response,
                name: endpoint.head.name,
                findings: service.findings
            )
        } catch {
            let writer = FailureWriter(
                model: model,
                form: endpoint.head.api.flatMap { model.api($0)?.conventions }
                    .map { Conventions($0).errors } ?? .init(),
                mediaType: "application/json",
                declared: endpoint.failures,
                seed: seed
            )
            return Exchange(
                response: writer.response(error),
                name: endpoint.head.name,
                findings: service.findings,
                failure: error.findings.isEmpty ? error.message : nil
            )
        }
    }
}
