extension Vocabulary {
    /// The vocabulary of the schema language.
    package static let schema = Vocabulary(
        title: "A schema of Repogen",
        root: Form(
            "schema",
            "A schema file, from which Repogen generates Swift.",
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
                    "The version of the stored form of this file's entities. Increase it by one with each change."
                ),
                Key(
                    "typedIdentities",
                    .boolean,
                    "Whether each entity of this file has an identity type of its own. An identity can override it: "
                        + "`id: { type: Int, typed: false }`."
                ),
                Key("api", .text, "The API that everything in this file belongs to."),
                Key("apis", declarations("api"), "Services, with their URLs and conventions."),
                Key("enums", declarations("enum"), "Strings or integers from a list of cases."),
                Key(
                    "scalars",
                    declarations("scalar"),
                    "Domain types that JSON represents as simple types."
                ),
                Key("unions", declarations("union"), "Values of one of several types."),
                Key(
                    "mixins",
                    declarations("mixin"),
                    "Groups of properties that other types include."
                ),
                Key("values", declarations("value"), "Structures without an identity."),
                Key("entities", declarations("entity"), "Structures with an identity."),
                Key("endpoints", declarations("endpoint"), "Single requests to services."),
                Key(
                    "repositories",
                    declarations("repository"),
                    "The interfaces through which an app reads and writes data."
                ),
            ]
        ),
        [
            api, authentication, enumeration, enumerationCase, scalar, union, unionCase, mixin,
            value, entity,
            identity,
            property, file, formerProperty, parameter, field,
            pathParameter, endpoint, body, response, repository, operation, keep, strategy,
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

    static let doc = Key("doc", .text, "The documentation, in Markdown.")
    static let belongsTo = Key("api", .text, "The API that this declaration belongs to.")
    static let properties = Key(
        "properties",
        .map(.properties, .property(form: "property")),
        "The properties by name. `name: T` is required, `name: T?` nullable, `name?: T` optional, and "
            + "`name?: T?` both."
    )
    static let dateFormats = Shape.oneOrMany(words(DateFormat.self))

    private static let enumeration = Form(
        "enum",
        "A string or integer from a list of cases.",
        [
            doc, belongsTo,
            Key(
                "type",
                .words(
                    PrimitiveType.allCases.filter { $0 == .string || $0.isInteger }
                        .map(\.rawValue)
                ),
                "The type in JSON: `String` or an integer type."
            ),
            Key(
                "cases",
                .either([.list(.scalar), .map(.atLeastOne, .either([.form("case"), .scalar]))]),
                "The cases: an array of names, or a mapping of names to values in JSON.",
                required: true
            ),
            Key(
                "unknown",
                .words(["keep", "fail"]),
                "How a value that is not in the list is handled: `keep` preserves it, `fail` is an error."
            ),
            conforms,
        ]
    )

    private static let enumerationCase = Form(
        "case",
        "A case of an enum.",
        [
            Key("value", .anything, "The value in JSON, if it is not the name of the case."),
            Key(
                "was",
                .oneOrMany(.scalar),
                "The values in JSON that the case had in earlier versions of the app. Stored documents are converted."
            ),
            doc,
        ]
    )

    private static let scalar = Form(
        "scalar",
        "A domain type that JSON represents as a simple type.",
        [
            doc, belongsTo,
            Key(
                "swift",
                .text,
                "The type in Swift: a built-in type, or your own type that conforms to `ScalarRepresentable`.",
                required: true
            ),
            Key("import", .text, "The module that declares your own type."),
            json, format,
        ]
    )

    private static let conforms = Key(
        "conforms",
        .oneOrMany(.text),
        "Protocols to conform to, in addition to the generated conformances."
    )
    private static let hashable = Key(
        "hashable",
        .boolean,
        "Whether the type conforms to `Hashable`."
    )
    private static let unknownKeys = Key(
        "unknownKeys",
        .words(["ignore", "keep"]),
        "How keys that the schema does not declare are handled: `ignore` drops them, `keep` preserves them, so that a "
            + "write sends back what was read."
    )

    private static let union = Form(
        "union",
        "A value of one of several types.",
        [
            doc, belongsTo,
            Key(
                "discriminator",
                .text,
                "The key whose value identifies the case. Without it, the kind of JSON value does."
            ),
            Key(
                "cases",
                .map(.atLeastOne, .either([.type, .form("unionCase")])),
                "The types, by the names of their cases.",
                required: true
            ),
            Key(
                "unknown",
                .words(["keep", "fail"]),
                "How a value of no known case is handled: `keep` preserves it as JSON, `fail` is an error."
            ),
            conforms, hashable,
        ]
    )

    private static let unionCase = Form(
        "unionCase",
        "A case of a union.",
        [
            Key("type", .type, "The type of the case.", required: true),
            Key("tag", .text, "The value of the discriminator, if it is not the name."), doc,
        ]
    )

    private static let include = Key(
        "include",
        .oneOrMany(.reference),
        "The mixins whose properties are added after the type's own."
    )

    private static let mixin = Form(
        "mixin",
        "A group of properties that other types include.",
        [doc, include, properties]
    )

    private static let value = Form(
        "value",
        "A structure without an identity.",
        [doc, belongsTo, include, conforms, hashable, unknownKeys, properties]
    )

    private static let entity = Form(
        "entity",
        "A structure with an identity.",
        [
            doc, belongsTo,
            Key(
                "id",
                .either([identityType, .form("identity")]),
                "The type of the identity: `String`, `UUID` or an integer type.",
                required: true
            ),
            Key(
                "resource",
                .string(#"^[^\s!-/:-@\[-`{-~]([^!-,./:-@\[-^`{-~]*[^\s!-/:-@\[-`{-~])?$"#),
                "The type of the entity's resources in JSON:API."
            ),
            include, conforms, hashable, unknownKeys,
            Key(
                "indexes",
                .list(.list(.text)),
                "Lists of properties that queries use together. Queries may use the last property of a list for a "
                    + "range or an order."
            ),
            Key(
                "unique",
                .oneOrMany(.oneOrMany(.text)),
                "Properties whose values are unique, or lists of properties that are unique together. A local write of "
                    + "a duplicate is rejected."
            ),
            Key("search", .oneOrMany(.text), "The properties that full-text search covers."),
            Key(
                "was",
                .oneOrMany(.text),
                "The names of the entity in earlier versions of the app. Stored documents and pending writes are "
                    + "converted."
            ),
            properties,
        ]
    )
}
