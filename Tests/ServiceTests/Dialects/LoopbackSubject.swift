import ExampleServer
import RepositoryRuntime

/// A subject whose service runs on loopback.
protocol LoopbackSubject: Subject {
    /// The name of the schema's file.
    static var schema: String { get }
    /// The path of the service.
    static var base: String { get }
    static var credentials: Credentials? { get }
}

extension LoopbackSubject {
    static var schema: String { name }
    static var base: String { "" }
    static var credentials: Credentials? { nil }
    /// The credentials that a hand-written client sends; the services check that they exist.
    static var authorization: String { "Token 0123" }

    /// A session with a server on loopback.
    static func session(_ url: String) -> NetworkingSession {
        NetworkingSession(url: url + base, credentials: credentials)
    }
}

/// A subject whose service has conventions that no schema declares; the example server implements
/// them.
protocol ExampleSubject: LoopbackSubject {
    static var dialect: ServiceDialect { get }
    /// The collection of the subject.
    static var collection: String { get }
    /// The collections of the service.
    static var schemas: [RecordSchema] { get }
}

extension DatasetteSubject: LoopbackSubject {
    static let base = "/data"
    static let credentials: Credentials? = .token("dstok")
}

extension EveSubject: LoopbackSubject {}

extension GitHubSubject: LoopbackSubject {
    static let schema = "github"
    static let credentials: Credentials? = .token("ghp")
}

extension JSONAPISubject: LoopbackSubject {
    static let schema = "jsonapi"
    static let base = "/api"
    static let credentials: Credentials? = .token("json")
}

extension KintoSubject: LoopbackSubject {
    static let base = "/v1"
    static let credentials: Credentials? = .user("ann", password: "secret")
}

extension ODataSubject: LoopbackSubject {
    static let schema = "odata"
    static let credentials: Credentials? = .token("od")
}

extension PostgRESTSubject: LoopbackSubject {
    static let schema = "postgrest"
    static let credentials: Credentials? = .token("anon")
}

extension StripeSubject: LoopbackSubject {
    static let base = "/v1"
    static let credentials: Credentials? = .token("sk")
}

extension DjangoSubject: ExampleSubject {
    static let dialect = ServiceDialect.djangoREST
    static let base = "/api"
    static let collection = "tasks"
    static let credentials: Credentials? = .key("Token 0123")
    static let schemas = [
        RecordSchema(
            "tasks",
            [
                "title": .init(.trimmedText, isRequired: true),
                "host": .init(.reference(to: "hosts"), isRequired: true),
                "state": .init(.text, else: "\"open\""), "priority": .init(.integer, else: "0"),
                "notes": .init(.text, isNullable: true, else: "null"),
                "due": .init(.text, isNullable: true, else: "null"),
                "hours": .init(.decimal(places: 2), isNullable: true, else: "null"),
                "tags": .init(.list, else: "[]"),
            ]
        ),
        RecordSchema(
            "hosts",
            [
                "name": .init(.text, isRequired: true),
                "system": .init(.text, isRequired: true, isNullable: true),
                "address": .init(.text, else: "\"\""),
            ]
        ),
    ]
}

extension ReticentSubject: ExampleSubject {
    static let schema = DjangoSubject.schema
    static let dialect = ServiceDialect.reticent
    static let base = DjangoSubject.base
    static let collection = DjangoSubject.collection
    static let credentials = DjangoSubject.credentials
    static let schemas = DjangoSubject.schemas
}
