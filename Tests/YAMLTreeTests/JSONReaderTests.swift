import Testing
import YAMLTree

@Suite struct JSONReaderTests {
    private func root(_ text: String) throws -> YAMLNode? {
        try Reading.root(of: text, path: "a.json")
    }

    @Test(
        arguments: [
            ("0", .integer), ("-0", .integer), ("12", .integer), ("-7", .integer), ("0.5", .float),
            ("1e3", .float), ("-1.5E-3", .float), ("1E+2", .float), ("true", .bool(true)),
            ("false", .bool(false)), ("null", .null),
        ] as [(String, YAMLScalar.Meaning)]
    )
    func plainScalars(text: String, meaning: YAMLScalar.Meaning) throws {
        let scalar = YAMLScalar(text, style: .plain, meaning: meaning)
        #expect(try root(text)?.scalar == scalar)
        #expect(try root("[ \(text) ]")?[0]?.scalar == scalar)
    }

    @Test(arguments: [
        (#""""#, ""), (#""a b""#, "a b"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (#""\u0041\u00e4\u00E4""#, "Aää"), (#""\ud83d\udc4D""#, "👍"), (#""\u0000""#, "\0"),
        (#""größe 👍""#, "größe 👍"), (#""\uFFFF\u2028""#, "\u{FFFF}\u{2028}"),
        ("\"\u{7F}\u{85}\u{FFFE}\"", "\u{7F}\u{85}\u{FFFE}"), (#""off""#, "off"), (#""1""#, "1"),
    ])
    func strings(source: String, text: String) throws {
        let scalar = YAMLScalar(text, style: .doubleQuoted, meaning: .string)
        #expect(try root(source)?.scalar == scalar)
    }

    @Test(arguments: [
        ("[]", "[]"), ("{}", "{}"), (" [ 1 , [ ] ,\t{ } ]\r\n", "[1, [], {}]"),
        ("{\"b\":1,\"a\":{\"c\":[null]}}", "{\"b\": 1, \"a\": {\"c\": [null]}}"),
    ])
    func collections(source: String, asYAML: String) throws {
        let json = try #require(try root(source))
        let yaml = try #require(try Reading.root(of: asYAML))
        #expect(TreeShape(json) == TreeShape(yaml))
    }

    @Test func nothingOfYAMLHasAMeaning() throws {
        let node = try #require(try root(#"{"<<": {"a": "*b"}, "c": "!!int"}"#))
        #expect(node["<<"]?["a"]?.text == "*b")
        #expect(node["c"]?.tag == nil)
    }

    @Test(arguments: ["a.json", "A.JSON", "x/y.z.Json"])
    func theNameDecides(path: String) {
        #expect(!Reading.mistakes(in: "a: 1", path: path).isEmpty)
        #expect(!Reading.mistakes(in: "[a]", path: path).isEmpty)
    }

    @Test(arguments: ["a.yaml", "a.yml", "a.json.yaml", "json", ".jsonc"])
    func otherNamesAreYAML(path: String) {
        #expect(Reading.mistakes(in: "[a]", path: path).isEmpty)
    }

    static let mistakes: [SyntaxMistake] = [
        .init("x", "1:1-2 json-syntax: found 'x', expected a value"),
        .init("[1,]", "1:4-5 json-syntax: found ']', expected a value"),
        .init(
            "[1 2]",
            "1:4-5 json-syntax: found '2', expected ',' or ']'",
            "1:1-2 note: the array opens here"
        ),
        .init(
            "[1\n",
            "1:3 json-syntax: found the end of the file, expected ',' or ']'",
            "1:1-2 note: the array opens here"
        ),
        .init("[", "1:2 json-syntax: found the end of the file, expected a value"),
        .init("{a: 1}", "1:2-3 json-syntax: found 'a', expected a key in double quotes"),
        .init("{\"a\": 1,}", "1:9-10 json-syntax: found '}', expected a key in double quotes"),
        .init("{\"a\" 1}", "1:6-7 json-syntax: found '1', expected ':' after the key"),
        .init(
            "{\"a\": 1 \"b\": 2}",
            "1:9-10 json-syntax: found '\"', expected ',' or '}'",
            "1:1-2 note: the object opens here"
        ),
        .init("[1] 2", "1:5-6 json-syntax: found '2', expected the end of the file"),
        .init("'a'", "1:1-2 json-syntax: found ''', expected a value"),
        .init("// c\n1", "1:1-3 json-syntax: found '//', expected a value"),
        .init("truth", "1:1-6 json-syntax: found 'truth', expected a value"),
        .init("[+1]", "1:2-4 json-syntax: found '+1', expected a value"),
        .init("[.5]", "1:2-4 json-syntax: found '.5', expected a value"),
        .init("NaN", "1:1-4 json-syntax: found 'NaN', expected a value"),
        .init("[1.]", "1:4-5 json-syntax: found ']', expected a digit"),
        .init("[-]", "1:3-4 json-syntax: found ']', expected a digit"),
        .init("1e", "1:3 json-syntax: found the end of the file, expected a digit"),
        .init("012", "1:2-4 json-syntax: found '12', expected the end of the file"),
        .init(
            "[\"a",
            "1:4 unclosed-quote: found the end of the file, expected the closing quote",
            "1:2-3 note: the quote opens here"
        ),
        .init(
            "[\"a\n\"]",
            "1:4 unclosed-quote: found the end of the line, expected the closing quote",
            "1:2-3 note: the quote opens here",
            "hint: write a line break in a string as '\\n'"
        ),
        .init(
            "\"a\tb\"",
            "1:3-4 control-character: found the control character U+0009 in a string, "
                + "expected an escape",
            "hint: write '\\t'"
        ),
        .init(
            "\"\0\"",
            "1:2-3 control-character: found the control character U+0000 in a string, "
                + "expected an escape",
            "hint: write '\\u0000'"
        ),
        .init(
            "\"ä\\d\"",
            "1:3-5 invalid-escape: found the escape '\\d', which does not exist",
            "hint: write '\\\\' for a backslash"
        ),
        .init(
            "\"\\👍\"",
            "1:2-4 invalid-escape: found the escape '\\👍', which does not exist",
            "hint: write '\\\\' for a backslash"
        ),
        .init(
            "\"\\",
            "1:2-3 invalid-escape: found a backslash at the end of the file",
            "hint: write '\\\\' for a backslash"
        ),
        .init(
            "\"\\u12x4\"",
            "1:2-6 invalid-escape: found a short escape, expected '\\u' and 4 digits"
        ),
        .init(
            "\"\\ud83d\"",
            "1:2-8 invalid-escape: found half of a surrogate pair, "
                + "expected two escapes for one character",
            "hint: write the character itself"
        ),
        .init(
            "\"\\udc4d\\ud83d\"",
            "1:2-8 invalid-escape: found half of a surrogate pair, "
                + "expected two escapes for one character",
            "hint: write the character itself"
        ),
        .init(
            "\"\\ud83d\\n\"",
            "1:2-8 invalid-escape: found half of a surrogate pair, "
                + "expected two escapes for one character",
            "hint: write the character itself"
        ),
        .init(
            "\"\\ud83d\\u0041\"",
            "1:2-8 invalid-escape: found half of a surrogate pair, "
                + "expected two escapes for one character",
            "hint: write the character itself"
        ),
    ]

    @Test(arguments: mistakes)
    func says(_ mistake: SyntaxMistake) {
        #expect(Reading.summary(of: mistake.text, path: "a.json") == mistake.summary)
    }
}
