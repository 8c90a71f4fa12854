import Testing

@testable import SwiftEmitter

@Suite struct LayoutWriterTests {
    @Test func aLiteralStaysAsItIs() {
        let text = """
            let text = \"""
                a  \("")


                }
            \("")
                \(String(repeating: "word(a, b) ", count: 20))
                \"""  \("")


            // It's no \""" here.


            let other = 1
            """
        let expected = """
            let text = \"""
                a  \("")


                }

                \(String(repeating: "word(a, b) ", count: 20))
                \"""  \("")

            // It's no \""" here.

            let other = 1

            """
        #expect(laidOut(text, hasLongLiterals: true) == expected)
    }

    @Test(arguments: [
        ("a\n\n\n\nb\n\n", "a\n\nb\n"),
        ("\n\na", "a\n"),
        ("{\n\n    a\n\n}", "{\n    a\n}\n"),
        ("init() {\n    \u{2}\n}", "init() {}\n"),
        ("a   \n    \u{2}\nb", "a\nb\n"),
        ("a\n\n    \u{2}\n\nb", "a\n\nb\n"),
        ("    a\u{1}b\u{1}    c\u{1}\u{1}d\n  e", "    a\n    b\n        c\n\n    d\n  e\n"),
        ("a(\u{2})", "a()\n"),
        ("\ta", "\ta\n"),
    ])
    func layout(text: String, expected: String) {
        #expect(laidOut(text) == expected)
    }

    @Test(arguments: lines)
    func longLinesAreBroken(line: String, expected: String) {
        #expect(laidOut(line) == expected + "\n")
    }

    @Test(
        "a line of a template that resembles another construct is kept",
        arguments: [
            "let value = call(key : \(String(repeating: "condition", count: 9)) ? \"a\" : \"b\")",
            "queue.\(String(repeating: "asyncAfter", count: 9))(deadline: {",
        ]
    )
    func resemblance(line: String) {
        let words = { (text: String) in text.filter { !$0.isWhitespace && $0 != "," } }
        #expect(words(laidOut(line)) == words(line))
    }

    @Test func aLineOfAHundredColumnsStays() {
        let line = "let text = \"" + String(repeating: "é", count: 87) + "\""
        #expect(line.count == 100)
        #expect(laidOut(line) == line + "\n")
    }

    @Test func aLongListIsFilledLineByLine() {
        let keys = (1...20).map { "\"key\($0)\"" }.joined(separator: ", ")
        #expect(
            laidOut("self.unknownKeys = source.unknownKeys(besides: [\(keys)])") == """
                self.unknownKeys = source.unknownKeys(
                    besides: [
                        "key1", "key2", "key3", "key4", "key5", "key6", "key7", "key8", "key9", "key10", "key11",
                        "key12", "key13", "key14", "key15", "key16", "key17", "key18", "key19", "key20",
                    ]
                )

                """
        )
    }

    private func laidOut(_ text: String, hasLongLiterals: Bool = false) -> String {
        String(
            decoding: LayoutWriter.layOut(text, hasLongLiterals: hasLongLiterals),
            as: UTF8.self
        )
    }

    private static let long = String(repeating: "long", count: 15)

    private static let lines: [(String, String)] = [
        (
            "    public init(first: \(long), second: [String: Int] = [:]) {",
            """
                public init(
                    first: \(long),
                    second: [String: Int] = [:]
                ) {
            """
        ),
        (
            "func find(a: String, b: String) async throws(RepositoryError) -> [\(long)] {",
            """
            func find(
                a: String,
                b: String
            ) async throws(RepositoryError) -> [\(long)] {
            """
        ),
        (
            "case \"\(long)\": value = try reader.value(using: Service.dates)",
            """
            case "\(long)":
                value = try reader.value(using: Service.dates)
            """
        ),
        (
            "default: throw DictionaryReader.unknownTag(\"\(long)\", in: dictionaryValue)",
            """
            default:
                throw DictionaryReader.unknownTag(
                    "\(long)",
                    in: dictionaryValue
                )
            """
        ),
        (
            "switch try DictionaryReader.discriminator(\"\(long)\", of: dictionaryValue) {",
            """
            switch try DictionaryReader.discriminator(
                "\(long)",
                of: dictionaryValue
            ) {
            """
        ),
        (
            "var \(long): Field<String> { Field(\"a { b }\", using: Service.dates) }",
            """
            var \(long): Field<String> {
                Field("a { b }", using: Service.dates)
            }
            """
        ),
        (
            "self.\(long) = try source.required(\"a, b\", using: Service.dates)",
            """
            self.\(long) =
                try source.required("a, b", using: Service.dates)
            """
        ),
        (
            "self.\(long) = try source.optional(\"\(long)\", as: String.self)",
            """
            self.\(long) = try source.optional(
                "\(long)",
                as: String.self
            )
            """
        ),
        (
            "self.\(long) = try source.optional(\"key\", as: String.self) ?? \"a ?? (b)\"",
            """
            self.\(long) =
                try source.optional("key", as: String.self) ?? "a ?? (b)"
            """
        ),
        (
            "struct \(long): Sendable, Generic<Int, String>, Hashable {",
            """
            struct \(long):
                Sendable,
                Generic<Int, String>,
                Hashable
            {
            """
        ),
        (
            "let stub = MockFunction<(first: \(long), second: Int), [String]>(\"newest\")",
            """
            let stub = MockFunction<
                (first: \(long), second: Int),
                [String]
            >("newest")
            """
        ),
        (
            "static let example: String? = #\"[\"\(long)\", \"\(long)\"]\"#",
            """
            static let example: String? =
                #"["\(long)", "\(long)"]"#
            """
        ),
        (
            "/// " + String(repeating: "word ", count: 19) + "and - no list",
            "/// " + String(repeating: "word ", count: 18) + "word\n/// and - no list"
        ),
        (
            "///   - " + String(repeating: "word ", count: 20) + "end",
            "///   - " + String(repeating: "word ", count: 17) + "word\n///     word word end"
        ),
        (
            "target.set(\"key\", value, using: DateCodec(.\(long), .iso8601).nullable.array.dictionary)",
            """
            target.set(
                "key",
                value,
                using:
                    DateCodec(.\(long), .iso8601).nullable
                    .array.dictionary
            )
            """
        ),
        ("// \(long)\(long)", "// \(long)\(long)"),
    ]
}
