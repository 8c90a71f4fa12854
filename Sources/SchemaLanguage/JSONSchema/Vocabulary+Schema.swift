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
                Key(
                    "version",
                    .number(from: 1),
                    "The version of the entities in this file, which grows by one with each change of what stores have "
                        + "of them."
                ),
                Key(
                    "typedIdentities",
                    .boolean,
                    "Whether the identities of the entities in this file have types of their own, unless an entity "
                        + "specifies otherwise."
                ),
                Key("api", .text, "The API that everything in this file belongs to."),
                Key(
                    "apis",
                    declarations("api"),
                    "Services: where they are, how they write things."
                ),
                Key("enums", declarations("enum"), "Closed lists of texts or whole numbers."),
                Key("scalars", declarations("scalar"), "Domain types on a representation in JSON."),
                Key("unions", declarations("union"), "Values of one of several types."),
                Key("mixins", declarations("mixin"), "Groups of properties that others include."),
                Key("values", declarations("value"), "Structures without identity."),
                Key("entities", declarations("entity"), "Structures with identity."),
                Key("endpoints", declarations("endpoint"), "Requests that the services answer."),
                Key("repositories", declarations("repository"), "What an app sees of the data."),
            ]
        ),
        [
            api, authentication, enumeration, enumerationCase, scalar, union, unionCase, mixin,
            value, entity,
            identity,
            property, file, formerProperty, parameter, field,
            pathParameter, endpoint, body, answer, repository, operation, keep, strategy,
            rule, conventions, media, envelope, requests, request, paging, token, total,
            dialect, filter, version, changes, cursor, errors, creation, batch,
        ]
    )

    private static func declarations(_ form: String) -> Shape {
        .map(.declarations, .form(form))
    }

    static func words<Word: CaseIterable & RawRepresentable<String>>(
        _ type: Word.Type
    ) -> Shape {
        .words(type.allCases.map(\.rawValue))
    }

    static let doc = Key("doc", .text, "The documentation.")
    static let belongsTo = Key("api", .text, "The API that it belongs to.")
    static let properties = Key(
        "properties",
        .map(.properties, .property(form: "property")),
        "The properties by name. `name: T` is there and not null, `name: T?` may be null, `name?: T` "
            + "may be absent, `name?: T?` may be either."
    )
    static let dateFormats = Shape.oneOrMany(words(DateFormat.self))

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
                .either([.list(.scalar), .map(.atLeastOne, .either([.form("case"), .scalar]))]),
                "The cases: a list of names, or a mapping of names to what they are on the wire.",
                required: true
            ),
            Key(
                "unknown",
                .words(["keep", "fail"]),
                "What becomes of a value that is not in the list; it is kept unless this says fail."
            ),
            conforms,
        ]
    )

    private static let enumerationCase = Form(
        "case",
        "A case of an enum.",
        [
            Key("value", .anything, "What it is on the wire, where it is not its name."),
            Key(
                "was",
                .oneOrMany(.scalar),
                "What it was on the wire in earlier versions of an app, whose stored documents are converted."
            ),
            doc,
        ]
    )

    private static let scalar = Form(
        "scalar",
        "A domain type on a representation in JSON.",
        [
            doc, belongsTo,
            Key(
                "swift",
                .text,
                "What it is in Swift: a type of the language, or a type of your own that conforms to "
                    + "ScalarRepresentable.",
                required: true
            ),
            Key("import", .text, "The module of a type of your own."),
            json, format,
        ]
    )

    private static let conforms = Key(
        "conforms",
        .oneOrMany(.text),
        "Protocols to conform to, beyond those that come by themselves."
    )
    private static let hashable = Key(
        "hashable",
        .boolean,
        "Whether it is Hashable; it is, unless this says false or something in it is not."
    )
    private static let unknownKeys = Key(
        "unknownKeys",
        .words(["ignore", "keep"]),
        "What becomes of keys that the schema does not know; keep carries them from a read to a write."
    )

    private static let union = Form(
        "union",
        "A value of one of several types.",
        [
            doc, belongsTo,
            Key(
                "discriminator",
                .text,
                "The key whose value tells the cases apart; without it the kind of JSON value does."
            ),
            Key(
                "cases",
                .map(.atLeastOne, .either([.type, .form("unionCase")])),
                "The types by the names of their cases.",
                required: true
            ),
            Key(
                "unknown",
                .words(["keep", "fail"]),
                "What becomes of a value of no case; it is kept as JSON unless this says fail."
            ),
            conforms, hashable,
        ]
    )

    private static let unionCase = Form(
        "unionCase",
        "A case of a union.",
        [
            Key("type", .type, "The type.", required: true),
            Key("tag", .text, "The value of the discriminator, where it is not the name."), doc,
        ]
    )

    private static let include = Key(
        "include",
        .oneOrMany(.text),
        "The mixins whose properties it has too, after its own."
    )

    private static let mixin = Form(
        "mixin",
        "A group of properties that others include.",
        [doc, include, properties]
    )

    private static let value = Form(
        "value",
        "A structure without identity.",
        [doc, belongsTo, include, conforms, hashable, unknownKeys, properties]
    )

    private static let entity = Form(
        "entity",
        "A structure with identity.",
        [
            doc, belongsTo,
            Key(
                "id",
                .either([identityType, .form("identity")]),
                "The identity: String, UUID or a whole number.",
                required: true
            ),
            Key(
                "resource",
                .string(#"^[^\s!-/:-@\[-`{-~]([^!-,./:-@\[-^`{-~]*[^\s!-/:-@\[-`{-~])?$"#),
                "The type of its resources, where a service speaks JSON:API."
            ),
            include, conforms, hashable, unknownKeys,
            Key(
                "indexes",
                .list(.list(.text)),
                "Properties that queries ask for together: the last one of each list may be a range or an order."
            ),
            Key(
                "unique",
                .oneOrMany(.oneOrMany(.text)),
                "Properties of which no two entities may have the same value, or lists of those that are unique "
                    + "together; a local write that would make two is refused."
            ),
            Key("search", .oneOrMany(.text), "The properties that full-text search looks in."),
            Key(
                "was",
                .oneOrMany(.text),
                "The names that it had in earlier versions of an app, whose stored entities and pending writes become "
                    + "those of this one."
            ),
            properties,
        ]
    )
}
