import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Responds to the requests of an endpoint: with its example, or with samples based on the request.
struct EndpointService {
    /// The number of elements in an endless listing.
    private static let listCount = 20

    let model: ServiceModel
    let endpoint: CheckedEndpoint
    let seed: UInt64
    /// The entities in the mock, by the name of the entity.
    let identities: @Sendable (_ entity: String) -> [JSON]
    /// The response body from a folder, if there is one.
    var recorded: Data?
    /// The differences of the requests from the schema.
    private(set) var findings: [JSONFinding] = []

    init(
        _ model: ServiceModel,
        _ endpoint: CheckedEndpoint,
        seed: UInt64,
        identities: @escaping @Sendable (_ entity: String) -> [JSON]
    ) {
        self.model = model
        self.endpoint = endpoint
        self.seed = seed
        self.identities = identities
    }

    /// Responds to a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - parameters: The path parameters.
    /// - Returns: The response.
    /// - Throws: `MockFailure` if a parameter is missing, or the body has the wrong type.
    mutating func response(
        to request: MockRequest,
        _ parameters: [String: String]
    ) throws(MockFailure) -> MockResponse {
        var reader = EndpointRequestReader(model, endpoint)
        defer { findings += reader.findings }
        let sent = try reader.read(request, parameters)
        let key = Self.number(of: parameters)
        let subject = SampleMaker.Subject(endpoint.head.name, key)
        var response: MockResponse
        switch endpoint.response {
        case .empty: response = MockResponse(204)
        case .single(let type):
            response = try self.response(type, nil, request, sent, parameters, subject)
        case .array(let element):
            response = try self.response(element, element, request, sent, parameters, subject)
        case .byStatus(let outcomes):
            guard let first = outcomes.first, let type = first.type else {
                response = MockResponse(outcomes.first?.status ?? 204)
                break
            }
            let body = recorded ?? body(type, first.media, sent, parameters, subject)
            response = MockResponse(first.status, body: body)
            response.headerFields[.contentType] = Self.mediaType(of: first.media)
        }
        addHeaderFields(&response, subject)
        return response
    }

    private static func mediaType(of media: CheckedMedia) -> String {
        if let type = media.mediaType { return type.replacing("*", with: sampleSubtype(of: type)) }
        return switch media.form {
        case .json: "application/json"
        case .form: "application/x-www-form-urlencoded"
        case .multipart: "multipart/form-data"
        case .text: "text/plain; charset=utf-8"
        case .bytes, .file, .chunks: "application/octet-stream"
        case .events: "text/event-stream"
        case .jsonLines: "application/x-ndjson"
        case .jsonSequence: "application/json-seq"
        }
    }

    /// A subtype for a range of media types, such as `image/*`.
    private static func sampleSubtype(of range: String) -> String {
        switch range.prefix(while: { $0 != "/" }) {
        case "image": "png"
        case "video": "mp4"
        case "audio": "mpeg"
        case "text": "plain"
        default: "octet-stream"
        }
    }

    /// A number derived from the path parameters, so that the same path gives the same sample.
    private static func number(of parameters: [String: String]) -> Int {
        guard parameters.count == 1, let text = parameters.values.first, let number = Int(text)
        else {
            let text = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return text.joined(separator: "&").utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
        }
        return number
    }

    // MARK: - Bodies

    private func response(
        _ type: CheckedType,
        _ element: CheckedType?,
        _ request: MockRequest,
        _ sent: JSON?,
        _ parameters: [String: String],
        _ subject: SampleMaker.Subject
    ) throws(MockFailure) -> MockResponse {
        let media = endpoint.responseMedia
        if let recorded, endpoint.paging == nil {
            var response = MockResponse(200, body: recorded)
            response.headerFields[.contentType] = Self.mediaType(of: media)
            return response
        }
        guard let element, endpoint.example == nil || endpoint.paging != nil else {
            let type = element.map { CheckedType.array($0) } ?? type
            var response = MockResponse(
                200,
                body: body(type, media, sent, parameters, subject)
            )
            response.headerFields[.contentType] = Self.mediaType(of: media)
            return response
        }
        var elements = (recordedJSON ?? example)?.array ?? samples(of: element, subject)
        guard let checked = endpoint.paging else {
            let body = wrapped(.array(elements))
            return .json(200, body, as: Self.mediaType(of: media))
        }
        let all = elements
        let cut = try PageCut(
            request,
            Conventions.Paging(checked),
            count: all.count,
            total: all.count,
            maximum: 100,
            position: { last in all.firstIndex { Self.identity(of: $0, element, model) == last } },
            id: { Self.identity(of: all[$0], element, model) ?? "\($0)" }
        )
        elements = Array(all[cut.range])
        var body = wrapped(.array(elements))
        var fields: HTTPFields = [:]
        cut.announce(in: &body, &fields, to: request)
        return .json(200, body, as: Self.mediaType(of: media), fields)
    }

    private static func identity(
        of json: JSON,
        _ type: CheckedType,
        _ model: ServiceModel
    ) -> String? {
        guard case .entity(let name) = type, let entity = model.entity(name) else { return nil }
        return json[entity.identity.key]?.identityText
    }

    private func samples(of type: CheckedType, _ subject: SampleMaker.Subject) -> [JSON] {
        (1...Self.listCount).map { maker.value(of: type, for: "", .init(endpoint.head.name, $0)) }
    }

    private var maker: SampleMaker {
        SampleMaker(model, seed: seed, hasFiles: false, identities: identities)
    }

    private var example: JSON? {
        endpoint.example.flatMap { try? JSON(jsonData: Data($0.utf8)) }
    }

    /// The part of a body from a folder that is the response.
    private var recordedJSON: JSON? {
        let path = endpoint.unwrap.map { JSONKeyPath(text: $0) } ?? []
        return recorded.flatMap { try? JSON(jsonData: $0) }?.value(at: path)
    }

    private func wrapped(_ json: JSON) -> JSON {
        endpoint.unwrap.map { JSON.placed(json, at: JSONKeyPath(text: $0)) } ?? json
    }

    /// The bytes of a response.
    private func body(
        _ type: CheckedType,
        _ media: CheckedMedia,
        _ sent: JSON?,
        _ parameters: [String: String],
        _ subject: SampleMaker.Subject
    ) -> Data {
        func bytes(_ json: JSON) -> Data { (try? json.jsonData()) ?? Data() }
        func sample(_ number: Int) -> JSON {
            maker.value(of: type, for: endpoint.head.name, .init(endpoint.head.name, number))
        }
        // Except for JSON, an example is the text of the body.
        if media.form != .json, let example = endpoint.example { return Data(example.utf8) }
        switch media.form {
        case .json:
            var json = example ?? maker.value(of: type, for: endpoint.head.name, subject)
            if endpoint.example == nil { takeUp(sent, parameters, of: type, in: &json) }
            return bytes(wrapped(json))
        case .form:
            var json = maker.value(of: type, for: endpoint.head.name, subject)
            takeUp(sent, parameters, of: type, in: &json)
            return json.formData
        case .text, .multipart:
            let text = maker.value(of: .primitive(.string), for: endpoint.head.name, subject)
            return Data((text.string ?? "").utf8)
        case .bytes, .file, .chunks:
            return Data("sample of \(endpoint.head.name)".utf8)
        case .events:
            var lines = (1...3).map { "data: \(text(of: sample($0), type))\n\n" }
            if let last = media.lastEvent { lines.append("data: \(last)\n\n") }
            return Data(lines.joined().utf8)
        case .jsonLines:
            return (1...3).map { bytes(sample($0)) + Data("\n".utf8) }.reduce(Data(), +)
        case .jsonSequence:
            return (1...3).map { Data([0x1E]) + bytes(sample($0)) + Data("\n".utf8) }
                .reduce(Data(), +)
        }
    }

    /// The data of an event; a string is not quoted.
    private func text(of json: JSON, _ type: CheckedType) -> String {
        if type == .primitive(.string), let text = json.string { return text }
        return (try? json.jsonText()) ?? ""
    }

    /// Gives a sample the identity in the path, and the properties in the request.
    private func takeUp(
        _ sent: JSON?,
        _ parameters: [String: String],
        of type: CheckedType,
        in json: inout JSON
    ) {
        guard json.object != nil else { return }
        let properties: [CheckedProperty] =
            switch type {
            case .entity(let name), .value(let name): model.properties(of: name)
            default: []
            }
        let check = JSONCheck(model)
        for property in properties where property.direction != .writeOnly {
            // A property of another type may have the same key.
            if let value = sent?[property.key],
                check.findings(in: [property.key: value], of: [property], for: .response).isEmpty
            {
                json[property.key] = value
            }
        }
        guard case .entity(let name) = type, let identity = model.entity(name)?.identity,
            parameters.count == 1, let text = parameters.values.first
        else { return }
        let id = model.value(of: text, as: identity.type, identity.wire)
        let findings = check.findings(in: id, as: identity.type, identity.wire, for: .response)
        if findings.isEmpty { json[identity.key] = id }
    }

    private func addHeaderFields(_ response: inout MockResponse, _ subject: SampleMaker.Subject) {
        // The server itself writes those of the transport.
        for field in endpoint.responseHeaders
        where !field.isOptional && !HeaderField.isOfTransport(field.key) {
            let json =
                field.defaultValue.map { JSON($0, in: model) }
                ?? maker.value(of: field.type, field.wire, for: field.key, subject)
            let texts = (json.array ?? [json]).map { $0.string ?? (try? $0.jsonText()) ?? "" }
            if ![.contentType, .date].contains(HTTPField.Name(field.key)) {
                response.set(field.key, texts.joined(separator: ", "))
            }
        }
    }
}
