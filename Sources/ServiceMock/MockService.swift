import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// A service as described by a schema, with its entities: converts requests to responses,
/// independent of network and time.
struct MockService: Sendable {
    /// A request with its outcome.
    struct Exchange: Sendable {
        var response: MockResponse
        /// The collection or the endpoint that responded; nil if there is none.
        var name: String?
        /// The differences of the request from the schema.
        var findings: [JSONFinding] = []
        /// The reason for rejecting the request; nil if it was accepted.
        var failure: String?
    }

    /// The entities.
    var contents: MockContents
    private var routes: RouteTable
    private let bodies: SampleBodies
    private let seed: UInt64
    /// Whether batch requests are executed.
    private var isWithinBatch = false
    /// The responses to requests with an idempotency key, by the key.
    private var answers: [String: (body: Data, response: MockResponse)] = [:]

    /// Creates a service.
    ///
    /// - Parameters:
    ///   - model: The schema.
    ///   - bodies: The response bodies and entities from a folder, if there is one.
    ///   - seed: The seed of samples and identities.
    ///   - count: The initial number of entities in each collection.
    ///   - clock: The time: milliseconds since 1970.
    init(
        _ model: ServiceModel,
        _ bodies: SampleBodies = SampleBodies(),
        seed: UInt64,
        count: Int,
        clock: @escaping @Sendable () -> Int
    ) {
        contents = MockContents(model, bodies, seed: seed, count: count, clock: clock)
        routes = RouteTable(model)
        self.bodies = bodies
        self.seed = seed
    }

    private var model: ServiceModel { contents.model }

    /// Switches to another schema: entities that match it stay, and new collections are filled.
    mutating func replaceSchema(_ schema: CheckedSchema) {
        let model = ServiceModel(schema)
        routes = RouteTable(model)
        contents.replaceModel(model)
    }

    /// The requests that several APIs declare, as messages.
    var conflicts: [String] { routes.conflicts(in: model) }

    /// The endpoints, in schema order.
    var endpoints: [CheckedEndpoint] { model.schema.endpoints }

    /// Responds to a request.
    mutating func exchange(_ request: MockRequest) -> Exchange {
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
                    ? "A request of this kind needs a query parameter that identifies the entity."
                    : "The schema declares this path for \(allowed), not for \(request.method)."
            )
            var response = writer.response(failure)
            if !isKnown { response.set("Allow", allowed) }
            return Exchange(response: response, failure: failure.message)
        }
        let other = routes.otherSpelling(of: request).map { " Did you mean '\($0)'?" } ?? ""
        let message = "The schema does not declare the path '\(request.path)'.\(other)"
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
        let failures = failures(of: collection)
        if let key, let known = answers[key] {
            guard known.body == request.body else {
                let message = "This idempotency key was used with another body before."
                return refusal(MockFailure(status: 422, message: message), by: collection)
            }
            return Exchange(response: known.response, name: collection.name)
        }
        // If not, the first change would copy the shared table.
        var table = contents.takeTable(of: collection)
        let (others, places) = (contents.tables, contents.places)
        defer { contents.tables[collection.table] = table }
        var reader = CollectionReader(model, collection)
        var writer = CollectionWriter(model, collection, seed: seed) { entity, id, own in
            guard let tables = places[entity] else { return true }
            return tables.contains { table in
                table == collection.table ? own[id] != nil : others[table]?[id] != nil
            }
        }
        var response: MockResponse
        var failure: String?
        do throws(MockFailure) {
            switch Self.meant(operation, by: request, collection) {
            case .list: response = try reader.list(request, table)
            case .read: response = try reader.read(request, id ?? "", table)
            case .create, .createAll: response = try writer.create(id, request, &table)
            case .update, .patch: response = try writer.write(request, operation, id ?? "", &table)
            case .delete: response = try writer.delete(request, id ?? "", &table)
            }
            if let key { answers[key] = (request.body, response) }
        } catch {
            response = failures.response(error)
            // Findings that the error already lists are not repeated.
            if error.findings.isEmpty { failure = error.message }
        }
        return Exchange(
            response: response,
            name: collection.name,
            findings: reader.findings + writer.findings,
            failure: failure
        )
    }

    /// The operation of a request that two operations share: a create with its own path requires
    /// that the entity does not exist.
    private static func meant(
        _ operation: ServiceOperation,
        by request: MockRequest,
        _ collection: ServiceCollection
    ) -> ServiceOperation {
        let conventions = collection.conventions
        guard operation == .create, collection.operations.contains(.update),
            conventions.form(of: .create) == conventions.form(of: .update),
            request.field("If-None-Match") != "*"
        else { return operation }
        return .update
    }

    /// The writer for errors of a collection.
    private func failures(of collection: ServiceCollection) -> FailureWriter {
        FailureWriter(
            model: model,
            form: collection.conventions.errors,
            mediaType: collection.conventions.media.accepted,
            declared: collection.offer.failures,
            seed: seed
        )
    }

    /// The response for a request that a collection rejects as a whole.
    private func refusal(_ failure: MockFailure, by collection: ServiceCollection) -> Exchange {
        Exchange(
            response: failures(of: collection).response(failure),
            name: collection.name,
            failure: failure.message
        )
    }

    /// A batch of requests: each gets its own response, in the same order.
    private mutating func batch(_ request: MockRequest, _ collection: ServiceCollection) -> Exchange
    {
        let body = (try? JSON(jsonData: request.body)) ?? .null
        let limit = collection.conventions.batch.limit ?? .max
        guard let requests = body["requests"]?.array, requests.count <= limit else {
            let message =
                body["requests"]?.array == nil
                ? "The body has no array 'requests'." : "There are more than \(limit) requests."
            return refusal(MockFailure(status: 400, message: message), by: collection)
        }
        let base = collection.api?.basePath ?? ""
        var findings: [JSONFinding] = []
        // Nested batches could grow without limit.
        guard !isWithinBatch else {
            let message = "Nested batches are not supported."
            return refusal(MockFailure(status: 400, message: message), by: collection)
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
            let exchange = exchange(inner)
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
        var service = EndpointService(model, endpoint, seed: seed, identities: contents.identities)
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
