import SchemaLanguage

/// Translates endpoints.
struct EndpointTranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let types: TypeTranslator

    private var media: MediaTranslator { MediaTranslator(types: types) }
    private var failures: FailureTranslator { FailureTranslator(access: access, types: types) }

    /// An endpoint as other files use it.
    func outline(_ endpoint: CheckedEndpoint) -> TranslatedEndpoint {
        var scope = NameScope(.parameter, reserved: SwiftNames.endpointMembers)
        var bodies = NameScope(.parameter)
        var parameters = zip(
            endpoint.parameters,
            scope.identifiers(for: endpoint.parameters.map(\.name))
        ).map(parameter)
        if let body = endpoint.body {
            parameters.append(
                TranslatedEndpoint.Parameter(
                    name: bodies.identifier(for: "body"),
                    type: media.bodyType(body, endpoint.bodyMedia),
                    defaultValue: nil,
                    docs: Block(["/// The body."])
                )
            )
        }
        let declared = endpoint.parameters + endpoint.responseHeaders
        let defaultImports = endpoint.parameters.reduce(Imports()) {
            $0.union(types.imports(ofDefault: $1.defaultValue, $1.type))
        }
        let request = "\(endpoint.method.rawValue.uppercased()) \(endpoint.path)"
        let functionImports = types.imports(of: endpoint.usedTypes)
        return TranslatedEndpoint(
            name: types.names[endpoint.head.name],
            parameters: parameters,
            result: media.result(of: endpoint),
            pages: media.pages(of: endpoint),
            docs: Documentation.block(
                endpoint.head.doc,
                or: "The request \(Documentation.code(request))."
            ),
            deprecation: endpoint.deprecation.map {
                "@available(*, deprecated, message: \(StringLiteral.escaped($0.onOneLine)))"
            },
            imports: types.imports(of: endpoint.namedTypes).union(
                declared.reduce(Imports()) {
                    $0.union(types.imports(ofDefault: $1.defaultValue, $1.type))
                }
            ),
            functionImports: functionImports,
            defaultImports: defaultImports
        )
    }

    /// An endpoint, for the template `Endpoint`.
    func translate(_ endpoint: CheckedEndpoint, _ outline: TranslatedEndpoint) -> EndpointModel {
        var docs = outline.docs
        if let deprecation = outline.deprecation { docs.line(deprecation) }
        var properties = Block(capacity: outline.parameters.count * 2)
        var assignments = Block(capacity: outline.parameters.count)
        for parameter in outline.parameters {
            properties.append(parameter.docs)
            properties.line(access, "var ", parameter.name.name, ": ", parameter.type)
            assignments.line("self.", parameter.name.text, " = ", parameter.name.name)
        }
        var settings = Block(capacity: endpoint.parameters.count)
        for (parameter, translated) in zip(endpoint.parameters, outline.parameters) {
            set(parameter, translated.name, in: &settings)
        }
        return EndpointModel(
            header: headers.header(of: endpoint.head, .networking, outline.imports),
            docs: docs,
            name: outline.name,
            definition: definition(endpoint),
            properties: properties,
            parameters: outline.parameters.map(\.full).joined(separator: ", "),
            assignments: assignments,
            settings: settings,
            outcomes: outcomes(of: endpoint)
        )
    }

    private func parameter(
        _ parameter: CheckedParameter,
        _ name: SwiftIdentifier
    ) -> TranslatedEndpoint.Parameter {
        let key = Documentation.code(parameter.key)
        let place =
            switch parameter.location {
            case .path: "path parameter"
            case .query: "query parameter"
            case .header: "header field"
            case .cookie: "cookie"
            case .field: "field"
            case .jsonPart: "part"
            case .file: "file"
            }
        return TranslatedEndpoint.Parameter(
            name: name,
            type: type(of: parameter) + (parameter.isOptional ? "?" : ""),
            defaultValue: parameter.defaultValue.map { types.literal($0, as: parameter.type) }
                ?? (parameter.isOptional ? "nil" : nil),
            docs: Documentation.block(parameter.doc, or: "The \(place) \(key).")
        )
    }

    private func type(of parameter: CheckedParameter) -> String {
        guard parameter.location == .file else { return types.type(parameter.type) }
        let file = media.fileType
        return if case .array = parameter.type { "[\(file)]" } else { file }
    }

    /// Sets a parameter.
    ///
    /// ```swift
    /// parameters.query("limit", limit)
    /// ```
    private func set(
        _ parameter: CheckedParameter,
        _ name: SwiftIdentifier,
        in block: inout Block
    ) {
        let function =
            switch parameter.location {
            case .path: "parameters.path("
            case .query: "parameters.query("
            case .header: "parameters.header("
            case .cookie: "parameters.cookie("
            case .field: "parameters.field("
            case .jsonPart: "parameters.jsonPart("
            case .file: "parameters.file("
            }
        var value = name.name
        // A path parameter that is a string.
        if let transform = parameter.transform {
            // A typed identity is not a string, but contains one.
            let raw = types.isTypedIdentity(parameter.type) ? ".rawValue" : ""
            value += "\(raw).\(transform.rawValue)()"
        }
        if parameter.location != .file, parameter.location != .jsonPart,
            let codec = types.codec(parameter.wire, for: parameter.type.single)
        {
            value += ", using: \(codec)"
        }
        value += form(of: parameter)
        block.line(function, StringLiteral.literal(parameter.key), ", ", value, ")")
    }

    /// The form of an array or an object, as further arguments.
    private func form(of parameter: CheckedParameter) -> String {
        let isQuery = parameter.location == .query
        let isRepeated = parameter.arrays == .repeated
        let arrays = isQuery && !isRepeated ? ", arrays: .\(parameter.arrays.rawValue)" : ""
        switch (parameter.location, parameter.type) {
        case (.path, .value), (.query, .value), (.header, .value), (.cookie, .value):
            return ", objects: .\(parameter.objects.rawValue)\(arrays)"
        default: return arrays
        }
    }

    // MARK: - Constants

    private func definition(_ endpoint: CheckedEndpoint) -> Block {
        var block = Block(capacity: 10)
        if let api = endpoint.head.api {
            block.line("/// The service that the request is sent to.")
            block.line(access, "typealias API = ", types.names[api])
        }
        if let response = media.response(of: endpoint) {
            block.line("/// The type of the response.")
            block.line(access, "typealias Response = ", response)
        }
        block.line("/// The path.")
        block.line(access, "static let path = ", StringLiteral.literal(endpoint.path))
        block.line("/// The method.")
        block.line(access, "static let method = HTTPMethod.", endpoint.method.rawValue)
        if let bodyMedia = media.bodyMedia(of: endpoint) {
            block.line("/// The encoding of the body.")
            block.line(access, "static let bodyMedia = ", bodyMedia)
        }
        if let type = endpoint.responseMedia.mediaType {
            block.line("/// The media type in the `Accept` header field.")
            block.line(
                access,
                "static let acceptedMedia: String? = ",
                StringLiteral.literal(type)
            )
        }
        addAcceptedMedia(of: endpoint, to: &block)
        if let lastEvent = endpoint.responseMedia.lastEvent {
            block.line("/// The data of the event that ends the stream.")
            block.line(
                access,
                "static let lastEventData: String? = ",
                StringLiteral.literal(lastEvent)
            )
        }
        if let path = endpoint.wrap {
            block.line("/// The key path of the body in the JSON that is sent.")
            block.line(access, "static let bodyPath: ", keyPath(path))
        }
        if let path = endpoint.unwrap {
            block.line("/// The key path of the response in the JSON that is received.")
            block.line(access, "static let responsePath: ", keyPath(path))
        }
        if let paging = endpoint.paging {
            let type = "\(types.names.foreign("Conventions")).Paging"
            block.line("/// How the response is divided into pages.")
            block.line(
                access,
                "static let paging: \(type) = ",
                ConventionsTranslator.paging(paging)
            )
            addIdentityKey(of: endpoint, to: &block)
        }
        addOptions(endpoint.options, to: &block)
        block.append(failures.settings(endpoint.failures, isComputed: false))
        if let environment = endpoint.environment {
            let name = APITranslator.environment(environment)
            block.line("/// The environment of every request, instead of that of the session.")
            block.line(access, "static let environment: APIEnvironment? = .", name)
        }
        if !endpoint.authenticates {
            block.line("/// Whether requests are authenticated.")
            block.line(access, "static let authenticates = false")
        }
        if let example = endpoint.example {
            // The mock environment responds as the service does.
            let path = endpoint.hasJSONExample ? endpoint.unwrap : nil
            let answer = path.map { KeyPathText($0).wrap(example) } ?? example
            let literal = StringLiteral.literal(answer)
            block.line("/// The response of the mock environment.")
            block.line(access, "static let example: String? = ", literal)
        }
        return block
    }

    private func addIdentityKey(of endpoint: CheckedEndpoint, to block: inout Block) {
        guard case .array(let element) = endpoint.response,
            let key = types.identityKey(of: element)
        else { return }
        block.line("/// The key of the identity in each element of the response.")
        block.line(access, "static let identityKey = ", StringLiteral.literal(key))
    }

    private func addAcceptedMedia(of endpoint: CheckedEndpoint, to block: inout Block) {
        guard case .byStatus(let outcomes) = endpoint.response,
            let accepted = media.accepted(outcomes)
        else { return }
        block.line("/// The media types in the `Accept` header field.")
        guard accepted.contains(.ofAPI) else {
            let types = StringLiteral.literal(accepted.map(\.text).joined(separator: ", "))
            return block.line(access, "static let acceptedMedia: String? = ", types)
        }
        block.line(access, "static var acceptedMedia: String? {")
        block.line("    ", MediaTranslator.Accepted.expression(accepted))
        block.line("}")
    }

    private func keyPath(_ path: String) -> String {
        "\(types.names.foreign("JSONKeyPath")) = \(StringLiteral.literal(path))"
    }

    /// Such as `RequestOptions(timeout: .seconds(5), priority: .low)`.
    private func addOptions(_ options: CheckedEndpoint.Options, to block: inout Block) {
        guard options != CheckedEndpoint.Options() else { return }
        let type = types.names.foreign("RequestOptions")
        let arguments = [
            options.timeout.map { "timeout: .seconds(\($0))" },
            options.priority.map { "priority: .\($0.rawValue)" },
            options.cachePolicy.map { "cachePolicy: .\($0.rawValue)" },
        ].compactMap(\.self)
        block.line("/// The options of each request.")
        block.line(
            access,
            "static let options = \(type)(\(arguments.joined(separator: ", ")))"
        )
    }

    /// The types that the endpoint declares for its response.
    private func outcomes(of endpoint: CheckedEndpoint) -> Block {
        let outcomes: Block =
            if case .byStatus(let outcomes) = endpoint.response {
                OutcomeTranslator(access: access, types: types).translate(outcomes)
            } else {
                Block()
            }
        let headers = ResponseHeadersTranslator(access: access, types: types)
        return Block(
            paragraphs: [
                outcomes, headers.translate(endpoint.responseHeaders),
                failures.enumeration(endpoint.failures),
            ].filter { !$0.isEmpty }
        )
    }
}

extension CheckedEndpoint {
    /// Whether the example, of the status 200 if there are several, is JSON.
    fileprivate var hasJSONExample: Bool {
        guard case .byStatus(let outcomes) = response else { return responseMedia.form == .json }
        return outcomes.first { $0.status == 200 }?.media.form == .json
    }

    /// The types that are sent.
    fileprivate var sentTypes: [CheckedType] {
        // The type of a file comes from the runtime.
        parameters.filter { $0.location != .file }.map(\.type)
            + [bodyMedia.form == .file ? nil : body].compactMap(\.self)
    }

    /// The types that are sent, and those returned by a function that calls it.
    fileprivate var usedTypes: [CheckedType] {
        if case .byStatus = response { return sentTypes }
        return responseMedia.form == .file ? sentTypes : sentTypes + response.types
    }

    /// The types named in its own file: a response of bytes does not name the type of its contents.
    fileprivate var namedTypes: [CheckedType] {
        let others = failures.map(\.type) + responseHeaders.map(\.type)
        switch response {
        // Their reader takes bytes.
        case .byStatus: return sentTypes + response.types + others + [.primitive(.data)]
        default:
            let isUnnamed = [.bytes, .chunks].contains(responseMedia.form)
            return (isUnnamed ? sentTypes : usedTypes) + others
        }
    }
}

extension CheckedType {
    /// The type of single values; each is a separate parameter.
    var single: CheckedType {
        switch self {
        case .array(let inner), .nullable(let inner): inner.single
        default: self
        }
    }
}
