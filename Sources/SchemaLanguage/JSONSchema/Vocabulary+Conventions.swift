/// The forms of what a service has otherwise than plain REST.
extension Vocabulary {
    /// Conventions by a name, or as a mapping.
    static let conventionsShape = Shape.either([
        .words(ConventionsProfile.names), .form("conventions"),
    ])

    static let conventions = Form(
        "conventions",
        "How a service writes what repositories ask of it; what is not said is as in plain REST.",
        [
            Key(
                "like",
                .words(ConventionsProfile.names),
                "The conventions of a family of services, which these begin with."
            ),
            Key("media", .either([mediaType, .form("media")]), "The media types of bodies."),
            Key(
                "envelope",
                .either([.words(["none"]), keysOnly, .form("envelope")]),
                "Where entities stand in bodies: one key path for all, or one for each, or `none`."
            ),
            Key(
                "resource",
                words(ConventionsParser.ResourceForm.self),
                "The form of an entity: an object of its properties, or a resource of JSON:API."
            ),
            Key("requests", .form("requests"), "Where requests go, by what they ask for."),
            Key(
                "paging",
                .either([words(PagingParser.Word.self), .form("paging")]),
                "How listings are divided into pages."
            ),
            Key("query", .form("dialect"), "How criteria are written in a query."),
            Key(
                "versions",
                .either([words(ConventionsParser.VersionWord.self), .form("version")]),
                "How a state of an entity is told from another: by the entity tag in a header, by a "
                    + "property, or not at all."
            ),
            Key(
                "tombstone",
                .either([.words(["none"]), keyPath, .map(.oneKeyPath, .text)]),
                "The key path of what is true of an entity that is no more, and still listed; or of since "
                    + "when it is; or with it what stands there."
            ),
            Key(
                "changes",
                .either([.words(["none"]), .form("changes")]),
                "How a synchronizer asks for what has changed since it asked before."
            ),
            Key(
                "patches",
                words(CheckedConventions.PatchForm.self),
                "How the properties that change are written."
            ),
            Key("errors", .form("errors"), "Where a failure has its message, code and fields."),
            Key(
                "creation",
                .either([words(ConventionsParser.CreationWord.self), .form("creation")]),
                "How it is found out whether a creation without an answer has happened."
            ),
            Key(
                "backoff",
                orNone(headerName),
                "The header field by which the service asks to be left alone for a time, or `none`."
            ),
            Key(
                "batch",
                .form("batch"),
                "How many creations go in one request, as an array or as requests within it."
            ),
        ]
    )

    static let media = Form(
        "media",
        "The media types of bodies.",
        [
            Key("sent", mediaType, "The media type of what is sent."),
            Key("accepted", mediaType, "The media type that is asked for."),
            Key("patch", mediaType, "The media type of a patch."),
        ]
    )

    static let envelope = Form(
        "envelope",
        "Where entities stand in bodies.",
        [
            Key(
                "one",
                orNone(keyPathOrElement),
                "The key path of one entity in an answer, or `none`."
            ),
            Key("list", orNone(keyPath), "The key path of many in an answer, or `none`."),
            Key("sent", orNone(keysOnly), "The key path of an entity in what is sent, or `none`."),
        ]
    )

    static let requests = Form(
        "requests",
        "Where requests go, by what they ask for.",
        [
            Key("list", request(.list), "Where entities are asked for."),
            Key("read", request(.read), "Where one entity is asked for."),
            Key("create", request(.create), "Where a new one is sent."),
            Key("update", request(.update), "Where one is sent in the place of another."),
            Key("patch", request(.patch), "Where the properties that change are sent."),
            Key("delete", request(.delete), "Where one is deleted."),
            Key("synchronize", request(.synchronize), "Where many new ones are sent at once."),
        ]
    )

    static let request = Form(
        "request",
        "A method and a path, and what is said and sent beside the entity.",
        rule: .alternatives(
            alternatives(ConventionalRequestParser.methods.map { [$0.rawValue] } + [[]])
        ),
        ConventionalRequestParser.methods.map { method in
            Key(
                method.rawValue,
                .text,
                "The path of a \(method.rawValue.uppercased()) request; {path} is that of the "
                    + "collection, {id} the identity."
            )
        } + [
            Key("query", .map(.any, .text), "What this one always says in its query."),
            Key("sent", keysOnly, "The key path of the entity in what this one sends."),
            Key("with", .map(.any, .text), "What this one sends beside the entity."),
        ]
    )

    static let paging = Form(
        "paging",
        "How listings are divided into pages; one key selects how the next page is requested.",
        rule: .alternatives(
            alternatives(
                [
                    ["next"], ["header"], ["token", "parameter"], ["page"], ["offset"], ["lastID"],
                    ["link"],
                ],
                optional: ["page": ["first"]]
            )
        ),
        [
            Key("next", keyPath, "The key path of the next page's URL in a response."),
            Key("header", headerName, "The header field with the next page's URL."),
            Key("link", .onlyTrue, "Whether the header field `Link` has the next page's URL."),
            Key(
                "token",
                .either([keyPath, .form("token")]),
                "The token for the next request: its key path, or its header field."
            ),
            Key("page", parameterName, "The query parameter with the number of the page."),
            Key(
                "offset",
                parameterName,
                "The query parameter with the number of entities before the page."
            ),
            Key(
                "lastID",
                parameterName,
                "The query parameter with the identity of the last entity of the previous page."
            ),
            Key("parameter", parameterName, "The query parameter with the token."),
            Key("first", .number(from: 0), "The number of the first page: 1, or 0."),
            Key(
                "more",
                keyPath,
                "The key path of the flag that is true while there are more pages."
            ),
            Key(
                "size",
                .number(from: 1),
                "How many entities a full page has."
            ),
            Key("sizeParameter", parameterName, "The query parameter with the size of a page."),
            Key(
                "total",
                .either([keyPath, .form("total")]),
                "The total number of entities: its key path, or its header field."
            ),
        ]
    )

    static let token = Form(
        "token",
        "The header field with the token.",
        [Key("header", headerName, "The header field.", required: true)]
    )

    static let total = Form(
        "total",
        "The header field with the total number of entities.",
        rule: .exactlyOne(["header", "head"]),
        [
            Key("header", headerName, "The header field of a listing."),
            Key(
                "head",
                headerName,
                "The header field of the response to a HEAD request, sent once."
            ),
        ]
    )

    static let changes = Form(
        "changes",
        "How a synchronizer asks for what has changed; what is no more must have a tombstone.",
        rule: .exactlyOne(["parameter", "header"]),
        [
            Key("parameter", parameterName, "The query parameter that says since when."),
            Key("header", headerName, "The header field that says since when."),
            Key(
                "cursor",
                .form("cursor"),
                "Where a listing says how far it goes.",
                required: true
            ),
        ]
    )

    static let cursor = Form(
        "cursor",
        "Where a listing says how far it goes, to ask from there the next time.",
        rule: .exactlyOne(["header", "property"]),
        [
            Key("header", headerName, "The header field of its first page, sent again as it is."),
            Key("property", keyPath, "The key path of a property: the greatest on the first page."),
        ]
    )

    static let dialect = Form(
        "dialect",
        "How criteria are written in a query.",
        [
            Key(
                "filter",
                .either([.words(["none"]), .form("filter")]),
                "How conditions are written, or `none`."
            ),
            Key("sort", orNone(parameterName), "The parameter with the order, or `none`."),
            Key(
                "ascending",
                orderTemplate,
                "How an order by a key is written, with {key}; with `=` it has its own parameters."
            ),
            Key(
                "descending",
                orderTemplate,
                "How the opposite order is written, with {key}; with `=` it has its own parameters."
            ),
            Key("limit", orNone(parameterName), "The parameter with how many at most, or `none`."),
            Key(
                "offset",
                orNone(parameterName),
                "The parameter with how many are left out, or `none`."
            ),
        ]
    )

    private static let operators = CheckedConventions.Filter.Operator.allCases.map(\.rawValue)

    static let filter = Form(
        "filter",
        "How conditions are written: a parameter for each operator, or one for all.",
        rule: .alternatives(
            [
                Alternative(required: [], excluded: ["document", "objects"]),
                Alternative(required: ["document"], excluded: operators + ["objects"]),
                Alternative(required: ["objects"], excluded: operators + ["document"]),
            ]
        ),
        CheckedConventions.Filter.Operator.allCases.map { name in
            Key(
                name.rawValue,
                name == .isNull ? template : valueTemplate,
                name == .isNull
                    ? "The parameter of `isNull` and its value, with {key}."
                    : "The parameter of `\(name.rawValue)`, with {key}; with `=` also its value, with {value}."
            )
        } + [
            Key("document", parameterName, "The parameter with one document as MongoDB has it."),
            Key("objects", parameterName, "The parameter with one array of filter objects."),
        ]
    )

    static let version = Form(
        "version",
        "The property that tells a state from another.",
        [
            Key("key", keyPath, "Its key path.", required: true),
            Key("quoted", .boolean, "Whether the service wants it in quotes in `If-Match`."),
        ]
    )

    static let errors = Form(
        "errors",
        "Where a failure has its message, code and fields; the common places need no declaration.",
        [
            Key(
                "message",
                .oneOrMany(keyPath),
                "The key path of the message, or several, of which the first that exists counts."
            ),
            Key("code", keyPath, "The key path of the service's own code."),
            Key(
                "fields",
                keyPathOrWhole,
                "The key path of the errors of single properties; `.` is the whole body."
            ),
            Key("fieldKey", keyPath, "The key path of the property's key in an element of a list."),
            Key(
                "fieldMessage",
                keyPath,
                "The key path of the message in an element of a list, or in an object by property."
            ),
            Key(
                "current",
                keyPath,
                "The key path of the server's entity in the body of a conflict."
            ),
        ]
    )

    static let batch = Form(
        "batch",
        "Many creations in one request.",
        [
            Key(
                "path",
                .string("^[^{}?#\\s]*$"),
                "The path of a request that has one for each in it, or `none`; without it they are an array."
            ),
            Key("limit", .number(from: 1), "How many the service takes at once."),
        ]
    )

    static let creation = Form(
        "creation",
        "The header field by which a service knows a creation that comes twice.",
        [
            Key("idempotencyKey", headerName, "The header field.", required: true),
            Key("lifetime", duration, "How long the service knows a key at least."),
        ]
    )
}
