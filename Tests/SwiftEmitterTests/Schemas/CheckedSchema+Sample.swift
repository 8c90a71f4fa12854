@testable import SchemaLanguage

extension CheckedSchema {
    /// All features of the language, in typical use.
    static let sample = CheckedSchema(
        apis: [
            .named(
                "Service",
                doc: "The conversation service.",
                baseURLs: [
                    ("production", "https://api.example.com/v1"),
                    ("nightly", "https://nightly.example.com/v1"),
                ],
                headers: [("Accept", "application/json")],
                dates: [.iso8601, .unixSeconds]
            )
        ],
        enumerations: [
            .named(
                "Visibility",
                cases: [
                    ("everyone", .string("everyone")), ("friends", .string("friends")),
                    ("nobody", .string("nobody")),
                ]
            ),
            .named(
                "Priority",
                raw: .int,
                keepsUnknown: false,
                cases: [("low", .integer("0")), ("high", .integer("10"))]
            ),
            .named(
                "Level",
                raw: .uint8,
                cases: [("first", .integer("1")), ("last", .integer("255"))]
            ),
            .named(
                "Sort",
                keepsUnknown: false,
                cases: [("ascending", .string("asc")), ("descending", .string("descending"))]
            ),
        ],
        values: [
            .named(
                "Coordinates",
                properties: [
                    .named("latitude", .primitive(.double)),
                    .named("longitude", .primitive(.double)),
                ]
            ),
            .named("Problem", doc: "What went wrong.", properties: [.named("reason")]),
            .named("Nothing"),
        ],
        entities: [
            .named("User", id: .named("id", .primitive(.int)), properties: [.named("name")]),
            .named(
                "Device",
                id: .named("id", .primitive(.uuid)),
                origin: .client,
                properties: [
                    .named(
                        "owner",
                        .identity(of: "User", .int),
                        inverse: CheckedInverse(name: "devices", target: "User", isList: false)
                    ),
                    .named("parent", .identity(of: "Device", .uuid), presence: .optional),
                ]
            ),
            .named("Note", origin: .either),
            .named("Message", doc: "A message in a conversation.", properties: messageProperties),
        ],
        endpoints: endpoints,
        repositories: [
            .named(
                "ChatRepository",
                doc: "What a chat shows.",
                operations: [
                    ("newest", "ListMessages"), ("findUser", "FindUser"),
                    ("delete", "DeleteMessage"), ("suggestions", "Suggestions"),
                ]
            ),
            .named("PlainRepository", api: nil, operations: [("ping", "Ping")]),
            .named("MessageRepository", entity: "Message", path: "messages"),
            .named("UserRepository", entity: "User", path: "users", remote: [.read, .delete]),
        ]
    )

    private static let messageProperties: [CheckedProperty] = [
        .named("text", doc: "What was said."),
        .named("likes", .primitive(.int), default: .integer("0")),
        .named("visibility", .enumeration("Visibility"), presence: .nullable),
        .named(
            "audience",
            .enumeration("Visibility"),
            presence: .nullable,
            default: .enumerationCase(enumeration: "Visibility", name: "friends")
        ),
        .named("nickname", presence: .optional),
        .named("mood", presence: .optionalNullable),
        .named("author", .entity("User")),
        .named(
            "replyTo",
            .entity("Message"),
            key: "reply_to",
            presence: .optional,
            isIndirect: true
        ),
        .named("labels", .dictionary(.primitive(.string))),
        .named("place", .value("Coordinates"), presence: .optional),
        .named(
            "sentAt",
            .primitive(.date),
            key: "sent_at",
            isReadOnly: true,
            dates: .api("Service")
        ),
        .named(
            "readAt",
            .array(.nullable(.primitive(.date))),
            key: "read_at",
            dates: .api("Service")
        ),
        .named(
            "seenAt",
            .dictionary(.primitive(.date)),
            presence: .nullable,
            dates: .own([.unixSeconds, .rfc1123])
        ),
        .named(
            "changedAt",
            .primitive(.date),
            presence: .optionalNullable,
            dates: .own([.unixMilliseconds])
        ),
        .named("day", .primitive(.day)),
        .named("link", .primitive(.url), presence: .optional),
        .named("digest", .primitive(.data), presence: .optional),
        .named("price", .primitive(.decimal), default: .decimal("19.99")),
        .named("ratio", .primitive(.float), default: .decimal("0.5")),
        .named("isPinned", .primitive(.bool), default: .bool(false)),
        .named("tags", .array(.primitive(.string)), default: .emptyArray),
        .named("counts", .dictionary(.primitive(.uint64)), default: .emptyDictionary),
        .named("extra", .primitive(.json)),
    ]

    private static let endpoints: [CheckedEndpoint] = [
        .named(
            "ListMessages",
            doc: "The newest messages.",
            .get,
            "/messages",
            parameters: [
                .named("limit", .primitive(.int), default: .integer("20")),
                .named("after", isOptional: true),
                .named("since", .primitive(.date), isOptional: true, dates: .api("Service")),
                .named("visibility", .enumeration("Visibility"), isOptional: true),
                .named("tags", .array(.primitive(.string))),
                .named("levels", .array(.enumeration("Level")), isOptional: true),
                .named("days", .array(.primitive(.day)), default: .emptyArray),
                .named("version", in: .header, .primitive(.int), key: "If-Match", isOptional: true),
                .named(
                    "audience",
                    in: .header,
                    .enumeration("Visibility"),
                    key: "X-Audience",
                    isOptional: true
                ),
            ],
            response: .array(.entity("Message"))
        ),
        .named(
            "GetMessage",
            .get,
            "/messages/{id}",
            parameters: [.named("id", in: .path)],
            response: .single(.entity("Message")),
            failures: [(404, .value("Problem")), (500, .value("Problem"))]
        ),
        .named(
            "CreateMessage",
            .post,
            "/messages",
            body: .draft("Message"),
            response: .single(.entity("Message")),
            failures: [(422, .value("Problem"))]
        ),
        .named("DeleteMessage", .delete, "/messages/{id}", parameters: [.named("id", in: .path)]),
        .named(
            "FindUser",
            .get,
            "/users/{idOrName}",
            parameters: [.named("idOrName", in: .path, transform: .lowercased)],
            response: .single(.entity("User"))
        ),
        .named(
            "Suggestions",
            .get,
            "/suggestions",
            response: .array(.primitive(.string)),
            environment: "mock",
            example: #"["hello","bye"]"#
        ),
        .named("Ping", api: nil, .head, "/ping", environment: "nightly"),
    ]
}
