/// The forms of services, endpoints and repositories.
extension Vocabulary {
    static let api = Form(
        "api",
        "A service, with its URL and conventions.",
        [
            doc,
            Key(
                "baseURL",
                .either([.text, .map(.any, .text)]),
                "The base URL, or one for each environment."
            ),
            Key("keys", words(KeyStrategy.self), "The spelling of keys in JSON."),
            Key(
                "dates",
                dateFormats,
                "The format of dates, or an array of formats."
            ),
            Key("headers", .map(.any, .text), "Header fields of every request."),
            Key("query", .map(.any, .text), "Query parameters of every request."),
            Key(
                "authentication",
                .either([
                    .words(["none"]),
                    .oneOrMany(.either([.words(["bearer", "basic"]), .form("authentication")])),
                ]),
                "The credentials of requests. Each request carries all credentials of a list."
            ),
            Key(
                "conventions",
                conventionsShape,
                "How the service deviates from plain REST: a profile by name, or single conventions."
            ),
        ]
    )

    static let authentication = Form(
        "authentication",
        "The place of a key in a request.",
        rule: .exactlyOne(["header", "query", "cookie"]),
        [
            Key("header", headerName, "The header field with the key."),
            Key("query", .string(#"\S"#), "The query parameter with the key."),
            Key("cookie", headerName, "The cookie with the key."),
        ]
    )

    static let endpoint = Form(
        "endpoint",
        "A single request.",
        rule: .exactlyOne(CheckedEndpoint.Method.allCases.map(\.rawValue)),
        [doc, belongsTo]
            + CheckedEndpoint.Method.allCases.map { method in
                Key(
                    method.rawValue,
                    .string("^/(?!/)"),
                    "The path of a request with this method; `{name}` is a parameter."
                )
            } + [
                Key(
                    "path",
                    .map(.placeholders, .property(form: "pathParameter")),
                    "The parameters in the path. A placeholder that is not declared here is a `String`."
                ),
                Key(
                    "query",
                    .map(.properties, .property(form: "parameter")),
                    "The query parameters that the caller sets."
                ),
                Key(
                    "headers",
                    .map(.properties, joined(objects: [.commas, .exploded])),
                    "The header fields that the caller sets."
                ),
                Key(
                    "cookies",
                    .map(.properties, joined(objects: [.commas])),
                    "The cookies that the caller sets."
                ),
                Key(
                    "body",
                    .either([.type, .words(["text", "bytes", "file", "chunks"]), .form("body")]),
                    "The body of the request: a type, which is sent as JSON and cannot be null (`JSON` "
                        + "can), or another form."
                ),
                Key(
                    "response",
                    .either([
                        .type, .words(["text", "bytes", "file", "chunks"]), .form("response"),
                    ]),
                    "The body of the response: a type, which is read from JSON, or another form. Without it, "
                        + "the body is ignored."
                ),
                Key(
                    "responses",
                    .map(
                        .successes,
                        .either([.type, .words(["text", "bytes", "none"]), .form("response")])
                    ),
                    "The body of the response for each status code; `none` means no body."
                ),
                Key(
                    "paging",
                    .either([words(PagingParser.Word.self), .form("paging")]),
                    "How the array in the response is divided into pages."
                ),
                Key("wrap", .text, "The key path of the value in the request body."),
                Key("unwrap", .text, "The key path of the value in the response body."),
                failures,
                Key("responseHeaders", fields, "The header fields of the response."),
                Key("timeout", duration, "The maximum total time of a request."),
                Key(
                    "priority",
                    words(CheckedEndpoint.Priority.self),
                    "The urgency of the request, compared with others."
                ),
                Key(
                    "cache",
                    words(CheckedEndpoint.CachePolicy.self),
                    "Which cached responses the request accepts."
                ),
                Key(
                    "authentication",
                    .words(["none"]),
                    "Sends the request without the credentials of the API."
                ),
                Key(
                    "environment",
                    .text,
                    "The environment of the request, if it differs from that of the session."
                ),
                deprecated,
                Key("example", .anything, "The response in the mock environment."),
            ]
    )

    private static let fields = Shape.map(.properties, .property(form: "field"))

    private static let failures = Key(
        "errors",
        .map(.statuses, .either([.type, .words(["text"])])),
        "The body of an error response, by status code: a type, which is read from JSON, or `text`; `default` covers "
            + "all others."
    )

    static let body = Form(
        "body",
        "The body of a request, in one of several forms.",
        rule: .exactlyOne(
            CheckedMedia.Form.allCases.filter { $0 != .events }.map(\.rawValue)
        ),
        [
            Key("json", .type, "A type that is sent as JSON."),
            Key(
                "form",
                .either([.type, fields]),
                "A value whose properties are the fields of a URL-encoded form, or the fields themselves."
            ),
            Key(
                "multipart",
                .either([.type, fields]),
                "A value whose properties are the parts of a multipart body, or the parts themselves. A part of type "
                    + "`file` is a file."
            ),
            Key("text", mediaType, "The media type of a string."),
            Key("bytes", mediaType, "The media type of binary data."),
            Key("file", mediaType, "The media type of a file, which is streamed from disk."),
            Key("chunks", mediaType, "The media type of bytes, which are streamed."),
            Key("jsonLines", .type, "The type of elements that are streamed as lines of JSON."),
            Key(
                "jsonSequence",
                .type,
                "The type of elements that are streamed as texts of a JSON sequence (RFC 7464)."
            ),
            Key(
                "media",
                mediaType,
                "The media type of JSON, JSON lines or a JSON sequence, if it is not the usual one."
            ),
            Key("arrays", words(CheckedMedia.Arrays.self), arraysDoc),
            Key("objects", words(CheckedMedia.Objects.self), objectsDoc),
        ]
    )

    static let response = Form(
        "response",
        "The body of a response, in one of several forms.",
        rule: .exactlyOne(
            CheckedMedia.Form.allCases.filter { $0 != .multipart }.map(\.rawValue)
        ),
        [
            Key("json", .type, "A type that is read from JSON."),
            Key("form", .type, "A value that is read from a URL-encoded form."),
            Key("text", mediaRange, "The media type of a string, or a range such as `text/*`."),
            Key(
                "bytes",
                mediaRange,
                "The media type of binary data, or a range such as `image/*`."
            ),
            Key("file", mediaRange, "The media type of a file, which is streamed to disk."),
            Key("chunks", mediaRange, "The media type of bytes, which are streamed."),
            Key(
                "events",
                .either([.type, .words(["text"])]),
                "The type of the data of server-sent events: a type, which is read from JSON, or `text`."
            ),
            Key("until", .text, "The data of the event that ends the stream."),
            Key("jsonLines", .type, "The type of elements that are streamed as lines of JSON."),
            Key(
                "jsonSequence",
                .type,
                "The type of elements that are streamed as texts of a JSON sequence (RFC 7464)."
            ),
            Key("media", mediaRange, "The media type of JSON, if it is not that of the API."),
        ]
    )

    static let repository = Form(
        "repository",
        "An interface to data: a protocol, an implementation and a mock.",
        rule: .alternatives([
            Alternative(
                required: ["operations"],
                excluded: [
                    "entity", "path", "remote", "local", "strategy", "conflicts", "keep",
                    "conventions", "errors",
                ]
            ),
            Alternative(required: ["entity", "path"], excluded: ["operations"]),
        ]),
        [
            doc,
            Key(
                "operations",
                .map(.atLeastOne, .either([.reference, .form("operation")])),
                "The functions by name, each with the endpoint that it calls."
            ),
            Key("entity", .reference, "The entity that the repository reads and writes."),
            Key("path", .text, "The path of the collection."),
            Key(
                "remote",
                .list(words(CheckedRepository.RemoteOperation.self)),
                "The operations that the server offers for the entity."
            ),
            Key(
                "local",
                words(CheckedRepository.LocalStore.self),
                "Where entities are stored locally: in a file, in memory, or not at all."
            ),
            Key(
                "strategy",
                .either([words(CheckedStrategy.Name.self), .form("strategy")]),
                "Whether operations use the server or the local store: the name of a strategy, or a rule for "
                    + "each operation."
            ),
            Key(
                "conflicts",
                words(CheckedRepository.ConflictPolicy.self),
                "How a conflict between a pending write and a change on the server is resolved."
            ),
            Key(
                "keep",
                .form("keep"),
                "Which entities the local store keeps, if the server has more than a device can hold."
            ),
            Key(
                "conventions",
                conventionsShape,
                "How this collection deviates from the conventions of the API."
            ),
            failures,
        ]
    )

    static let keep = Form(
        "keep",
        "Which entities the local store keeps: those that match the conditions, and the newest of these.",
        [
            Key(
                "where",
                .map(.atLeastOne, .either([.scalar, .list(.scalar)])),
                "Conditions: the value of each property, or a list of possible values; `null` matches a missing value."
            ),
            Key("newest", .number(from: 1), "The maximum number of entities."),
            Key("age", duration, "The maximum age of an entity, by the date in the property `by`."),
            Key("bytes", .number(from: 1), "The maximum size of the stored entities, in bytes."),
            Key(
                "by",
                .text,
                "The property that determines which entity is newer: the one with the greater value."
            ),
        ]
    )

    private static let ruleOfOperation = Shape.either([
        words(CheckedStrategy.RuleName.self), .form("rule"),
    ])

    static let strategy = Form(
        "strategy",
        "Whether each operation of a repository uses the server or the local store.",
        [
            Key("default", ruleOfOperation, "The rule for operations without a rule of their own."),
            Key("find", ruleOfOperation, "The rule for finding several entities."),
            Key("findOne", ruleOfOperation, "The rule for finding the first match."),
            Key("findByID", ruleOfOperation, "The rule for finding an entity by its identity."),
            Key("create", ruleOfOperation, "The rule for creating an entity."),
            Key("update", ruleOfOperation, "The rule for replacing an entity."),
            Key("patch", ruleOfOperation, "The rule for changing some properties."),
            Key("delete", ruleOfOperation, "The rule for deleting an entity."),
            Key("storeOrUpdate", ruleOfOperation, "The rule for creating or replacing an entity."),
        ]
    )

    static let rule = Form(
        "rule",
        "Which sides one operation uses.",
        [
            Key(
                "target",
                words(CheckedStrategy.Side.self),
                "The side that is tried first.",
                required: true
            ),
            Key(
                "fallback",
                words(CheckedStrategy.Side.self),
                "The side that is tried if the target fails."
            ),
            Key(
                "synchronize",
                .boolean,
                "Whether the operation also updates the other side."
            ),
        ]
    )

    static let operation = Form(
        "operation",
        "A function of a repository.",
        [
            Key("endpoint", .reference, "The endpoint that the function calls.", required: true),
            doc,
        ]
    )
}
