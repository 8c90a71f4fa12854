@testable import SchemaLanguage

extension CheckedSchema {
    /// The features that real services need beyond the plain forms: domain types, unions,
    /// directions.
    static let shop = CheckedSchema(
        apis: [
            .named("Service", authentication: .header("X-API-Key")),
            .named("Guest"),
            .named("Insider", authentication: .bearer),
            .named("Printer", authentication: .basic),
            .named("Statistics", authentication: .query("api key")),
        ],
        enumerations: [
            .named(
                "Color",
                cases: [("red", .string("red"))],
                traits: .traits(conforms: ["Codable", "CodingKeyRepresentable"])
            ),
            .named(
                "Size",
                raw: .int,
                keepsUnknown: false,
                cases: [("small", .integer("1"))],
                traits: .traits(conforms: ["Codable"])
            ),
        ],
        scalars: [
            .named("Money", doc: "An amount of euros.", .decimal, wire: .text),
            .named("Flag", .bool, wire: .numericBool),
            .named("Timestamp", .date, wire: .date(.own([.unixSeconds, .iso8601]))),
            .named("Moment", .date, wire: .date(.api("Service"))),
            .named("Count", .int),
            .named("Holiday", .day),
            .named("Link", .url),
            .named("Picture", .data),
        ],
        unions: unions,
        values: values,
        entities: [
            .named("User", id: .named("id", .primitive(.int), wire: .text)),
            product,
            .named(
                "Account",
                doc: "Who buys.",
                origin: .client,
                properties: accountProperties,
                traits: .traits(conforms: ["Codable"], keepsUnknownKeys: true)
            ),
        ],
        endpoints: endpoints,
        repositories: [
            .named("ProductRepository", entity: "Product", path: "products"),
            .named(
                "AccountRepository",
                operations: [("logIn", "LogIn"), ("balance", "Balance"), ("scan", "Scan")]
            ),
        ]
    )

    private static let unions: [CheckedUnion] = [
        .named(
            "Attachment",
            doc: "What hangs on a product.",
            by: "type",
            cases: [("image", .value("Image")), ("owner", .entity("User"))],
            tags: ["owner": "user account"],
            traits: .traits(conforms: ["Codable"])
        ),
        .named(
            "Step",
            by: "_kind",
            keepsUnknown: false,
            cases: [("group", .value("Group")), ("image", .value("Image"))],
            isIndirect: true
        ),
        .named(
            "Reference",
            kinds: [
                ("id", .primitive(.int), .number), ("price", .scalar("Money"), .string),
                ("isKnown", .primitive(.bool), .bool),
                ("dates", .array(.nullable(.scalar("Timestamp"))), .array),
                ("object", .entity("User"), .object),
            ]
        ),
        .named(
            "Weight",
            keepsUnknown: false,
            kinds: [
                ("grams", .primitive(.double), .number), ("text", .primitive(.string), .string),
            ],
            traits: .traits(isHashable: false)
        ),
    ]

    private static let values: [CheckedStructure] = [
        .named("Image", properties: [.named("url", .scalar("Link"))]),
        .named(
            "Group",
            properties: [
                .named("next", .union("Step"), presence: .optional),
                .named("steps", .array(.union("Step"))),
            ],
            traits: .traits(keepsUnknownKeys: true)
        ),
        .named(
            "Box",
            properties: [.named("weight", .union("Weight"))],
            traits: .traits(isHashable: false)
        ),
        .named("Empty", traits: .traits(conforms: ["Codable"], keepsUnknownKeys: true)),
        .named("Card", properties: [.named("number", isRedacted: true)]),
        .named("Bill", properties: [.named("sum", .scalar("Money"), default: .integer("0"))]),
    ]

    private static let product: CheckedEntity = .named(
        "Product",
        properties: [
            .named("price", .scalar("Money"), default: .integer("0"), example: #""19.90""#),
            .named("prices", .dictionary(.array(.nullable(.scalar("Money"))))),
            .named("height", .primitive(.double), presence: .optional, wire: .text),
            .named("widths", .array(.primitive(.float)), doc: "In metres.", wire: .text),
            .named("isNew", .primitive(.bool), presence: .nullable, wire: .numericBool),
            .named("isOld", .scalar("Flag"), presence: .optionalNullable),
            .named("seller", .identity(of: "User", .int), wire: .text),
            .named("deposit", .scalar("Money"), default: .decimal("0.25")),
            .named("madeAt", .scalar("Timestamp"), direction: .readOnly),
            .named("changedAt", .scalar("Moment"), presence: .optional, direction: .readOnly),
            .named("code", direction: .immutable),
            .named("attachments", .array(.union("Attachment")), onInvalid: .skip),
            .named("holiday", .scalar("Holiday"), presence: .optional, onInvalid: .skip),
            .named("picture", .scalar("Picture"), presence: .optionalNullable, onInvalid: .skip),
            .named("stock", .scalar("Count"), default: .integer("1"), onInvalid: .default),
            .named(
                "color",
                .enumeration("Color"),
                presence: .nullable,
                default: .enumerationCase(enumeration: "Color", name: "red"),
                onInvalid: .default
            ),
            .named(
                "sales",
                .dictionary(.array(.scalar("Money"))),
                presence: .optional,
                onInvalid: .skip
            ),
            .named("related", .union("Reference"), presence: .optional, deprecated: "Use links."),
        ]
    )

    private static let accountProperties: [CheckedProperty] = [
        .named("password", direction: .writeOnly, isRedacted: true),
        .named("hint", presence: .nullable, direction: .writeOnly),
        .named("news", .primitive(.bool), direction: .writeOnly),
        .named("invitation", presence: .optional, direction: .writeOnly),
        .named("token", direction: .readOnly, isRedacted: true),
        .named("cards", .array(.value("Card")), onInvalid: .skip, isRedacted: true),
        .named("pin", .primitive(.int), presence: .optional, wire: .text, isRedacted: true),
        .named("nickname", presence: .optional),
        .named(
            "name",
            doc: "What it was called.",
            isRedacted: true,
            deprecated: "Use \"nickname\".",
            example: #""Ada""#
        ),
        .named(
            "parent",
            .entity("Account"),
            presence: .optional,
            deprecated: "Accounts have no parents any more, since each of them is on its own now.",
            isIndirect: true
        ),
    ]

    private static let endpoints: [CheckedEndpoint] = [
        .named(
            "LogIn",
            .post,
            "/login",
            body: .draft("Account"),
            response: .single(.entity("Account")),
            authenticates: false
        ),
        .named(
            "Balance",
            .get,
            "/balance/{limit}",
            parameters: [
                .named("limit", in: .path, .scalar("Money")),
                .named("since", .scalar("Timestamp"), isOptional: true),
                .named("prices", .array(.scalar("Money"))),
                .named("isOpen", in: .header, .primitive(.bool), wire: .numericBool),
                .named("count", .scalar("Count"), default: .integer("20")),
                .named("fee", .scalar("Money"), default: .decimal("1.5")),
                .named("holidays", .array(.scalar("Holiday")), default: .emptyArray),
            ],
            response: .single(.scalar("Money"))
        ),
        .named(
            "Scan",
            .post,
            "/scan",
            body: .array(.union("Attachment")),
            response: .array(.union("Reference"))
        ),
    ]
}
