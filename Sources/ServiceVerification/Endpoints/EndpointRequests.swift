import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Makes the requests of an endpoint, from known and made-up values.
struct EndpointRequests: Sendable {
    let model: ServiceModel
    let endpoint: CheckedEndpoint
    let settings: VerificationSettings
    /// The known identities of an entity type.
    let identities: @Sendable (_ entity: String) -> [JSON]

    /// The names of the parameters with made-up values.
    var madeUp: [String] {
        endpoint.parameters.filter { parameter in
            isRequired(parameter) && given(parameter) == nil && !isKnown(parameter)
        }.map(\.name)
    }

    /// The request; nil if it cannot contain a value.
    func request(query: String = "") -> NetworkingRequest? {
        var parameters = Parameters()
        for parameter in endpoint.parameters where isRequired(parameter) || given(parameter) != nil
        {
            add(parameter, to: &parameters)
        }
        var path = String(endpoint.path.drop { $0 == "/" })
        guard case .path(let filled) = parameters.filling(path) else { return nil }
        path = filled
        if !query.isEmpty { path += (path.contains("?") ? "&" : "?") + query }
        var fields = parameters.headerFields
        fields[.accept] = accepted
        var request = NetworkingRequest(
            method: HTTPMethod(endpoint.method),
            path: path,
            headers: fields
        )
        request.endpoint = endpoint.head.name
        request.streamsResponse = endpoint.responseMedia.form.isStreamed
        guard addBody(to: &request) else { return nil }
        return request
    }

    private var accepted: String {
        let media = endpoint.responseMedia
        if let type = media.mediaType { return type }
        return switch media.form {
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        case .events: "text/event-stream"
        case .jsonLines: "application/x-ndjson"
        case .jsonSequence: "application/json-seq"
        case .multipart, .text, .bytes, .file, .chunks: "*/*"
        }
    }

    /// Adds a body of made-up values; false for one that is not JSON.
    private func addBody(to request: inout NetworkingRequest) -> Bool {
        guard let type = endpoint.body else {
            return !endpoint.parameters.contains {
                [.field, .jsonPart, .file].contains($0.location)
            }
        }
        guard endpoint.bodyMedia.form == .json else { return false }
        let samples = SampleMaker(model, seed: settings.seed, identities: identities)
        let value = samples.value(of: type, for: "", .init(endpoint.head.name, 701))
        let wrapped = endpoint.wrap.map { JSON.wrapped(value, in: $0) } ?? value
        if let media = endpoint.bodyMedia.mediaType {
            request.head.headerFields[.contentType] = media
        }
        return (try? request.setBody(wrapped)) != nil
    }

    private func isRequired(_ parameter: CheckedParameter) -> Bool {
        !parameter.isOptional && parameter.defaultValue == nil
    }

    private func isKnown(_ parameter: CheckedParameter) -> Bool {
        if case .identity(let entity, _) = parameter.type {
            !identities(entity).isEmpty
        } else {
            false
        }
    }

    /// The value that the user sets for a parameter.
    private func given(_ parameter: CheckedParameter) -> String? {
        settings.parameters["\(endpoint.head.name).\(parameter.name)"]
            ?? settings.parameters[parameter.name]
    }

    /// The value of a text: JSON if the parameter has several parts.
    static func value(of text: String, for parameter: CheckedParameter, in model: ServiceModel)
        -> JSON
    {
        if model.primitive(of: parameter.type) == nil,
            let json = try? JSON(jsonData: Data(text.utf8))
        {
            return json
        }
        return model.value(of: text, as: parameter.type, parameter.wire)
    }

    private func add(_ parameter: CheckedParameter, to parameters: inout Parameters) {
        let key = parameter.key
        let samples = SampleMaker(model, seed: settings.seed, identities: identities)
        let json =
            given(parameter).map { Self.value(of: $0, for: parameter, in: model) }
            ?? samples.value(
                of: parameter.type,
                parameter.wire,
                for: parameter.name,
                .init(endpoint.head.name, 1)
            )
        let arrays = FormArrays(rawValue: parameter.arrays.rawValue) ?? .repeated
        let objects = FormObjects(rawValue: parameter.objects.rawValue) ?? .brackets
        switch (json, parameter.location) {
        case (.array(let elements), .query):
            // Elements cannot contain the separator.
            let texts = elements.map { text($0, parameter).filter { !" ,|".contains($0) } }
            parameters.query(key, texts, arrays: arrays)
        case (.array(let elements), .path):
            parameters.path(key, elements.map { text($0, parameter) })
        case (.array(let elements), .header):
            parameters.header(key, elements.map { text($0, parameter) })
        case (.object, .query):
            parameters.query(key, json, objects: objects, arrays: arrays)
        case (.object, .path): parameters.path(key, json, objects: objects)
        case (.object, .header): parameters.header(key, json, objects: objects)
        case (_, .query): parameters.query(key, text(json, parameter))
        case (_, .path): parameters.path(key, text(json, parameter))
        case (_, .header): parameters.header(key, text(json, parameter))
        case (_, .cookie): parameters.cookie(key, text(json, parameter))
        case (_, .field), (_, .jsonPart), (_, .file): break
        }
    }

    private func text(_ json: JSON, _ parameter: CheckedParameter) -> String {
        let text = json.string ?? (try? json.jsonText()) ?? ""
        return switch parameter.transform {
        case .lowercased: text.lowercased()
        case .uppercased: text.uppercased()
        case nil: text
        }
    }
}

extension JSON {
    /// A value at a path of keys.
    fileprivate static func wrapped(_ value: JSON, in path: String) -> JSON {
        JSONKeyPath(text: path).components.reversed().reduce(value) { inner, component in
            if case .key(let key) = component { [key: inner] } else { inner }
        }
    }
}
