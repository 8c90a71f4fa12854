import Foundation
import HTTPTypes

extension Conventions {
    /// The way in which a service creates many entities at once.
    ///
    /// Either one request contains an array of entities, or it contains nested requests.
    public struct Batch: Hashable, Sendable {
        /// The path of nested requests, relative to the base URL; nil if the entities are sent as
        /// an array.
        ///
        /// Each nested request has its own response: `{"defaults":…,"requests":[…]}` returns
        /// `{"responses":[{"status":…,"body":…}]}` in the same order (Kinto).
        public var path: String?
        /// The largest number of entities in a request, at least 1; nil if the service declares
        /// none.
        public var limit: Int?

        /// Creates the batch settings of a service.
        ///
        /// - Parameters:
        ///   - path: The path of nested requests; nil if the entities are sent as an array.
        ///   - limit: The largest number of entities in a request, at least 1; nil if the service
        ///     declares none.
        public init(path: String? = nil, limit: Int? = nil) {
            self.path = path
            self.limit = limit
        }

        /// Returns the batch size: the limit of the service, or 25 if it declares none.
        ///
        /// - Parameter wanted: The size that a caller wants, which may be smaller.
        /// - Returns: The number of entities in a request, at least 1.
        package func size(_ wanted: Int?) -> Int {
            max(1, min(wanted ?? limit ?? 25, limit ?? .max))
        }
    }
}

extension ServiceForm {
    /// Whether it contains nested requests.
    var hasRequests: Bool { operation == .createAll && conventions.batch.path != nil }

    /// Returns whether each creation has a valid path.
    ///
    /// - Parameter drafts: An array of drafts.
    /// - Returns: Whether the identity of each is valid in its path, if the path contains it.
    func hasPaths(ofCreating drafts: JSON) -> Bool {
        guard hasRequests, conventions.createsAtIdentity else { return true }
        return (drafts.array ?? []).allSatisfy {
            path("/{id}", ofCreating: identityOfCreation($0)) != nil
        }
    }

    /// Returns nested requests that create one entity each.
    ///
    /// - Parameter drafts: An array of drafts.
    /// - Returns: The body of the outer request.
    func requests(creating drafts: JSON) -> JSON {
        let envelope = conventions.envelope
        let form = conventions.form(of: .create)
        let path = form.path(in: collectionPath)
            .addingToQuery(conventions.parameters[.create] ?? [:])
        let absolute = path.hasPrefix("/") ? path : "/" + path
        let requests = (drafts.array ?? []).map { draft in
            var request = ["body": envelope.wrap(resources(of: draft), of: .create)]
            let id = identityOfCreation(draft)
            if id != nil { request["headers"] = ["If-None-Match": "*"] }
            if conventions.createsAtIdentity {
                request["path"] = self.path(absolute, ofCreating: id).map { .string($0) }
            }
            return JSON.object(request)
        }
        let defaults: [String: JSON] = [
            "method": .string(form.method.rawValue),
            "path": .string(absolute),
            "headers": ["Content-Type": .string(conventions.media.sent)],
        ]
        return ["defaults": .object(defaults), "requests": .array(requests)]
    }

    /// Returns the outcome of a nested request.
    ///
    /// - Parameter answer: Its response.
    /// - Returns: The entity in the form of repositories, null if it was not created; and the
    ///   response.
    func creation(by answer: JSON) -> (entity: JSON, answer: NetworkingResponse) {
        let status = answer["status"].flatMap { $0.identityText }.flatMap { Int($0) } ?? 500
        let body = answer["body"] ?? .null
        var response = NetworkingResponse(
            status: status,
            body: (try? body.jsonData()) ?? Data()
        )
        for (name, value) in answer["headers"]?.object ?? [:] {
            guard let name = HTTPField.Name(name), let text = value.identityText else { continue }
            response.head.headerFields[name] = text
        }
        guard response.isSuccess, let found = body.value(at: conventions.envelope.one) else {
            return (.null, response)
        }
        let entity =
            conventions.resource?.members(of: found, identityKey: identityKey) ?? found
        // With status 200 it may have existed before, so it is requested again separately.
        return (status == 200 && identityOfCreation(entity) != nil ? .null : entity, response)
    }
}
