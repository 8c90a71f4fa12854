import Diagnostics
import YAMLTree

/// The declarations of one schema file, as they are written.
package struct SchemaDocument: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// The API that all of the file belongs to, where the file names one.
    var api: Located<String>?
    var apis: [APIDeclaration] = []
    var enumerations: [EnumerationDeclaration] = []
    var scalars: [ScalarDeclaration] = []
    var unions: [UnionDeclaration] = []
    var mixins: [MixinDeclaration] = []
    var values: [StructureDeclaration] = []
    var entities: [EntityDeclaration] = []
    var endpoints: [EndpointDeclaration] = []
    var repositories: [RepositoryDeclaration] = []

    init(path: String) {
        self.path = path
    }
}

/// What every declaration may say.
struct DeclarationHeading: Hashable, Sendable {
    var name: Located<String>
    var doc: String?
    var api: Located<String>?
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

    var heading: DeclarationHeading
    var baseURLs: [BaseURL] = []
    var headers: [Header] = []
    var keys: KeyStrategy = .exact
    var dates: [DateFormat] = [.iso8601]
    var authentication: Located<CheckedAPI.Authentication>?
}

struct EnumerationDeclaration: Hashable, Sendable {
    struct Case: Hashable, Sendable {
        var name: Located<String>
        /// The raw value; nil where it is the name.
        var raw: LiteralExpression?
        var doc: String?
    }

    var heading: DeclarationHeading
    var rawType: Located<String>?
    var cases: [Case] = []
    var keepsUnknown = true
    var traits = TraitsDeclaration()
}

struct EndpointDeclaration: Hashable, Sendable {
    struct Failure: Hashable, Sendable {
        var status: Located<String>
        var type: TypeExpression
    }

    var heading: DeclarationHeading
    var method: CheckedEndpoint.Method
    var path: Located<String>
    var pathParameters: [PropertyDeclaration] = []
    var queryParameters: [PropertyDeclaration] = []
    var headerParameters: [PropertyDeclaration] = []
    var body: TypeExpression?
    var response: TypeExpression?
    var failures: [Failure] = []
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
        var entity: Located<String>
        var path: Located<String>
        var remote: [Located<CheckedRepository.RemoteOperation>]
        var local: CheckedRepository.LocalStore
        var strategy: StrategyDeclaration?
        var conflicts: Located<CheckedRepository.ConflictPolicy>?
    }

    enum Kind: Hashable, Sendable {
        case endpoints([Operation])
        case entity(EntityOperations)
    }

    var heading: DeclarationHeading
    var kind: Kind
}
