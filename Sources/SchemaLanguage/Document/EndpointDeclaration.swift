import YAMLTree

/// An endpoint as a schema writes it, of which copies share what it holds.
@dynamicMemberLookup
struct EndpointDeclaration: Hashable, Sendable {
    struct Failure: Hashable, Sendable {
        /// The status, or `default` for all others.
        var status: Located<String>
        var type: TypeExpression
        /// Whether the body is plain text, and not JSON.
        var isText = false
    }

    /// What comes back with one of several statuses.
    struct Outcome: Hashable, Sendable {
        var status: Located<String>
        /// The type; nil where there is no body.
        var type: TypeExpression?
        /// How it is written; nil where the schema gives only a type, which is JSON.
        var media: MediaDeclaration?
    }

    /// What it holds.
    struct Contents: Hashable, Sendable {
        var heading: DeclarationHeading
        /// The method; nil where none could be read.
        var method: CheckedEndpoint.Method?
        /// The path; nil where none could be read.
        var path: Located<String>?
        var pathParameters: [PropertyDeclaration] = []
        var queryParameters: [PropertyDeclaration] = []
        var headerParameters: [PropertyDeclaration] = []
        var cookieParameters: [PropertyDeclaration] = []
        /// The type of what is sent; nil where nothing is, or each part is given by itself.
        var body: TypeExpression?
        /// How the body is written; nil where the schema gives only a type, which is JSON.
        var bodyMedia: MediaDeclaration?
        /// The fields of a form, or the parts of a multipart body.
        var parts: [PartDeclaration] = []
        var response: TypeExpression?
        /// How the response is written; nil where the schema gives only a type, which is JSON.
        var responseMedia: MediaDeclaration?
        /// What comes back by status; empty where one response stands for all.
        var outcomes: [Outcome] = []
        /// How the response is divided into pages.
        var paging: Located<CheckedConventions.Paging>?
        /// Where in what is sent the body stands.
        var wrap: Located<String>?
        /// Where in what comes back the response stands.
        var unwrap: Located<String>?
        var failures: [Failure] = []
        /// The header fields of the response.
        var responseHeaders: [PropertyDeclaration] = []
        var options = CheckedEndpoint.Options()
        /// What to use instead of it.
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
