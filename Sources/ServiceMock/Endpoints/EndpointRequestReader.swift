import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Reads the parameters and the body of an endpoint's request, and rejects what the schema does not
/// allow.
struct EndpointRequestReader {
    let model: ServiceModel
    let endpoint: CheckedEndpoint
    /// The differences of the request from the schema.
    private(set) var findings: [JSONFinding] = []

    init(_ model: ServiceModel, _ endpoint: CheckedEndpoint) {
        self.model = model
        self.endpoint = endpoint
    }

    /// Reads a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - path: The path parameters.
    /// - Returns: The properties of the body as JSON; nil if it has none, or is a stream or bytes.
    /// - Throws: `MockFailure` if a parameter is missing, or a value has the wrong type.
    mutating func read(
        _ request: MockRequest,
        _ path: [String: String]
    ) throws(MockFailure) -> JSON? {
        try checkParameters(request, path)
        let form = endpoint.bodyMedia.form
        switch form {
        case .form: return try readForm(request)
        case .multipart: return try readParts(request)
        case .json:
            guard let type = endpoint.body else { return nil }
            let wrap = endpoint.wrap.map { JSONKeyPath(text: $0) } ?? []
            guard let json = try parsed(request.body, "The body").value(at: wrap) else {
                throw MockFailure(status: 400, message: "The body has no value at '\(wrap)'.")
            }
            try require(check(json, type, at: wrap), status: 422)
            return json
        case .jsonLines, .jsonSequence:
            guard let type = endpoint.body else { return nil }
            let separator: UInt8 = form == .jsonLines ? 0x0A : 0x1E
            let texts = request.body.split(separator: separator)
            for (index, text) in texts.enumerated()
            where text.contains(where: { ![0x20, 0x0A, 0x0D].contains($0) }) {
                let json = try parsed(Data(text), "Text \(index + 1) of the body")
                try require(check(json, type, at: [.index(index)]), status: 422)
            }
            return nil
        case .text, .bytes, .file, .chunks, .events: return nil
        }
    }

    // MARK: - Parameters

    private mutating func checkParameters(
        _ request: MockRequest,
        _ path: [String: String]
    ) throws(MockFailure) {
        var refused: [JSONFinding] = []
        for parameter in endpoint.parameters {
            let texts: [String]
            switch parameter.location {
            case .path: texts = path[parameter.key].map { [$0] } ?? []
            case .query: texts = Self.texts(of: parameter, parameter.arrays, in: request.items)
            case .header: texts = request.field(parameter.key).map { [$0] } ?? []
            case .cookie:
                let pairs = (request.field("Cookie") ?? "").split(separator: ";")
                    .map { $0.trimmingCharacters(in: .whitespaces) }
                let pair = pairs.first { $0.hasPrefix(parameter.key + "=") }
                texts =
                    pair.map { pair in
                        let text = pair.dropFirst(parameter.key.count + 1)
                        return [PercentEncoding.decode(text) ?? String(text)]
                    } ?? []
            case .field, .jsonPart, .file: continue
            }
            refused += found(texts, of: parameter)
        }
        try require(refused, status: 400)
    }

    /// The texts of a parameter in a query or a form: several for an array.
    private static func texts(
        of parameter: CheckedParameter,
        _ arrays: CheckedMedia.Arrays,
        in items: [QueryItem]
    ) -> [String] {
        let key = parameter.key
        let own = items.filter { $0.name == key }.map(\.value)
        guard parameter.type.element != nil else { return Array(own.prefix(1)) }
        func split(at separator: Character) -> [String] {
            own.flatMap { $0.isEmpty ? [] : $0.split(separator: separator).map(String.init) }
        }
        return switch arrays {
        case .repeated: own
        case .brackets: items.filter { $0.name == key + "[]" }.map(\.value)
        case .indices:
            items.filter { $0.name.hasPrefix(key + "[") && $0.name.hasSuffix("]") }.map(\.value)
        case .commas: split(at: ",")
        case .spaces: split(at: " ")
        case .pipes: split(at: "|")
        }
    }

    private func found(_ texts: [String], of parameter: CheckedParameter) -> [JSONFinding] {
        let place: JSONKeyPath = [.key(parameter.key)]
        // An empty array sends nothing, and objects have several encodings.
        let element = parameter.type.element
        guard element != nil || !parameter.type.isObject else { return [] }
        guard element != nil || !texts.isEmpty else {
            let isRequired = !parameter.isOptional && parameter.defaultValue == nil
            return isRequired ? [JSONFinding(path: place, problem: .missing)] : []
        }
        // An array in a path or a header field is one text.
        guard element == nil || parameter.location == .query || parameter.location == .field else {
            return []
        }
        return texts.enumerated().flatMap { index, text in
            let type = element ?? parameter.type
            return JSONCheck(model).findings(
                in: model.value(of: text, as: type, parameter.wire),
                as: type,
                parameter.wire,
                for: .response,
                at: element == nil ? place : place.appending(.index(index))
            )
        }
    }

    // MARK: - Bodies

    private mutating func readForm(_ request: MockRequest) throws(MockFailure) -> JSON {
        let text = String(decoding: request.body, as: UTF8.self)
        let reading = FormReading(model: model, removesEmptyEntries: false)
        if let type = endpoint.body {
            let properties = type.structure.map(model.properties) ?? []
            let members = try reading.members(text, of: properties)
            if properties.allSatisfy({ isReadable($0.type) }), !properties.isEmpty {
                try require(check(.object(members), type), status: 422)
            }
            return .object(members)
        }
        let items = QueryItem.list(text, isForm: true)
        let fields = endpoint.parameters.filter { $0.location == .field }
        try require(
            fields.flatMap { field in
                found(Self.texts(of: field, endpoint.bodyMedia.arrays, in: items), of: field)
            },
            status: 422
        )
        return members(fields) { field in items.first { $0.name == field.key }?.value }
    }

    /// Whether values of a type can be read in the notation of the form.
    private func isReadable(_ type: CheckedType, depth: Int = 0) -> Bool {
        let media = endpoint.bodyMedia
        switch type {
        case .nullable(let inner): return isReadable(inner, depth: depth)
        case .array(let element):
            return [.repeated, .brackets, .indices].contains(media.arrays)
                && isReadable(element, depth: depth)
        case .dictionary(let inner):
            return media.objects == .brackets && isReadable(inner, depth: depth)
        case .value(let name), .entity(let name):
            return media.objects == .brackets && depth < 8
                && model.properties(of: name).allSatisfy { isReadable($0.type, depth: depth + 1) }
        case .union: return false
        default: return true
        }
    }

    private mutating func readParts(_ request: MockRequest) throws(MockFailure) -> JSON? {
        let parts = try MultipartReading.parts(of: request)
        guard endpoint.body == nil else { return nil }
        func texts(_ parameter: CheckedParameter) -> [String] {
            parts.filter { $0.name == parameter.key }
                .map { String(decoding: $0.body, as: UTF8.self) }
        }
        var refused: [JSONFinding] = []
        for parameter in endpoint.parameters {
            switch parameter.location {
            case .path, .query, .header, .cookie: continue
            case .field: refused += found(texts(parameter), of: parameter)
            case .file, .jsonPart:
                let bodies = parts.filter { $0.name == parameter.key }
                if bodies.isEmpty, !parameter.isOptional, parameter.type.element == nil {
                    refused.append(JSONFinding(path: [.key(parameter.key)], problem: .missing))
                }
                guard parameter.location == .jsonPart else { continue }
                for body in bodies {
                    let json = try parsed(body.body, "The part '\(parameter.key)'")
                    refused += JSONCheck(model).findings(
                        in: json,
                        as: parameter.type,
                        parameter.wire,
                        for: .creation,
                        at: [.key(parameter.key)]
                    )
                }
            }
        }
        try require(refused, status: 422)
        return members(endpoint.parameters.filter { $0.location == .field }) { texts($0).first }
    }

    /// The scalars among fields, as the properties of an object.
    private func members(
        _ fields: [CheckedParameter],
        _ text: (CheckedParameter) -> String?
    ) -> JSON {
        var members: [String: JSON] = [:]
        for field in fields where field.type.element == nil && !field.type.isObject {
            members[field.key] = text(field).map { model.value(of: $0, as: field.type, field.wire) }
        }
        return .object(members)
    }

    private func parsed(_ data: Data, _ subject: String) throws(MockFailure) -> JSON {
        do {
            return try JSON(jsonData: data)
        } catch {
            throw MockFailure(status: 400, message: "\(subject) is not JSON: \(error).")
        }
    }

    private func check(
        _ json: JSON,
        _ type: CheckedType,
        at path: JSONKeyPath = []
    ) -> [JSONFinding] {
        JSONCheck(model).findings(in: json, as: type, for: .creation, at: path)
    }

    /// Notes findings, and rejects the request if one of them requires it.
    private mutating func require(_ found: [JSONFinding], status: Int) throws(MockFailure) {
        findings += found
        let refused = found.filter(\.isRefused)
        guard let first = refused.first else { return }
        throw MockFailure(
            status: status,
            message: "\(first.path): \(first.message)",
            findings: refused
        )
    }
}

extension CheckedType {
    /// The type of the elements of an array; nil for other types.
    fileprivate var element: CheckedType? {
        switch self {
        case .array(let element): element
        case .nullable(let inner): inner.element
        default: nil
        }
    }

    /// Whether a value of the type has several properties.
    fileprivate var isObject: Bool {
        switch self {
        case .dictionary, .value, .entity: true
        case .nullable(let inner): inner.isObject
        default: false
        }
    }

    /// The name of the entity or of the value.
    fileprivate var structure: String? {
        switch self {
        case .value(let name), .entity(let name): name
        case .nullable(let inner): inner.structure
        default: nil
        }
    }
}
