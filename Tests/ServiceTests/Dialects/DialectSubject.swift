import ExampleServer
import RepositoryRuntime

/// A subject whose service the example server can be, too.
protocol DialectSubject: Subject {
    static var dialect: ServiceDialect { get }
    /// The path of the service behind that of the dialect.
    static var base: String { get }
    /// The collection of the subject.
    static var collection: String { get }
    /// The collections of the service.
    static var schemas: [RecordSchema] { get }
    static var credentials: Credentials? { get }
}

extension DialectSubject {
    static var base: String { "" }
    static var collection: String { "tasks" }
    static var credentials: Credentials? { nil }
    /// What a client says by hand of who asks; the services look whether it is there.
    static var authorization: String { "Token 0123" }

    /// A session with a server that speaks the dialect.
    static func session(_ url: String) -> NetworkingSession {
        NetworkingSession(url: "\(url)/\(dialect.rawValue)\(base)", credentials: credentials)
    }
}

extension DatasetteSubject: DialectSubject {
    static let dialect = ServiceDialect.datasette
    static let base = "/data"
    static let credentials: Credentials? = .token("dstok")
    static let schemas = [
        RecordSchema(
            "tasks",
            [
                "title": .init(.text, isRequired: true), "priority": .init(.integer, else: "0"),
                "done": .init(.flag, else: "0"), "hours": .init(.integer, isNullable: true),
                "notes": .init(.text, isNullable: true), "tags": .init(.text, isNullable: true),
            ]
        )
    ]
}

extension DjangoSubject: DialectSubject {
    static let dialect = ServiceDialect.djangoREST
    static let base = "/api"
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

extension EveSubject: DialectSubject {
    static let dialect = ServiceDialect.eve
    static let collection = "works"
    static let schemas = [
        RecordSchema(
            "works",
            [
                "title": .init(.text, isRequired: true), "priority": .init(.integer, else: "0"),
                "notes": .init(.text, isNullable: true), "tags": .init(.list, else: "[]"),
                "place": .init(.object), "finished": .init(.text),
            ]
        )
    ]
}

extension GitHubSubject: DialectSubject {
    static let dialect = ServiceDialect.gitHub
    static let collection = "milestones"
    static let credentials: Credentials? = .token("ghp")
    static let schemas = [
        RecordSchema(
            "milestones",
            identityKey: "number",
            [
                "title": .init(.text, isRequired: true), "priority": .init(.integer, else: "0"),
                "description": .init(.text, isNullable: true, else: "null"),
                "labels": .init(.list, else: "[]"),
                "due_on": .init(.text, isNullable: true, else: "null"),
            ]
        )
    ]
}

extension JSONAPISubject: DialectSubject {
    static let dialect = ServiceDialect.jsonAPI
    static let collection = "articles"
    static let base = "/api"
    static let credentials: Credentials? = .token("json")
    static let schemas = [
        RecordSchema(
            "articles",
            [
                "title": .init(.text, isRequired: true), "rating": .init(.integer, else: "0"),
                "body": .init(.text, isNullable: true, else: "null"),
                "tags": .init(.list, isNullable: true, else: "null"),
                "details": .init(.object, isNullable: true, else: "null"),
                "author": .init(.reference(to: "people"), isNullable: true, else: "null"),
            ]
        ),
        RecordSchema(
            "people",
            takesIdentities: true,
            [
                "name": .init(.text, isRequired: true),
                "email": .init(.text, isNullable: true, else: "null"),
            ]
        ),
    ]
}

extension KintoSubject: DialectSubject {
    static let dialect = ServiceDialect.kinto
    static let base = "/v1"
    static let credentials: Credentials? = .user("ann", password: "secret")
    static let schemas = [RecordSchema("tasks", [:])]
}

extension ODataSubject: DialectSubject {
    static let dialect = ServiceDialect.oData
    static let collection = "Tickets"
    static let credentials: Credentials? = .token("od")
    static let schemas = [
        RecordSchema(
            "Tickets",
            identityKey: "TicketId",
            [
                "Title": .init(.text, isRequired: true), "Priority": .init(.integer, else: "0"),
                "Notes": .init(.text, isNullable: true, else: "null"),
                "Labels": .init(.list, else: "[]"),
                "DueOn": .init(.text, isNullable: true, else: "null"),
            ]
        )
    ]
}

extension PostgRESTSubject: DialectSubject {
    static let dialect = ServiceDialect.postgREST
    static let collection = "errands"
    static let credentials: Credentials? = .token("anon")
    static let schemas = [
        RecordSchema(
            "errands",
            [
                "title": .init(.text, isRequired: true), "priority": .init(.integer, else: "0"),
                "notes": .init(.text, isNullable: true, else: "null"),
                "tags": .init(.list, else: "[]"),
                "due_on": .init(.text, isNullable: true, else: "null"),
            ]
        )
    ]
}

extension ReticentSubject: DialectSubject {
    static let dialect = ServiceDialect.reticent
    static let base = DjangoSubject.base
    static let credentials = DjangoSubject.credentials
    static let schemas = DjangoSubject.schemas
}

extension StripeSubject: DialectSubject {
    static let dialect = ServiceDialect.stripe
    static let collection = "customers"
    static let base = "/v1"
    static let credentials: Credentials? = .token("sk")
    static let schemas = [
        RecordSchema(
            "customers",
            [
                "name": .init(.text, isNullable: true, else: "null"),
                "balance": .init(.integer, else: "0"),
                "description": .init(.text, isNullable: true, else: "null"),
                "preferred_locales": .init(.list, else: "[]"),
                "metadata": .init(.object, else: "{}"),
                "address": .init(.object, isNullable: true, else: "null"),
            ]
        )
    ]
}
