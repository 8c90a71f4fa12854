@testable import SchemaLanguage

extension CheckedSchema {
    /// Scalars, unions and traits of properties, with names and texts that try to be read as
    /// something
    /// else.
    static let hostileTypes = CheckedSchema(
        apis: [
            .named("Service", authentication: .header(#"X "\(1)" \"#)),
            .named("Authentication", authentication: .query(longText)),
        ],
        enumerations: [
            .named("Open", cases: [("a", .string("a"))], traits: .traits(conforms: ["Codable"]))
        ],
        // The built-in types of the language cannot be declared.
        scalars: names.filter { $0 != "URL" }.map { .named($0, doc: doc, .decimal, wire: .text) }
            + [.named(veryLongName + "Scalar", .date, wire: .date(.api("Authentication")))],
        unions: [
            .named(
                "Tagged",
                doc: doc,
                by: #"a "tag" \(x)"#,
                cases: unionNames.map { ($0, .value("Mirror")) },
                traits: .traits(conforms: ["Codable"])
            ),
            .named(
                "Closed",
                by: "self",
                keepsUnknown: false,
                cases: unionNames.map { ($0, .value("Mirror")) },
                isIndirect: true
            ),
            .named(
                "Kinds",
                kinds: [
                    ("init", .primitive(.int), .number), ("self", .primitive(.string), .string),
                    ("Type", .primitive(.bool), .bool),
                    ("unknown", .array(.scalar(veryLongName)), .array),
                    ("😀", .dictionary(.nullable(.scalar(veryLongName))), .object),
                ]
            ),
            .named(
                veryLongName + "Union",
                by: longText,
                cases: [(veryLongName, .value(veryLongName + "Value"))],
                tags: [veryLongName: longText],
                traits: .traits(conforms: ["Codable"], isHashable: false)
            ),
        ],
        values: [
            .named("Mirror", properties: [.named("customMirror", isRedacted: true)]),
            .named(
                veryLongName + "Value",
                properties: [
                    .named(
                        veryLongName,
                        .dictionary(.array(.nullable(.scalar(veryLongName + "Scalar")))),
                        presence: .optionalNullable,
                        onInvalid: .skip,
                        isRedacted: true,
                        deprecated: longText + "\n" + longText,
                        example: longText
                    )
                ],
                traits: .traits(
                    conforms: ["Swift.Encodable", "Decodable"],
                    isHashable: false,
                    keepsUnknownKeys: true
                )
            ),
        ],
        entities: [
            .named(
                "Thing",
                id: .named("id", key: "identity"),
                properties: (names + ["unknownKeys", "customMirror"]).map {
                    .named($0, doc: doc, isRedacted: true, deprecated: doc, example: doc)
                },
                traits: .traits(conforms: ["Codable"], keepsUnknownKeys: true)
            ),
            .named(
                "Other",
                id: .named("id", key: "identity"),
                properties: names.map {
                    .named($0, presence: .optional, direction: .writeOnly, deprecated: "No more.")
                },
                traits: .traits(keepsUnknownKeys: true)
            ),
            .named(
                "Loop",
                properties: [
                    .named(
                        "self",
                        .entity("Loop"),
                        presence: .optional,
                        deprecated: "No more.",
                        isIndirect: true
                    ),
                    .named(
                        "source",
                        .entity("Loop"),
                        presence: .optionalNullable,
                        isRedacted: true,
                        deprecated: "No more.",
                        isIndirect: true
                    ),
                    .named("writer", deprecated: "No more."), .named("target"),
                    .named("reader", presence: .nullable, default: .string("x"), onInvalid: .skip),
                ],
                traits: .traits(keepsUnknownKeys: true)
            ),
        ]
    )

    /// Cases with the hostile names, and with names of members that every union has.
    private static let unionNames =
        names + ["encode", "jsonData", "init(from:)", "Value", "JSON"]
}
