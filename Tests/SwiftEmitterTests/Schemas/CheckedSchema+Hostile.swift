@testable import SchemaLanguage

extension CheckedSchema {
    /// Names, keys, texts and numbers that try to be read as something else.
    static let hostile = CheckedSchema(
        apis: [
            .named(
                "Service",
                doc: doc,
                baseURLs: [(#"a "b" \(c)"#, "https://example.com/\u{202E}x")],
                headers: [(longText, "\"#\\(1)\r\u{0}")],
                dates: [.rfc1123, .rfc1123, .iso8601]
            )
        ],
        enumerations: [
            .named("Open", doc: doc, cases: names.map { ($0, .string($0)) }),
            .named("Closed", keepsUnknown: false, cases: names.map { ($0, .string($0)) }),
            .named(
                "Number",
                raw: .int64,
                cases: [
                    ("none", .integer("\(Int.min)")), ("some", .integer("\(Int.max)")),
                    ("unknown", .integer("-1")),
                ]
            ),
        ],
        values: [
            .named("Names", doc: doc, properties: names.map { .named($0, doc: doc) }),
            .named(
                "Absent",
                properties: names.map { .named($0, presence: .nullable, default: .string($0)) }
            ),
            .named("Numbers", properties: numbers),
            .named(
                veryLongName,
                properties: [.named(veryLongName, .value("Names"), presence: .optional)]
            ),
        ],
        entities: [
            .named(
                "Thing",
                doc: doc,
                id: .named("id", key: "identity"),
                properties: names.map { .named($0, doc: doc) }
            ),
            .named(
                "Loop",
                properties: [
                    .named("class", .entity("Loop"), presence: .optional, isIndirect: true),
                    .named("classStorage"),
                    .named("source", .entity("Loop"), presence: .nullable, isIndirect: true),
                    .named(
                        "reader",
                        .entity("Loop"),
                        presence: .optionalNullable,
                        isIndirect: true
                    ),
                ]
            ),
        ],
        endpoints: [
            .named(
                "Get",
                doc: doc,
                .get,
                "/a",
                parameters: names.map { .named($0) },
                response: .array(.entity("Thing"))
            ),
            .named(
                "Send",
                .post,
                "/\(longText.filter { !$0.isWhitespace })",
                parameters: names.map { .named($0, isOptional: true, doc: doc) },
                body: .array(.draft("Thing")),
                response: .single(.dictionary(.nullable(.value(veryLongName)))),
                failures: [(400, .dictionary(.value(veryLongName))), (401, .value("Names"))],
                environment: longText,
                example: "[\"\(longText)\\u0000\"]"
            ),
            .named(
                "Cross",
                .get,
                "/b",
                parameters: [
                    .named("networking"), .named("get"), .named("crossStub"), .named("cross"),
                ],
                response: .single(.value("Names"))
            ),
        ],
        repositories: [
            .named(
                "Shop",
                doc: doc,
                operations: [
                    ("get", "Get"), ("init", "Cross"), ("self", "Cross"), ("networking", "Cross"),
                    ("get-stub", "Cross"), ("", "Cross"), ("cross", "Cross"), ("😀", "Cross"),
                    (veryLongName, "Send"),
                ]
            ),
            .named(veryLongName + "Repository", doc: doc, entity: "Thing", path: longText),
        ]
    )

    /// One name for each kind of problem.
    static let names =
        [
            "official-artwork", "officialArtwork", "official_artwork", "_id", "1st", "2nd", "+1",
            "-1", "self", "Self", "class", "init", "Type", "Protocol", "default", "case", "in",
            "any", "some", "each", "unsafe", "await", "inout", "let", "var", "nil", "true", "none",
            "unknown", "rawValue", "allCases", "hashValue", "hash", "description", "dictionary",
            "dictionaryValue", "draft", "id", "ID", "path", "method", "body", "parameters",
            "environment", "example", "failures", "source", "target", "reader", "writer", "key",
            "value", "😀", "👩‍👩‍👧", "❤️", "größe", "名前", "été", "a.b.c", "a b",
            "", " ", "$0", "`", "\u{0}", "\n", "\"", "\\(x)", "*/", "//", "§", "\u{202E}abc",
            "\u{301}", "٣", "text", "TEXT", "Text", "URL", "user_id", "userID", "USER_NAME",
        ] + [veryLongName]

    static let veryLongName =
        "AnExtraordinarilyLongNameThatNobodyWouldEverWrite"

    /// Documentation that resembles code, or Markdown with a meaning.
    static let doc =
        "Really? */ e.g. \"this\" \\(1) or `code. here`, i.e. that! See [it.](https://example.com) "
        + "and more words so that the line is longer than the widest line that there may be - or so."
        + "\r\n- Parameter x: None.\n  - Returns: Nothing\n\u{2028}    let x = 1\u{0}\u{202E}\n"
        + "# Title\n1. one\n" + String(repeating: "w", count: 120) + "\n\n\t\n"

    static let longText =
        "a text that is longer than a line may be, with \"quotes\", a backslash \\ and a \\#(hash) "
        + "and an end that is not reached for quite some time"

    private static let numbers: [CheckedProperty] = [
        number(.int, "-9223372036854775808"), number(.uint64, "18446744073709551615"),
        number(.uint8, "-0"), number(.int8, "-0"), number(.int32, "0001"),
        number(.double, "-0"), number(.double, "9007199254740993"),
        number(.double, "123456789012345678901234567890"), number(.float, "16777217"),
        number(.double, "1.5e300"), number(.double, "4.9e-324"), number(.double, "1e-400"),
        number(.float, "1e-45"), number(.float, "-3.4028235e38"), number(.double, "0.1"),
        number(.double, "-0.0e5"), number(.decimal, "-0"), number(.decimal, "1.10"),
        number(.decimal, "99999999999999999999999999999999999999"),
        number(.decimal, "-0.00000000000000000000000000000000000001"), number(.decimal, "1e20"),
        number(.decimal, "123456789"),
    ]

    private static func number(_ type: PrimitiveType, _ text: String) -> CheckedProperty {
        let isInteger = text.allSatisfy { $0.isNumber || $0 == "-" }
        return .named(
            "\(type.rawValue)_\(text)",
            .primitive(type),
            default: isInteger ? .integer(text) : .decimal(text)
        )
    }
}
