import HTTPTypes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Conventions {
    /// How a service creates many entities at once.
    ///
    /// They are an array in one request, answered with all of them, or requests within one.
    public struct Batch: Hashable, Sendable {
        /// Where requests within one request go, relative to the base URL; nil where they are an array.
        ///
        /// Each has an answer of its own: `{"defaults":…,"requests":[…]}` gives
        /// `{"responses":[{"status":…,"body":…}]}` in the same order (Kinto).
        public var path: String?
        /// How many the service takes at once, from 1; nil where it does not say.
        public var limit: Int?

        /// Creates how many entities are created at once.
        ///
        /// - Parameters:
        ///   - path: Where requests within one request go; nil where they are an array.
        ///   - limit: How many the service takes at once, from 1; nil where it does not say.
        public init(path: String? = nil, limit: Int? = nil) {
            self.path = path
            self.limit = limit
        }

        /// How many go at once: as many as the service takes, and 25 where it does not say.
        ///
        /// - Parameter wanted: How many a caller wants, which may be less.
        /// - Returns: How many go at once, from 1.
        package func size(_ wanted: Int?) -> Int {
            max(1, min(wanted ?? limit ?? 25, limit ?? .max))
        }
    }
}

extension ServiceForm {
    /// Whether it has other requests within.
    var hasRequests: Bool { operation == .createAll && conventions.batch.path != nil }

    /// Whether each creation has a path to go to.
    ///
    /// - Parameter drafts: An array of what is to be created.
    /// - Returns: Whether the path of each can have its identity, where it is to have one.
    func hasPaths(ofCreating drafts: JSON) -> Bool {
        guard hasRequests, conventions.createsAtIdentity else { return true }
        return (drafts.array ?? []).allSatisfy {
            path("/{id}", ofCreating: identityOfCreation($0)) != nil
        }
    }

    /// Requests that create one entity each.
    ///
    /// - Parameter drafts: An array of what is to be created.
    /// - Returns: The body of the request that has them within.
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

    /// What became of a request within another.
    ///
    /// - Parameter answer: The answer to it.
    /// - Returns: The entity in the form of repositories, null where it was not created; and the answer
    ///   for itself.
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
        // With 200 it may be what was there before: it is asked for again, alone.
        return (status == 200 && identityOfCreation(entity) != nil ? .null : entity, response)
    }
}
