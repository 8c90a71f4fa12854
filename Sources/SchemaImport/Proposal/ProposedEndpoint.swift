/// The body of an endpoint.
package struct ProposedEndpoint: Hashable, Sendable {
    /// `get`, `post` and so on.
    package var method: String
    /// The path, with placeholders.
    package var path: String
    /// The API, if the file has several.
    package var api: String?
    /// The path parameters that are not `String`, or need more than a type.
    package var pathParameters: [ProposedProperty] = []
    /// The query parameters.
    package var query: [ProposedProperty] = []
    /// The header fields of the request.
    package var headers: [ProposedProperty] = []
    /// The cookies.
    package var cookies: [ProposedProperty] = []
    /// The request body.
    package var body: ProposedBody?
    /// The response.
    package var response: ProposedBody?
    /// The responses by status, if there are several; nil is an empty one.
    package var responses: [Response] = []
    /// The paging of the response.
    package var paging: SchemaNode?
    /// The key path of the response.
    package var unwrap: String?
    /// The error types by status, class of statuses, or `default`.
    package var errors: [Failure] = []
    /// The header fields of the response.
    package var responseHeaders: [ProposedProperty] = []
    /// Whether its requests do not authenticate, unlike others of the API.
    package var isAnonymous = false
    /// The replacement, if it is deprecated.
    package var deprecated: String?

    /// The response for a status.
    package struct Response: Hashable, Sendable {
        /// The status, from 200 to 299.
        package var status: String
        /// The body; nil is an empty one.
        package var body: ProposedBody?

        /// Creates a response.
        package init(status: String, body: ProposedBody?) {
            self.status = status
            self.body = body
        }
    }

    /// An error response.
    package struct Failure: Hashable, Sendable {
        /// The status, `4xx`, `5xx` or `default`.
        package var status: String
        /// The type.
        package var type: ProposedType

        /// Creates an error response.
        package init(status: String, type: ProposedType) {
            self.status = status
            self.type = type
        }
    }

    /// Creates an endpoint.
    package init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    func add(to mapping: inout SchemaMapping) {
        mapping.isBlock = true
        mapping.add("api", text: api)
        mapping.add(method, text: path)
        let parameters = [
            ("path", pathParameters), ("query", query), ("headers", headers), ("cookies", cookies),
        ]
        for (key, parameters) in parameters where !parameters.isEmpty {
            mapping.add(key, ProposedProperty.mapping(parameters))
        }
        mapping.add("body", body?.node)
        mapping.add("response", response?.node)
        if !responses.isEmpty {
            let pairs = responses.map { (key: $0.status, value: $0.body?.node ?? .text("none")) }
            mapping.add("responses", .mapping(pairs))
        }
        mapping.add("paging", paging)
        mapping.add("unwrap", text: unwrap)
        if !errors.isEmpty {
            let pairs = errors.map { (key: $0.status, value: SchemaNode.text($0.type.text)) }
            mapping.add("errors", .mapping(pairs))
        }
        if !responseHeaders.isEmpty {
            mapping.add("responseHeaders", ProposedProperty.mapping(responseHeaders))
        }
        if isAnonymous { mapping.add("authentication", text: "none") }
        mapping.add("deprecated", text: deprecated)
    }
}

/// A request or response body.
package enum ProposedBody: Hashable, Sendable {
    /// A type, as JSON.
    case json(ProposedType)
    /// A type as JSON, with a media type, or because a bare type would be ambiguous.
    case explicitJSON(ProposedType, media: String?)
    /// `text`, `bytes` or `file`, of any media type.
    case any(String)
    /// `text`, `bytes`, `file` or `events`, of a media type.
    case media(String, String)
    /// `form`, `multipart`, `events`, `jsonLines` or `jsonSequence`, of a type.
    case typed(String, ProposedType, arrays: String? = nil)
    /// `form` or `multipart`, with inline fields.
    case fields(String, [ProposedProperty], arrays: String? = nil)

    /// The body, in the syntax of a schema.
    var node: SchemaNode {
        switch self {
        case .json(.name("String")), .json(.name("Data")),
            .json(.optional(.name("String"))), .json(.optional(.name("Data"))):
            return .mapping([("json", .text(type?.text ?? ""))])
        case .json(let type): return .text(type.text)
        case .explicitJSON(let type, let media):
            var mapping = SchemaMapping()
            mapping.add("json", text: type.text)
            mapping.add("media", text: media)
            return .mapping(mapping)
        case .any(let word): return .text(word)
        case .media(let word, let media): return .mapping([(word, .text(media))])
        case .typed(let word, let type, let arrays):
            var mapping = SchemaMapping()
            mapping.add(word, text: type.text)
            mapping.add("arrays", text: arrays)
            return .mapping(mapping)
        case .fields(let word, let properties, let arrays):
            var mapping = SchemaMapping()
            mapping.add(word, ProposedProperty.mapping(properties))
            mapping.add("arrays", text: arrays)
            return .mapping(mapping)
        }
    }

    /// The type, if there is one.
    package var type: ProposedType? {
        switch self {
        case .json(let type), .explicitJSON(let type, _), .typed(_, let type, _): type
        case .any, .media, .fields: nil
        }
    }
}
