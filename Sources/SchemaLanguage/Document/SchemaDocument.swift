import Diagnostics
import YAMLTree

/// The declarations of one schema file, as they are written.
package struct SchemaDocument: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// Whether all of the file could be read; where not, nobody knows what else it declares.
    var isReadable: Bool
    /// The API that all of the file belongs to, where the file names one.
    var api: Located<String>?
    /// The number of the version of its entities, as stores have them; nil where they are not numbered.
    var version: Int?
    /// Whether the identities of its entities have types of their own, unless an entity specifies otherwise.
    var hasTypedIdentities = false
    /// The module of another output that it belongs to; nil of those from which files are generated.
    var module: Module?
    /// Whether the file names an API in a way that could not be read.
    var hasUnreadableAPI = false
    var apis: [APIDeclaration] = []
    var enumerations: [EnumerationDeclaration] = []
    var scalars: [ScalarDeclaration] = []
    var unions: [UnionDeclaration] = []
    var mixins: [MixinDeclaration] = []
    var values: [StructureDeclaration] = []
    var entities: [EntityDeclaration] = []
    var endpoints: [EndpointDeclaration] = []
    var repositories: [RepositoryDeclaration] = []

    init(path: String, isReadable: Bool = true) {
        self.path = path
        self.isReadable = isReadable
    }

    /// The module of another output.
    struct Module: Hashable, Sendable {
        var name: String
        /// Whether its types may be named; otherwise only those of others contain them.
        var isNamed: Bool
    }

    /// The document as other outputs see it: its types, and what these need.
    func imported(from module: Module) -> SchemaDocument {
        var document = self
        document.module = module
        document.endpoints = []
        document.repositories = []
        return document
    }
}

/// What every declaration may say.
struct DeclarationHeading: Hashable, Sendable {
    var name: Located<String>
    var doc: String?
    var api: Located<String>?
    /// Whether it names an API in a way that could not be read.
    var hasUnreadableAPI = false
    /// Whether it is a mapping of keys that are all known; where not, what it seems to lack may be
    /// there under another name.
    var isWhole = true
}

struct APIDeclaration: Hashable, Sendable {
    struct BaseURL: Hashable, Sendable {
        var environment: Located<String>
        var url: Located<String>
    }

    struct Header: Hashable, Sendable {
        var name: Located<String>
        var value: Located<String>
    }

    /// A parameter of a query, with a value that is always the same.
    struct Parameter: Hashable, Sendable {
        var name: Located<String>
        var value: Located<String>
    }

    var heading: DeclarationHeading
    var baseURLs: [BaseURL] = []
    /// Whether it may have URLs that could not be read.
    var hasUnreadableURLs = false
    var headers: [Header] = []
    var query: [Parameter] = []
    var keys: KeyStrategy = .exact
    var dates: [DateFormat] = [.iso8601]
    /// Whether it says of keys or dates what could not be read.
    var hasUnreadableForm = false
    /// The credentials of a request, all of which it carries; empty where it carries none.
    var authentication: [Located<CheckedAPI.Authentication>] = []
    var conventions: ConventionsDeclaration?
}

struct EnumerationDeclaration: Hashable, Sendable {
    struct Case: Hashable, Sendable {
        var name: Located<String>
        /// The raw value; nil where it is the name.
        var raw: LiteralExpression?
        /// The raw values that it had in earlier versions.
        var former: [LiteralExpression] = []
        var doc: String?
    }

    var heading: DeclarationHeading
    var rawType: Located<String>?
    /// Whether it says its type in a way that could not be read.
    var hasUnreadableType = false
    var cases: [Case] = []
    /// Whether there are cases that could not be read.
    var lacksCases = false
    var keepsUnknown = true
    var traits = TraitsDeclaration()
}

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

struct RepositoryDeclaration: Hashable, Sendable {
    struct Operation: Hashable, Sendable {
        var name: Located<String>
        var endpoint: Located<String>
        var doc: String?
    }

    struct EntityOperations: Hashable, Sendable {
        /// The entity; nil where its name could not be read.
        var entity: Located<String>?
        /// The path; nil where none could be read.
        var path: Located<String>?
        /// What the server offers; nil where not all of it could be read.
        var remote: [Located<CheckedRepository.RemoteOperation>]?
        /// Where it is kept; nil where that could not be read.
        var local: CheckedRepository.LocalStore?
        var strategy: StrategyDeclaration?
        var conflicts: Located<CheckedRepository.ConflictPolicy>?
        var keep: KeepDeclaration?
        var conventions: ConventionsDeclaration?
        var failures: [EndpointDeclaration.Failure] = []
    }

    enum Kind: Hashable, Sendable {
        case endpoints([Operation])
        case entity(EntityOperations)
    }

    var heading: DeclarationHeading
    /// What it is made of: one, where every rule holds.
    var kinds: [Kind]
}
