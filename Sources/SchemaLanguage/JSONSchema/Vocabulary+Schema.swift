extension Vocabulary {
    /// The vocabulary of the schema language.
    package static let schema = Vocabulary(
        title: "A schema of Repogen",
        root: Form(
            "schema",
            "Entities, endpoints and repositories, from which Repogen generates Swift.",
            [
                Key(
                    "repogen",
                    .version(SchemaParser.version),
                    "The version of the schema language.",
                    required: true
                ),
                Key("api", .text, "The API that everything in this file belongs to."),
                Key(
                    "apis",
                    declarations("api"),
                    "Services: where they are, how they write things."
                ),
                Key("enums", declarations("enum"), "Closed lists of texts or whole numbers."),
                Key("values", declarations("value"), "Structures without identity."),
                Key("entities", declarations("entity"), "Structures with identity."),
                Key("endpoints", declarations("endpoint"), "Requests that the services answer."),
                Key("repositories", declarations("repository"), "What an app sees of the data."),
            ]
        ),
        [
            api, enumeration, enumerationCase, value, entity, identity, property, parameter,
            pathParameter, endpoint, repository, operation,
        ]
    )

    private static func declarations(_ form: String) -> Shape {
        .map(.declarations, .form(form))
    }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(
        _ type: Word.Type
    ) -> Shape {
        .words(type.allCases.map(\.rawValue))
    }

    private static let doc = Key("doc", .text, "The documentation.")
    private static let belongsTo = Key("api", .text, "The API that it belongs to.")
    private static let properties = Key(
        "properties",
        .map(.properties, .property(form: "property")),
        "The properties by name. `name: T` is there and not null, `name: T?` may be null, `name?: T` "
            + "may be absent, `name?: T?` may be either."
    )
    private static let dateFormats = Shape.oneOrMany(words(DateFormat.self))

    private static let api = Form(
        "api",
        "A service.",
        [
            doc,
            Key(
                "baseURL",
                .either([.text, .map(.any, .text)]),
                "Where it is: one URL, or one for each environment."
            ),
            Key("keys", words(KeyStrategy.self), "How names become keys on the wire."),
            Key(
                "dates",
                dateFormats,
                "How dates are written: the first format that fits reads, the first writes."
            ),
            Key("headers", .map(.any, .text), "The header fields of every request."),
        ]
    )

    private static let enumeration = Form(
        "enum",
        "A closed list of texts or whole numbers.",
        [
            doc, belongsTo,
            Key(
                "type",
                .words(
                    PrimitiveType.allCases.filter { $0 == .string || $0.isInteger }
                        .map(\.rawValue)
                ),
                "What it is on the wire: String, or a whole number."
            ),
            Key(
                "cases",
                .either([.list(.text), .map(.any, .either([.form("case"), .scalar]))]),
                "The cases: a list of names, or a mapping of names to what they are on the wire.",
                required: true
            ),
            Key(
                "unknown",
                .words(["keep", "fail"]),
                "What becomes of a value that is not in the list; it is kept unless this says fail."
            ),
        ]
    )

    private static let enumerationCase = Form(
        "case",
        "A case of an enum.",
        [Key("value", .anything, "What it is on the wire, where it is not its name."), doc]
    )

    private static let value = Form(
        "value",
        "A structure without identity.",
        [doc, belongsTo, properties]
    )

    private static let entity = Form(
        "entity",
        "A structure with identity.",
        [
            doc, belongsTo,
            Key(
                "id",
                .property(form: "identity"),
                "The identity: String, UUID or a whole number.",
                required: true
            ),
            properties,
        ]
    )

    private static let identity = Form(
        "identity",
        "The identity of an entity.",
        [
            Key("type", .type, "The type: String, UUID or a whole number.", required: true), key,
            Key(
                "assignedBy",
                words(CheckedEntity.IdentityOrigin.self),
                "Who makes the identity of a new entity; the server, unless this says otherwise."
            ),
            doc,
        ]
    )

    // MARK: - Properties

    private static let type = Key(
        "type",
        .typeWithDefault,
        "The type: a primitive such as Int, a declared name, [T], { String: T } or T?.",
        required: true
    )
    private static let key = Key("key", .text, "The key on the wire, where it is not the name.")
    private static let defaultValue = Key(
        "default",
        .anything,
        "The value when the key is absent, and in the initialiser."
    )
    private static let format = Key("format", dateFormats, "How the date in it is written.")

    private static let property = Form(
        "property",
        "A property.",
        [
            type, key, defaultValue, format,
            Key("readOnly", .boolean, "Only the server writes it: it is in no Draft and no Patch."),
            doc,
        ]
    )

    private static let parameter = Form(
        "parameter",
        "A parameter of a query or a header.",
        [type, key, defaultValue, format, doc]
    )

    private static let pathParameter = Form(
        "pathParameter",
        "A parameter of a path.",
        [
            type, key, format,
            Key(
                "transform",
                words(CheckedParameter.Transform.self),
                "What happens to the text before it is sent."
            ),
            doc,
        ]
    )

    // MARK: - Requests

    private static let endpoint = Form(
        "endpoint",
        "A request.",
        rule: .exactlyOne(CheckedEndpoint.Method.allCases.map(\.rawValue)),
        [doc, belongsTo]
            + CheckedEndpoint.Method.allCases.map { method in
                Key(
                    method.rawValue,
                    .text,
                    "The path of a \(method.rawValue.uppercased()) request; {name} is a parameter."
                )
            } + [
                Key(
                    "path",
                    .map(.properties, .property(form: "pathParameter")),
                    "The parameters of the path; one that is not here is a String."
                ),
                Key("query", .map(.properties, .property(form: "parameter")), "The query."),
                Key(
                    "headers",
                    .map(.properties, .property(form: "parameter")),
                    "The header fields that the caller gives."
                ),
                Key("body", .type, "The type of what is sent."),
                Key(
                    "response",
                    .type,
                    "The type of what comes back; nothing, where it is left out."
                ),
                Key(
                    "errors",
                    .map(.statuses, .type),
                    "The type of what comes back with a status that is a failure."
                ),
                Key("environment", .text, "The environment, where it has one of its own."),
                Key("example", .anything, "What the mock environment answers."),
            ]
    )

    private static let repository = Form(
        "repository",
        "What an app sees: a protocol, an implementation and a mock.",
        rule: .alternatives([
            Alternative(required: ["operations"], excluded: ["entity", "path", "remote"]),
            Alternative(required: ["entity", "path"], excluded: ["operations"]),
        ]),
        [
            doc,
            Key(
                "operations",
                .map(.any, .either([.text, .form("operation")])),
                "Functions by name, each with the endpoint that it calls."
            ),
            Key("entity", .text, "The entity that it keeps."),
            Key("path", .text, "The path of the collection."),
            Key(
                "remote",
                .list(words(CheckedRepository.RemoteOperation.self)),
                "What the server offers for the entity."
            ),
        ]
    )

    private static let operation = Form(
        "operation",
        "A function of a repository.",
        [Key("endpoint", .text, "The endpoint that it calls.", required: true), doc]
    )
}
