import YAMLTree

/// An endpoint as written in a schema; copies share its contents.
struct EndpointDeclaration: Hashable, Sendable {
    struct Failure: Hashable, Sendable {
        /// The status, or `default` for all others.
        var status: Located<String>
        var type: TypeExpression
        /// Whether the body is plain text instead of JSON.
        var isText = false
    }

    /// The response with one of several statuses.
    struct Outcome: Hashable, Sendable {
        var status: Located<String>
        /// The type; nil if there is no body.
        var type: TypeExpression?
        /// Its encoding; nil if the schema declares only a type, which is JSON.
        var media: MediaDeclaration?
    }

    /// The contents of an endpoint.
    struct Contents: Hashable, Sendable {
        var heading: DeclarationHeading
        /// The method; nil if none could be read.
        var method: CheckedEndpoint.Method?
        /// The path; nil if none could be read.
        var path: Located<String>?
        var pathParameters: [PropertyDeclaration] = []
        var queryParameters: [PropertyDeclaration] = []
        var headerParameters: [PropertyDeclaration] = []
        var cookieParameters: [PropertyDeclaration] = []
        /// The type of the request body; nil if there is none, or each part is passed separately.
        var body: TypeExpression?
        /// The encoding of the body; nil if the schema declares only a type, which is JSON.
        var bodyMedia: MediaDeclaration?
        /// The fields of a form, or the parts of a multipart body.
        var parts: [PartDeclaration] = []
        var response: TypeExpression?
        /// The encoding of the response; nil if the schema declares only a type, which is JSON.
        var responseMedia: MediaDeclaration?
        /// The responses by status; empty if there is a single response.
        var outcomes: [Outcome] = []
        /// How the response is split into pages.
        var paging: Located<CheckedConventions.Paging>?
        /// The key path of the body in the request.
        var wrap: Located<String>?
        /// The key path of the response in the body.
        var unwrap: Located<String>?
        var failures: [Failure] = []
        /// The header fields of the response.
        var responseHeaders: [PropertyDeclaration] = []
        var options = CheckedEndpoint.Options()
        /// What to use instead.
        var deprecation: String?
        var environment: Located<String>?
        var authenticates = true
        var example: YAMLNode?
    }

    private let contents: Shared<Contents>
    /// All parameters: the path's, the query's, the headers', the cookies and the parts of the body.
    let parameters: [PropertyDeclaration]
    /// The types of all responses, including failures.
    let answers: [TypeExpression]

    init(_ contents: Contents) {
        self.contents = Shared(contents)
        parameters =
            contents.pathParameters + contents.queryParameters + contents.headerParameters
            + contents.cookieParameters + contents.parts.map(\.property)
        answers =
            [contents.response].compactMap(\.self) + contents.outcomes.compactMap(\.type)
            + contents.failures.map(\.type)
    }
}

extension EndpointDeclaration {
    var heading: DeclarationHeading { contents.value.heading }
    var method: CheckedEndpoint.Method? { contents.value.method }
    var path: Located<String>? { contents.value.path }
    var pathParameters: [PropertyDeclaration] { contents.value.pathParameters }
    var queryParameters: [PropertyDeclaration] { contents.value.queryParameters }
    var headerParameters: [PropertyDeclaration] { contents.value.headerParameters }
    var cookieParameters: [PropertyDeclaration] { contents.value.cookieParameters }
    var body: TypeExpression? { contents.value.body }
    var bodyMedia: MediaDeclaration? { contents.value.bodyMedia }
    var parts: [PartDeclaration] { contents.value.parts }
    var response: TypeExpression? { contents.value.response }
    var responseMedia: MediaDeclaration? { contents.value.responseMedia }
    var outcomes: [Outcome] { contents.value.outcomes }
    var paging: Located<CheckedConventions.Paging>? { contents.value.paging }
    var wrap: Located<String>? { contents.value.wrap }
    var unwrap: Located<String>? { contents.value.unwrap }
    var failures: [Failure] { contents.value.failures }
    var responseHeaders: [PropertyDeclaration] { contents.value.responseHeaders }
    /// The types of its parameters, its response header fields and its body.
    var requestTypes: [TypeExpression] {
        let types = (parameters + responseHeaders).map(\.type)
        return body.map { types + [$0] } ?? types
    }
    var options: CheckedEndpoint.Options { contents.value.options }
    var deprecation: String? { contents.value.deprecation }
    var environment: Located<String>? { contents.value.environment }
    var authenticates: Bool { contents.value.authenticates }
    var example: YAMLNode? { contents.value.example }
}
