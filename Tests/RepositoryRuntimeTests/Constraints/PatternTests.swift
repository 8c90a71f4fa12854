import RepositoryRuntime
import Testing

/// Regular expressions in the dialect of JSON Schema.
@Suite struct PatternTests {
    @Test(
        "an expression matches anywhere in a text, as in ECMA-262",
        arguments: [
            ("", ["", "a"], []),
            ("a+", ["xxaayy"], ["", "b"]),
            ("^a*$", ["", "aaa"], ["abc", "a\n"]),
            ("^$", [""], ["a", "\n"]),
            ("^a|b$", ["ac", "cb"], ["ca", "bc"]),
            ("^(a|b|)c$", ["ac", "bc", "c"], ["abc"]),
            ("^(?:ab){2,3}$", ["abab", "ababab"], ["ab", "abababab"]),
            ("^a{2}$", ["aa"], ["a", "aaa"]),
            ("^a{2,}$", ["aa", "aaaa"], ["a"]),
            ("^a{0}b$", ["b"], ["ab"]),
            ("^a+?b*?$", ["a", "aab"], ["b"]),
            ("^(a*)*$", ["", "aa"], ["b"]),
            ("^(?<year>\\d{4})-\\d\\d$", ["2026-11"], ["26-11"]),
            ("^.$", ["é", "🐲", " "], ["\n", "\r", "\u{2028}", "ab", "e\u{301}"]),
            ("^[a-c-]$", ["a", "b", "-"], ["d"]),
            ("^[^a-c]$", ["d", "\n"], ["a"]),
            ("^[]a]*$", [], ["", "a"]),
            ("[]", [], ["", "a"]),
            ("^[^]$", ["\n", "a"], [""]),
            ("^[\\w-]+$", ["a_1-b"], ["a b"]),
            ("^[\\d\\s]+$", ["1 2\u{A0}3"], ["a"]),
            ("^[^\\D5]$", ["4"], ["5", "a"]),
            ("^[\\D5]$", ["5", "a"], ["4"]),
            ("^[\\b]$", ["\u{8}"], ["b"]),
            ("^\\bfoo\\b", ["foo bar", "foo"], ["foobar"]),
            ("\\Boo", ["foo"], ["oo"]),
            ("^\\x41\\u0042\\u{43}\\cJ\\0$", ["ABC\n\0"], ["ABC"]),
            ("^\\uD83D\\uDC32$", ["🐲"], ["🐉"]),
            ("^\\t\\n\\v\\f\\r\\/\\.\\-$", ["\t\n\u{B}\u{C}\r/.-"], ["tnvfr/.-"]),
            ("^a{,2}$", ["a{,2}"], ["aa"]),
            ("^{a}]$", ["{a}]"], []),
            ("^\\p{Lu}\\P{Lu}$", ["Éa", "A1"], ["AB"]),
            ("^\\p{General_Category=Letter}[\\p{N}\\P{L}]$", ["ß٣"], ["3a"]),
            ("^\\p{ASCII}\\p{Alphabetic}\\p{Emoji}$", ["aé🐲"], ["éaa"]),
            ("^(?=.*\\d)(?=.*[A-Z]).{4,}$", ["abC1", "1Cab"], ["abc1", "aC1"]),
            ("^(?!admin$)\\w+$", ["adm", "admins"], ["admin"]),
            ("^a(?=(?!c)b)", ["ab"], ["ac"]),
            ("(?=a)b", [], ["ab"]),
        ] as [(String, [String], [String])]
    )
    func matches(source: String, texts: [String], others: [String]) throws {
        let pattern = try Pattern(source)
        for text in texts {
            #expect(pattern.matches(text), "\(source) and \(text.debugDescription)")
        }
        for text in others {
            #expect(!pattern.matches(text), "\(source) and \(text.debugDescription)")
        }
    }

    @Test(
        "an invalid or unsupported expression reports the reason and the position",
        arguments: [
            ("a(b", "this group has no ')' at character 2"),
            ("a)b", "there is no '(' for this ')' at character 2"),
            ("[ab", "this class has no ']' at character 1"),
            ("[b-a]", "the range is in the wrong order at character 2"),
            ("*a", "there is nothing to repeat before '*' at character 1"),
            ("a**", "there is nothing to repeat before '*' at character 3"),
            ("{2}", "there is nothing to repeat before '{' at character 1"),
            ("a{3,2}", "the numbers are in the wrong order at character 2"),
            ("^*", "what matches no character cannot be repeated at character 1"),
            ("(?=a)+", "what matches no character cannot be repeated at character 1"),
            ("a\\", "there is nothing after '\\' at character 2"),
            ("\\a", "'\\a' means nothing at character 1"),
            ("\\Z", "'\\Z' means nothing at character 1"),
            ("\\c1", "expected a letter after '\\c' at character 1"),
            ("\\x4", "expected 2 hexadecimal digits at character 1"),
            ("\\u{110000}", "expected a hexadecimal number up to 10FFFF and '}' at character 1"),
            ("\\p{Script=Greek}", "the property 'Script=Greek' is not supported at character 1"),
            ("\\pL", "expected '{' and the name of a property at character 1"),
            ("(a)\\1", "back references are not supported at character 4"),
            ("\\k<a>", "back references are not supported at character 1"),
            ("(?<=a)b", "lookbehind is not supported at character 1"),
            ("(?i)a", "expected '?:', '?=', '?!' or '?<name>' in this group at character 1"),
            ("(?<>a)", "expected a name and '>' after '(?<' at character 1"),
            ("(a{100}){1000}", "the expression is too large at character 1"),
            ("(){1000000000000000000000}", "the expression is too large at character 1"),
        ]
    )
    func refuses(source: String, message: String) {
        let error = #expect(throws: PatternError.self) { try Pattern(source) }
        #expect(error?.description == message)
    }

    @Test("deeply nested groups are rejected, and do not overflow the stack")
    func nesting() {
        let source = String(repeating: "(", count: 100_000)
        let error = #expect(throws: PatternError.self) { try Pattern(source) }
        #expect(error?.message == "more than 100 groups are nested")
    }

    @Test(
        "expressions that take other engines exponential time are fast",
        arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(x+x+)+y", "^(([a-z])+.)+[A-Z]([a-z])+$"]
    )
    func catastrophes(source: String) throws {
        let text = String(repeating: source.contains("x") ? "x" : "a", count: 2_000) + "!"
        #expect(try !Pattern(source).matches(text))
    }

    @Test("expressions are equal if they are written in the same way")
    func equality() throws {
        #expect(try Set([Pattern("a"), Pattern("a"), Pattern("b")]).count == 2)
    }
}
