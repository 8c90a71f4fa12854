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
    }

    private var model: ServiceModel
    private var routes: RouteTable
    /// The paths of the collections of each entity.
    private var places: [String: [String]]
    private let bodies: SampleBodies
    private let seed: UInt64
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
        for collection in model.collections { tables[collection.path] = RecordTable(clock: clock) }
        fill(count)
    }

    /// Takes another schema; the entities stay.
    mutating func replaceSchema(_ schema: CheckedSchema) {
        model = ServiceModel(schema)
        routes = RouteTable(model)
        places = Self.places(model)
        for collection in model.collections where tables[collection.path] == nil {
            tables[collection.path] = RecordTable(clock: clock)
        }
    }

    /// The collections with how many entities each holds, in schema order.
    var contents: [(collection: ServiceCollection, count: Int)] {
        model.collections.map { ($0, tables[$0.path]?.count ?? 0) }
    }

    /// The endpoints, in schema order.
    var endpoints: [CheckedEndpoint] { model.schema.endpoints }

    // MARK: - Contents

    /// Adds the entities of the folder of bodies to a collection; where that has none, samples until it holds
    /// some number of entities.
    mutating func fill(_ collection: ServiceCollection, _ count: Int) {
        guard var table = tables[collection.path] else { return }
        let samples = SampleMaker(model, seed: seed, identities: identities)
        let key = collection.entity.identity.key
        let form = EntityForm(model: model, collection: collection)
        if let entities = bodies.entities[collection.name] {
            for members in entities {
                guard let id = members[key]?.identityText, table[id] == nil else { continue }
                _ = table.insert(id) { version in
                    var members = members
                    form.setVersion(&members, version)
                    return members
                }
            }
            tables[collection.path] = table
            return
        }
        while table.count < count {
            let number = table.records.count + 1
            let subject = SampleMaker.Subject(collection.entity.head.name, number)
            var members = samples.members(of: form.properties, subject)
            let id = members[key]?.identityText ?? "\(number)"
            guard table[id] == nil else { break }
            _ = table.insert(id) { version in
                form.setVersion(&members, version)
                return members
            }
        }
        self.tables[collection.path] = table
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
        var exchange = found(request)
        if request.method == "HEAD" { exchange.response.body = Data() }
        return exchange
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
            var response = writer.response(
                MockFailure(
                    status: 405,
                    message:
                        "The schema knows this path with \(allowed), not with \(request.method)."
                )
            )
            response.set("Allow", allowed)
            return Exchange(response: response)
        }
        let other = routes.otherSpelling(of: request).map { " Did you mean '\($0)'?" } ?? ""
        let message = "The schema knows no path '\(request.path)'.\(other)"
        return Exchange(response: writer.response(MockFailure(status: 404, message: message)))
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
        }
        let findings = reader.findings + writer.findings
        return Exchange(response: response, name: collection.name, findings: findings)
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
                findings: service.findings
            )
        }
    }
}
