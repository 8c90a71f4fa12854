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
            Key("media", .either([.text, .form("media")]), "The media types of bodies."),
            Key(
                "envelope",
                .either([.text, .form("envelope")]),
                "Where entities stand in bodies: one key path for all, or one for each."
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
                "How listings are divided."
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
                .text,
                "The key path of what is true of an entity that is no more, and still listed."
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
            Key("errors", .form("errors"), "Where in the body of a failure what stands."),
            Key(
                "creation",
                .either([words(ConventionsParser.CreationWord.self), .form("creation")]),
                "How it is found out whether a creation without an answer has happened."
            ),
            Key(
                "batch",
                .form("batch"),
                "That many creations are requests within one request, and not an array."
            ),
        ]
    )

    static let media = Form(
        "media",
        "The media types of bodies.",
        [
            Key("sent", .text, "The media type of what is sent."),
            Key("accepted", .text, "The media type that is asked for."),
            Key("patch", .text, "The media type of a patch."),
        ]
    )

    static let envelope = Form(
        "envelope",
        "Where entities stand in bodies.",
        [
            Key("one", .text, "The key path of one entity in an answer."),
            Key("list", .text, "The key path of many in an answer."),
            Key("sent", .text, "The key path of an entity in what is sent."),
        ]
    )

    static let requests = Form(
        "requests",
        "Where requests go, by what they ask for.",
        [
            Key("list", .form("request"), "Where entities are asked for."),
            Key("read", .form("request"), "Where one entity is asked for."),
            Key("create", .form("request"), "Where a new one is sent."),
            Key("update", .form("request"), "Where one is sent in the place of another."),
            Key("patch", .form("request"), "Where the properties that change are sent."),
            Key("delete", .form("request"), "Where one is deleted."),
            Key("synchronize", .form("request"), "Where many new ones are sent at once."),
        ]
    )

    static let request = Form(
        "request",
        "A method and a path, and what is sent beside the entity.",
        ConventionalRequestParser.methods.map { method in
            Key(
                method.rawValue,
                .text,
                "The path of a \(method.rawValue.uppercased()) request; {path} is that of the "
                    + "collection, {id} the identity."
            )
        } + [
            Key("sent", .text, "The key path of the entity in what this one sends."),
            Key("with", .map(.any, .scalar), "What this one sends beside the entity."),
        ]
    )

    static let paging = Form(
        "paging",
        "How listings are divided; one key says how the next page is asked for.",
        rule: .exactlyOne(["next", "header", "token", "page", "offset", "lastID", "link"]),
        [
            Key("next", .text, "The key path of the next page's URL in an answer."),
            Key("header", .text, "The header field with the next page's URL."),
            Key("link", .boolean, "That the `Link` header says where the next page is."),
            Key(
                "token",
                .either([.text, .form("token")]),
                "A token, which goes with the next request: its key path, or its header field."
            ),
            Key("page", .text, "The query parameter with the number of the page."),
            Key("offset", .text, "The query parameter with how many entities come before."),
            Key("lastID", .text, "The query parameter with the identity of the last entity."),
            Key("parameter", .text, "The query parameter with the token."),
            Key("first", .scalar, "The number of the first page: 1, or 0."),
            Key("more", .text, "The key path of what is true while there is more."),
            Key("size", .scalar, "How many entities a page has."),
            Key("sizeParameter", .text, "The query parameter that says how many."),
            Key(
                "total",
                .either([.text, .form("total")]),
                "Where it is told how many there are in all: a key path, or a header field."
            ),
        ]
    )

    static let token = Form(
        "token",
        "The header field with the token.",
        [Key("header", .text, "The header field.", required: true)]
    )

    static let total = Form(
        "total",
        "The header field that tells how many there are.",
        rule: .exactlyOne(["header", "head"]),
        [
            Key("header", .text, "The header field of a listing."),
            Key("head", .text, "The header field of the answer to HEAD, which is asked for once."),
        ]
    )

    static let changes = Form(
        "changes",
        "How a synchronizer asks for what has changed; what is no more must have a tombstone.",
        [
            Key(
                "parameter",
                .text,
                "The query parameter that says since when.",
                required: true
            ),
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
            Key("header", .text, "The header field of its first page, sent again as it is."),
            Key("property", .text, "The key path of a property: the greatest on the first page."),
        ]
    )

    static let dialect = Form(
        "dialect",
        "How criteria are written in a query.",
        [
            Key("filter", .form("filter"), "How conditions are written."),
            Key("sort", .text, "The parameter with the order, or `none`."),
            Key(
                "ascending",
                .text,
                "How an order by a key is written, with {key}; with `=` it has its own parameter."
            ),
            Key(
                "descending",
                .text,
                "How the opposite order is written, with {key}; with `=` it has its own parameter."
            ),
            Key("limit", .text, "The parameter with how many at most, or `none`."),
            Key("offset", .text, "The parameter with how many are left out, or `none`."),
        ]
    )

    static let filter = Form(
        "filter",
        "How conditions are written: a parameter for each operator, or one for all.",
        CheckedConventions.Filter.Operator.allCases.map { name in
            Key(name.rawValue, .text, "The parameter of `\(name.rawValue)`, with {key}.")
        } + [
            Key("document", .text, "The parameter with one document as MongoDB has it."),
            Key("objects", .text, "The parameter with one array of filter objects."),
        ]
    )

    static let version = Form(
        "version",
        "The property that tells a state from another.",
        [
            Key("key", .text, "Its key path.", required: true),
            Key("quoted", .boolean, "Whether the service wants it in quotes in `If-Match`."),
        ]
    )

    static let errors = Form(
        "errors",
        "Where in the body of a failure what stands; the common places are known.",
        [
            Key("message", .text, "The key path of the message."),
            Key("code", .text, "The key path of the service's own code."),
            Key(
                "fields",
                .text,
                "The key path of what is wrong with properties; `.` is the whole."
            ),
            Key("fieldKey", .text, "The key path of the property in one of a list."),
            Key("fieldMessage", .text, "The key path of the message in one of a list."),
        ]
    )

    static let batch = Form(
        "batch",
        "The request that has others in it.",
        [
            Key("path", .text, "Its path.", required: true),
            Key("limit", .scalar, "How many it may have."),
        ]
    )

    static let creation = Form(
        "creation",
        "The header field by which a service knows a creation that comes twice.",
        [Key("idempotencyKey", .text, "The header field.", required: true)]
    )
}
