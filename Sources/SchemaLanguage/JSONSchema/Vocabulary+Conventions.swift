/// The forms of conventions, by which services deviate from plain REST.
extension Vocabulary {
    /// Conventions by a name, or as a mapping.
    static let conventionsShape = Shape.either([
        .words(ConventionsProfile.names), .form("conventions"),
    ])

    static let conventions = Form(
        "conventions",
        "How a service deviates from plain REST.",
        [
            Key(
                "like",
                .words(ConventionsProfile.names),
                "The profile that these conventions are based on."
            ),
            Key("media", .either([mediaType, .form("media")]), "The media types of bodies."),
            Key(
                "envelope",
                .either([.words(["none"]), keysOnly, .form("envelope")]),
                "The key path of entities in bodies, separate key paths, or `none`."
            ),
            Key(
                "resource",
                words(ConventionsParser.ResourceForm.self),
                "The form of an entity: an object with its properties, or a resource of JSON:API."
            ),
            Key("requests", .form("requests"), "The methods and paths of requests, by operation."),
            Key(
                "paging",
                .either([words(PagingParser.Word.self), .form("paging")]),
                "How listings are divided into pages."
            ),
            Key(
                "query",
                .form("dialect"),
                "How conditions, order and limits are written in a query."
            ),
            Key(
                "versions",
                .either([words(ConventionsParser.VersionWord.self), .form("version")]),
                "How versions of an entity are identified: by the entity tag, by a property, or not at all."
            ),
            Key(
                "tombstone",
                .either([.words(["none"]), keyPath, .map(.oneKeyPath, .text)]),
                "The key path of the mark of deleted entities that are still listed: a flag, a date, or a given value."
            ),
            Key(
                "changes",
                .either([.words(["none"]), .form("changes")]),
                "How a synchronizer requests only the changes since the last synchronization."
            ),
            Key(
                "patches",
                words(CheckedConventions.PatchForm.self),
                "The format of patches."
            ),
            Key(
                "errors",
                .form("errors"),
                "Where error responses have their message, code and fields."
            ),
            Key(
                "creation",
                .either([words(ConventionsParser.CreationWord.self), .form("creation")]),
                "How a synchronizer finds out whether a creation without a response has succeeded."
            ),
            Key(
                "backoff",
                orNone(headerName),
                "The header field by which the service requests a pause, or `none`."
            ),
            Key(
                "batch",
                .form("batch"),
                "How several creations are sent in one request."
            ),
        ]
    )

    static let media = Form(
        "media",
        "The media types of bodies.",
        [
            Key("sent", mediaType, "The media type of request bodies."),
            Key("accepted", mediaType, "The media type that requests accept."),
            Key("patch", mediaType, "The media type of patches."),
        ]
    )

    static let envelope = Form(
        "envelope",
        "The key paths of entities in bodies.",
        [
            Key(
                "one",
                orNone(keyPathOrElement),
                "The key path of a single entity in a response, or `none`."
            ),
            Key("list", orNone(keyPath), "The key path of the array in a listing, or `none`."),
            Key("sent", orNone(keysOnly), "The key path of the entity in a request, or `none`."),
        ]
    )

    static let requests = Form(
        "requests",
        "The methods and paths of requests, by operation.",
        [
            Key("list", request(.list), "The request that lists entities."),
            Key("read", request(.read), "The request that reads one entity."),
            Key("create", request(.create), "The request that creates an entity."),
            Key("update", request(.update), "The request that replaces an entity."),
            Key("patch", request(.patch), "The request that changes some properties."),
            Key("delete", request(.delete), "The request that deletes an entity."),
            Key(
                "synchronize",
                request(.synchronize),
                "The request that creates several entities."
            ),
        ]
    )

    static let request = Form(
        "request",
        "A request of a repository: its method, its path, and constants.",
        rule: .alternatives(
            alternatives(ConventionalRequestParser.methods.map { [$0.rawValue] } + [[]])
        ),
        ConventionalRequestParser.methods.map { method in
            Key(
                method.rawValue,
                .text,
                "The path of a request with this method; `{path}` is the path of the collection, `{id}` the identity."
            )
        } + [
            Key("query", .map(.any, .text), "Constant query parameters of the request."),
            Key("sent", keysOnly, "The key path of the entity in the body of the request."),
            Key("with", .map(.any, .text), "Constant properties of the body, next to the entity."),
        ]
    )

    static let paging = Form(
        "paging",
        "How listings are divided into pages. One key selects how the next page is requested.",
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
            Key("page", parameterName, "The query parameter for the number of the page."),
            Key(
                "offset",
                parameterName,
                "The query parameter for the number of entities before the page."
            ),
            Key(
                "lastID",
                parameterName,
                "The query parameter for the identity of the last entity of the previous page."
            ),
            Key("parameter", parameterName, "The query parameter for the token."),
            Key("first", .number(from: 0), "The number of the first page."),
            Key(
                "more",
                keyPath,
                "The key path of a flag that is true while there are more pages."
            ),
            Key(
                "size",
                .number(from: 1),
                "The number of entities on a full page."
            ),
            Key("sizeParameter", parameterName, "The query parameter for the size of a page."),
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
        [Key("header", headerName, "The name of the header field.", required: true)]
    )

    static let total = Form(
        "total",
        "The header field with the total number of entities.",
        rule: .exactlyOne(["header", "head"]),
        [
            Key("header", headerName, "The header field in the response of a listing."),
            Key(
                "head",
                headerName,
                "The header field in the response of a HEAD request, which is sent once."
            ),
        ]
    )

    static let changes = Form(
        "changes",
        "How a synchronizer requests only changes. It requires a `tombstone`.",
        rule: .exactlyOne(["parameter", "header"]),
        [
            Key("parameter", parameterName, "The query parameter for the cursor."),
            Key("header", headerName, "The header field for the cursor."),
            Key(
                "cursor",
                .form("cursor"),
                "Where a listing contains the cursor for the next synchronization.",
                required: true
            ),
        ]
    )

    static let cursor = Form(
        "cursor",
        "Where a listing contains the cursor for the next synchronization.",
        rule: .exactlyOne(["header", "property"]),
        [
            Key(
                "header",
                headerName,
                "The header field whose value on the first page is the cursor."
            ),
            Key(
                "property",
                keyPath,
                "The key path of the property whose greatest value on the first page is sent."
            ),
        ]
    )

    static let dialect = Form(
        "dialect",
        "How conditions, order and limits are written in a query.",
        [
            Key(
                "filter",
                .either([.words(["none"]), .form("filter")]),
                "How conditions are written, or `none`."
            ),
            Key("sort", orNone(parameterName), "The query parameter for the order, or `none`."),
            Key(
                "ascending",
                orderTemplate,
                "How ascending order by a key is written: the value of `sort`, or separate parameters such as "
                    + "`order={key}`."
            ),
            Key(
                "descending",
                orderTemplate,
                "How descending order by a key is written: the value of `sort`, or separate parameters such as "
                    + "`order_desc={key}`."
            ),
            Key(
                "limit",
                orNone(parameterName),
                "The query parameter for the maximum number of entities, or `none`."
            ),
            Key(
                "offset",
                orNone(parameterName),
                "The query parameter for the number of skipped entities, or `none`."
            ),
        ]
    )

    private static let operators = CheckedConventions.Filter.Operator.allCases.map(\.rawValue)

    static let filter = Form(
        "filter",
        "How conditions are written: a parameter for each operator, or one for all conditions.",
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
                    ? "The query parameter for this operator, with `{key}`, or the parameter and its value, with `=`."
                    : "The query parameter for this operator, with `{key}`, or the parameter and its value, with `=` and "
                        + "`{value}`."
            )
        } + [
            Key("document", parameterName, "The query parameter for one document, as in MongoDB."),
            Key("objects", parameterName, "The query parameter for one array of filter objects."),
        ]
    )

    static let version = Form(
        "version",
        "The property that identifies the version of an entity.",
        [
            Key("key", keyPath, "The key path of the property.", required: true),
            Key("quoted", .boolean, "Whether `If-Match` contains the version in quotes."),
        ]
    )

    static let errors = Form(
        "errors",
        "Where error responses have their message, code and fields. Common places need no declaration.",
        [
            Key(
                "message",
                .oneOrMany(keyPath),
                "The key path of the message, or several, of which the first that exists is used."
            ),
            Key("code", keyPath, "The key path of the service's own error code."),
            Key(
                "fields",
                keyPathOrWhole,
                "The key path of the errors of single properties; `.` is the whole body."
            ),
            Key(
                "fieldKey",
                keyPath,
                "The key path of the property's key in an element of `fields`."
            ),
            Key("fieldMessage", keyPath, "The key path of the message in an element of `fields`."),
            Key(
                "current",
                keyPath,
                "The key path of the server's entity in the response to a conflicting write."
            ),
        ]
    )
}
