import Diagnostics
import YAMLTree

/// The declarations of one schema file, as written.
package struct SchemaDocument: Hashable, Sendable {
    /// The path of the file.
    package let path: String
    /// Whether the whole file could be read; if not, its other declarations are unknown.
    var isReadable: Bool
    /// The API of all declarations in the file, if the file names one.
    var api: Located<String>?
    /// The version number of its entities for stores; nil if they are not numbered.
    var version: Int?
    /// Whether the identities of its entities have their own types, unless an entity specifies
    /// otherwise.
    var hasTypedIdentities = false
    /// The module of another output that it belongs to; nil if files are generated from it.
    var module: Module?
    /// Whether the file names an API that could not be read.
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
        /// Whether its types can be named; if not, only other types contain them.
        var isNamed: Bool
    }

    /// The document as other outputs see it: its types, and the declarations that these need.
    func imported(from module: Module) -> SchemaDocument {
        var document = self
        document.module = module
        document.endpoints = []
        document.repositories = []
        return document
    }
}

/// The parts that every declaration can have.
struct DeclarationHeading: Hashable, Sendable {
    var name: Located<String>
    var doc: String?
    var api: Located<String>?
    /// Whether it names an API that could not be read.
    var hasUnreadableAPI = false
    /// Whether it is a mapping with known keys only; if not, a key that seems to be missing may be
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

    /// A constant query parameter.
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
    /// Whether it has settings for keys or dates that could not be read.
    var hasUnreadableForm = false
    /// The credentials of a request, all of which it carries; empty if it carries none.
    var authentication: [Located<CheckedAPI.Authentication>] = []
    var conventions: ConventionsDeclaration?
}

struct EnumerationDeclaration: Hashable, Sendable {
    struct Case: Hashable, Sendable {
        var name: Located<String>
        /// The raw value; nil if it is the name.
        var raw: LiteralExpression?
        /// The raw values in earlier versions.
        var former: [LiteralExpression] = []
        var doc: String?
        /// Whether it is a number in a list of cases, without quotes.
        var isNumber = false
    }

    var heading: DeclarationHeading
    var rawType: Located<String>?
    /// Whether it declares a type that could not be read.
    var hasUnreadableType = false
    var cases: [Case] = []
    /// Whether there are cases that could not be read.
    var lacksCases = false
    var keepsUnknown = true
    var traits = TraitsDeclaration()
}

struct RepositoryDeclaration: Hashable, Sendable {
    struct Operation: Hashable, Sendable {
        var name: Located<String>
        var endpoint: Located<String>
        var doc: String?
    }

    struct EntityOperations: Hashable, Sendable {
        /// The entity; nil if its name could not be read.
        var entity: Located<String>?
        /// The path; nil if none could be read.
        var path: Located<String>?
        /// The operations on the server; nil if not all of them could be read.
        var remote: [Located<CheckedRepository.RemoteOperation>]?
        /// The local store; nil if it could not be read.
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
    /// Its parts: one, if every rule holds.
    var kinds: [Kind]
}
