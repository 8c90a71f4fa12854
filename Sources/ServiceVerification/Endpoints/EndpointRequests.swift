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
        if fields[.accept] == nil { fields[.accept] = accepted }
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

    /// The media types of JSON in the conventions of the API.
    private var media: Conventions.MediaTypes {
        let api = endpoint.head.api.flatMap { model.api($0) }
        return api?.conventions.map { Conventions($0).media } ?? Conventions.MediaTypes()
    }

    /// The media types in `Accept`, as generated code sends them: those of all statuses.
    private var accepted: String {
        guard case .byStatus(let outcomes) = endpoint.response else {
            return accepted(endpoint.responseMedia)
        }
        let all = outcomes.filter { $0.type != nil }.map { accepted($0.media) }
        let types = all.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        return types.isEmpty ? media.accepted : types.joined(separator: ", ")
    }

    private func accepted(_ body: CheckedMedia) -> String {
        if let type = body.mediaType { return type }
        return switch body.form {
        case .json: media.accepted
        case .form: "application/x-www-form-urlencoded"
        case .text: "text/*"
        case .events: "text/event-stream"
        case .jsonLines: JSONLinesResponse<JSON>.acceptedMedia ?? "application/x-ndjson"
        case .jsonSequence: "application/json-seq"
        case .multipart, .bytes, .file, .chunks: "*/*"
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
        if request.head.headerFields[.contentType] == nil {
            request.head.headerFields[.contentType] = endpoint.bodyMedia.mediaType ?? media.sent
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
