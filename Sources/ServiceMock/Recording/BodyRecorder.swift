import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Stores response bodies in a folder, in the format of ``SampleBodies``.
actor BodyRecorder {
    private let folder: SampleFolder
    private let bodies: SampleBodies
    private let seed: UInt64
    private var model: ServiceModel
    private var routes: RouteTable
    /// The entities by the names of their collections.
    private var entities: [String: RecordedEntities] = [:]
    /// The elements written for paged lists, by file name.
    private var pages: [String: Data] = [:]

    /// Creates a recorder.
    ///
    /// - Parameters:
    ///   - model: The schema.
    ///   - folder: The folder for the bodies, created if missing.
    ///   - seed: The seed of replacements for secrets.
    /// - Throws: ``InvalidBodies`` if bodies in the folder do not match the schema, or a system
    ///   error if it cannot be created.
    init(_ model: ServiceModel, _ folder: URL, seed: UInt64) throws {
        self.folder = try SampleFolder(folder)
        bodies = try SampleBodies(folder, model)
        self.model = model
        self.seed = seed
        routes = RouteTable(model)
    }

    /// Switches to another schema.
    func replaceSchema(_ schema: CheckedSchema) {
        model = ServiceModel(schema)
        routes = RouteTable(model)
    }

    /// The collection or the endpoint of a request; nil if the schema does not declare it.
    func name(for request: MockRequest) -> String? {
        switch routes.matches(request).first?.route.action {
        case .collection(let index, _), .batch(let index): model.collections[index].name
        case .endpoint(let index): model.schema.endpoints[index].head.name
        case nil: nil
        }
    }

    /// Stores the contents of a response.
    ///
    /// - Parameter response: The complete response.
    /// - Returns: The stored and the skipped parts, as log lines.
    func record(_ response: RecordedResponse) -> [String] {
        guard response.isWhole else { return [] }
        guard let found = routes.matches(response.request).first else {
            return ["not stored: the schema does not declare this request"]
        }
        switch found.route.action {
        case .collection(let index, let operation):
            let id = found.parameters["id"]
            return record(response, model.collections[index], operation, id)
        case .endpoint(let index):
            return record(response, model.schema.endpoints[index], found.parameters)
        case .batch: return ["not stored: batch responses are not recorded"]
        }
    }

    private func record(
        _ response: RecordedResponse,
        _ collection: ServiceCollection,
        _ operation: ServiceOperation,
        _ id: String?
    ) -> [String] {
        var recorder = CollectionRecorder(model, collection, seed: seed)
        var known =
            entities[collection.name]
            ?? RecordedEntities(
                bodies.entities[collection.name] ?? [],
                identityKey: collection.entity.identity.key
            )
        let hasChanged = recorder.record(response, operation, id, in: &known)
        // An empty listing is stored, too: the mock starts with it instead of samples.
        let isFirst = entities[collection.name] == nil && operation == .list
        entities[collection.name] = known
        var note = recorder.note
        if hasChanged || isFirst && note.lines.isEmpty {
            write(known.text, to: "\(collection.name).json", &note)
        }
        return note.lines
    }

    private func record(
        _ response: RecordedResponse,
        _ endpoint: CheckedEndpoint,
        _ parameters: [String: String]
    ) -> [String] {
        var recorder = EndpointRecorder(model, endpoint, seed: seed)
        let name = endpoint.head.name
        let credentials = SentCredentials(response.request)
        guard let parameterName = recorder.fileName(parameters, credentials) else {
            return ["not stored: the parameters are too long for a file name"]
        }
        let path = parameterName.isEmpty ? "\(name).json" : "\(name)/\(parameterName).json"
        let earlier = pages[path] ?? bodies.body(of: endpoint, named: parameterName)
        let body = recorder.body(of: response, named: path, after: earlier)
        var note = recorder.note
        if let body {
            if endpoint.paging != nil { pages[path] = body }
            write(body, to: path, &note)
        }
        return note.lines
    }

    private func write(_ data: Data, to name: String, _ note: inout RecordingNote) {
        do throws(SampleFolder.Refusal) {
            try folder.write(data, to: name)
            note.keep(name)
        } catch {
            note.leave([error.description])
        }
    }
}
