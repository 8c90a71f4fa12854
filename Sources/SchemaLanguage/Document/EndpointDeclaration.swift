import YAMLTree

/// An endpoint as written in a schema, whose copies share their contents.
@dynamicMemberLookup
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

    init(_ contents: Contents) {
        self.contents = Shared(contents)
    }

    @inline(__always)
    subscript<Field>(dynamicMember field: KeyPath<Contents, Field>) -> Field {
        contents.value[keyPath: field]
    }
}
