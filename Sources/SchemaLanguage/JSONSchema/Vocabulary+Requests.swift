/// The forms of services, endpoints and repositories.
extension Vocabulary {
    static let api = Form(
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
            Key("query", .map(.any, .text), "The parameters in the query of every request."),
            Key(
                "authentication",
                .either([
                    .words(["none"]),
                    .oneOrMany(.either([.words(["bearer", "basic"]), .form("authentication")])),
                ]),
                "How requests say who sends them; each request carries all credentials of a list."
            ),
            Key(
                "conventions",
                conventionsShape,
                "How it writes what repositories ask of it, where that is not plain REST."
            ),
        ]
    )

    static let authentication = Form(
        "authentication",
        "The place of a key in a request.",
        rule: .exactlyOne(["header", "query", "cookie"]),
        [
            Key("header", headerName, "The header field that has the key."),
            Key("query", .string(#"\S"#), "The query parameter that has the key."),
            Key("cookie", headerName, "The cookie that has the key."),
        ]
    )

    static let endpoint = Form(
        "endpoint",
        "A request.",
        rule: .exactlyOne(CheckedEndpoint.Method.allCases.map(\.rawValue)),
        [doc, belongsTo]
            + CheckedEndpoint.Method.allCases.map { method in
                Key(
                    method.rawValue,
                    .string("^/(?!/)"),
                    "The path of a \(method.rawValue.uppercased()) request; {name} is a parameter."
                )
            } + [
                Key(
                    "path",
                    .map(.placeholders, .property(form: "pathParameter")),
                    "The parameters of the path; one that is not here is a String."
                ),
                Key("query", .map(.properties, .property(form: "parameter")), "The query."),
                Key(
                    "headers",
                    .map(.properties, joined(objects: [.commas, .exploded])),
                    "The header fields that the caller gives."
                ),
                Key(
                    "cookies",
                    .map(.properties, joined(objects: [.commas])),
                    "The cookies that the caller gives."
                ),
                Key(
                    "body",
                    .either([.type, .words(["text", "bytes", "file", "chunks"]), .form("body")]),
                    "The body of the request: a type, which is written as JSON, or another form."
                ),
                Key(
                    "response",
                    .either([
                        .type, .words(["text", "bytes", "file", "chunks"]), .form("answer"),
                    ]),
                    "The body of the response: a type, which is read from JSON, or another form; without it, the body is ignored."
                ),
                Key(
                    "responses",
                    .map(
                        .successes,
                        .either([.type, .words(["text", "bytes", "none"]), .form("answer")])
                    ),
                    "The body of the response by status, if there are several; none is no body."
                ),
                Key(
                    "paging",
                    .either([words(PagingParser.Word.self), .form("paging")]),
                    "How the response, an array, is divided into pages."
                ),
                Key("wrap", .text, "The key path of the body in what is sent."),
                Key("unwrap", .text, "The key path of the response in what comes back."),
                Key(
                    "errors",
                    failures,
                    failuresDoc
                ),
                Key("responseHeaders", fields, "The header fields of the response."),
                Key("timeout", duration, "How long a request may take in total."),
                Key(
                    "priority",
                    words(CheckedEndpoint.Priority.self),
                    "How urgent a request is, compared with others."
                ),
                Key(
                    "cache",
                    words(CheckedEndpoint.CachePolicy.self),
                    "Which stored responses may answer a request."
                ),
                Key(
                    "authentication",
                    .words(["none"]),
                    "That its requests do not say who sends them, although those of the API do."
                ),
                Key("environment", .text, "The environment, where it has one of its own."),
                Key("deprecated", .sentence, "What to use instead of it."),
                Key("example", .anything, "What the mock environment answers."),
            ]
    )

    private static let fields = Shape.map(.properties, .property(form: "field"))

    private static let failures = Shape.map(.statuses, .either([.type, .words(["text"])]))
    private static let failuresDoc =
        "The body of a failure, by status: a type, which is read from JSON, or text; `default` is for all others."

    static let body = Form(
        "body",
        "The body of a request, in one of several forms.",
        rule: .exactlyOne(
            CheckedMedia.Form.allCases.filter { $0 != .events }.map(\.rawValue)
        ),
        [
            Key("json", .type, "A type that is written as JSON."),
            Key(
                "form",
                .either([.type, fields]),
                "A value whose properties are the fields of a URL-encoded form, or the fields themselves."
            ),
            Key(
                "multipart",
                .either([.type, fields]),
                "A value whose properties are the parts of a multipart body, or the parts themselves; one of the type `file` is a file."
            ),
            Key("text", mediaType, "The media type of a text."),
            Key("bytes", mediaType, "The media type of bytes."),
            Key("file", mediaType, "The media type of a file, which is read while it is sent."),
            Key(
                "chunks",
                mediaType,
                "The media type of bytes, which are sent while they are produced."
            ),
            Key(
                "jsonLines",
                .type,
                "The type of the elements, each of which is sent as a line of JSON when it is produced."
            ),
            Key(
                "jsonSequence",
                .type,
                "The type of the elements, each of which is sent as a text of a JSON sequence when it is produced."
            ),
            Key(
                "media",
                mediaType,
                "The media type of JSON, JSON lines or a JSON sequence, if it is not the usual one."
            ),
            Key("arrays", words(CheckedMedia.Arrays.self), "How a form writes arrays."),
            Key("objects", words(CheckedMedia.Objects.self), "How a form writes objects."),
        ]
    )

    static let answer = Form(
        "answer",
        "The body of a response, in one of several forms.",
        rule: .exactlyOne(
            CheckedMedia.Form.allCases.filter { $0 != .multipart }.map(\.rawValue)
        ),
        [
            Key("json", .type, "A type that is read from JSON."),
            Key("form", .type, "A value that is read from a URL-encoded form."),
            Key("text", mediaRange, "The media type of a text, or a range such as `text/*`."),
            Key("bytes", mediaRange, "The media type of bytes, or a range such as `image/*`."),
            Key("file", mediaRange, "The media type of a file, which is saved while it arrives."),
            Key("chunks", mediaRange, "The media type of bytes, which are read while they arrive."),
            Key(
                "events",
                .either([.type, .words(["text"])]),
                "The type of the data of server-sent events, which is read from JSON, or text."
            ),
            Key("until", .text, "The data of the event that ends the stream."),
            Key(
                "jsonLines",
                .type,
                "The type of the elements, each of which is a line of JSON, read while they arrive."
            ),
            Key(
                "jsonSequence",
                .type,
                "The type of the elements, each of which is a text of a JSON sequence, read while they arrive."
            ),
            Key("media", mediaRange, "The media type of JSON, if it is not that of the API."),
        ]
    )

    static let repository = Form(
        "repository",
        "What an app sees: a protocol, an implementation and a mock.",
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
                .map(.atLeastOne, .either([.text, .form("operation")])),
                "Functions by name, each with the endpoint that it calls."
            ),
            Key("entity", .text, "The entity that it keeps."),
            Key("path", .text, "The path of the collection."),
            Key(
                "remote",
                .list(words(CheckedRepository.RemoteOperation.self)),
                "What the server offers for the entity."
            ),
            Key(
                "local",
                words(CheckedRepository.LocalStore.self),
                "Where its entities are kept on this side: in a file, in memory, or nowhere."
            ),
            Key(
                "strategy",
                .either([words(CheckedStrategy.Name.self), .form("strategy")]),
                "Which side an operation goes to: one rule for all, by its name, or one for each."
            ),
            Key(
                "conflicts",
                words(CheckedRepository.ConflictPolicy.self),
                "What becomes of a write when the server's side has changed, too."
            ),
            Key(
                "keep",
                .form("keep"),
                "Which entities the local store keeps, if the server has more than a device can hold."
            ),
            Key(
                "conventions",
                conventionsShape,
                "What the service writes otherwise for this one than for others."
            ),
            Key(
                "errors",
                failures,
                failuresDoc
            ),
        ]
    )

    static let keep = Form(
        "keep",
        "Which entities the local store keeps: those of which conditions hold, and the newest of them.",
        [
            Key(
                "where",
                .map(.atLeastOne, .either([.scalar, .list(.scalar)])),
                "The value of a property, or a list of values of which it has one; null for none."
            ),
            Key("newest", .number(from: 1), "How many entities are kept at most."),
            Key("age", duration, "The greatest age of an entity, by the date that `by` names."),
            Key("bytes", .number(from: 1), "How many bytes the stored entities have at most."),
            Key(
                "by",
                .text,
                "The property that tells which entity is newer: the one with the greater value."
            ),
        ]
    )

    private static let ruleOfOperation = Shape.either([
        words(CheckedStrategy.RuleName.self), .form("rule"),
    ])

    static let strategy = Form(
        "strategy",
        "Which side each operation of a repository goes to.",
        [
            Key("default", ruleOfOperation, "The rule of operations that have none of their own."),
            Key("find", ruleOfOperation, "The rule of finding many."),
            Key("findOne", ruleOfOperation, "The rule of finding the first."),
            Key("findByID", ruleOfOperation, "The rule of finding by identity."),
            Key("create", ruleOfOperation, "The rule of creating."),
            Key("update", ruleOfOperation, "The rule of replacing."),
            Key("patch", ruleOfOperation, "The rule of changing some properties."),
            Key("delete", ruleOfOperation, "The rule of deleting."),
            Key("storeOrUpdate", ruleOfOperation, "The rule of creating or replacing."),
        ]
    )

    static let rule = Form(
        "rule",
        "What one operation does.",
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
                "The side that is tried where the target fails."
            ),
            Key(
                "synchronize",
                .boolean,
                "Whether what happens on one side is brought to the other."
            ),
        ]
    )

    static let operation = Form(
        "operation",
        "A function of a repository.",
        [Key("endpoint", .text, "The endpoint that it calls.", required: true), doc]
    )
}
