import Diagnostics

extension HostileCase {
    /// Schemas too large or too unusual for files, each with the rule that rejects it; nil if it is
    /// accepted.
    static let made: [(rule: String?, case: HostileCase)] = [
        made("brackets without end", "nesting-too-deep", header + "values: " + many("[", 100_000)),
        made("braces without end", "nesting-too-deep", header + "values: " + many("{a: ", 100_000)),
        made("dashes without end", "nesting-too-deep", many("- ", 100_000)),
        made("ever deeper lines", "nesting-too-deep", deeperLines(2000)),
        made("brackets in JSON", "nesting-too-deep", many("[", 100_000), path: "a.json"),
        made("an alias bomb", "too-many-nodes", bomb(width: 10, levels: 9)),
        made("a bomb of merge keys", "too-many-nodes", mergeBomb(levels: 30)),
        made("a chain of aliases", "nesting-too-deep", bomb(width: 1, levels: 500)),
        made("a documentation of 10 MB", nil, documented(many("word ", 2_000_000))),
        made("a documentation of 1 MB without a space", nil, documented(many("w", 1_000_000))),
        made("a documentation of many lines", nil, documentedLines(100_000)),
        made("a type of 1 MB", "unknown-type", property("Large", many("X", 1_000_000))),
        made("a type of brackets", "invalid-type", property("Large", "'\(many("[", 100_000))'")),
        made(
            "a default of 1 MB",
            nil,
            property("LargeDefault", "String = " + many("x", 1_000_000))
        ),
        made("a number of 1 MB", "invalid-default", property("A", "Int = " + many("9", 1_000_000))),
        made(
            "a decimal of 1 MB",
            "invalid-default",
            property("A", "Decimal = 0." + many("9", 1_000_000))
        ),
        made(
            "a key of 1 MB",
            "unclosed-bracket",
            values("A", "\"" + many("k", 1_000_000) + "\": Int")
        ),
        made(
            "a wire key of 1 MB",
            nil,
            values("LargeKey", "a: { type: Int, key: \(many("k", 1_000_000)) }")
        ),
        made("a declaration of 1 kB", "invalid-name", values("\"\(many("A", 1_000))\"", "a: Int")),
        made(
            "a path of 1 MB",
            "invalid-path",
            header + "endpoints: { LargePath: { get: /\(many("a", 1_000_000)) } }"
        ),
        made("a path of many placeholders", nil, placeholders(200)),
        made(
            "a path of braces",
            "invalid-path",
            header + "endpoints: { A: { get: '/\(many("{", 100_000))' } }"
        ),
        made("a file over the limit", "file-too-large", many("#", 17_000_000)),
        made("many unknown types", "unknown-type", unknownTypes(1500)),
        made("many unknown keys", "unknown-key", unknownKeys(5000)),
        made("many long unknown types", "unknown-type", longUnknownTypes(300)),
        made("many mistakes of syntax", "undefined-alias", many("- *a\n", 50_000)),
        made("a value that contains itself through ten thousand", "endless-value", ring(10_000)),
        made("many cases", nil, cases(3000)),
        made("many properties", nil, properties(500)),
        made("many equal identifiers", nil, equalIdentifiers(190)),
        made(
            "a path with a line break",
            nil,
            property("PathBreak", "Int"),
            path: "a\ninjected()\r.yaml"
        ),
        made(
            "a path with quotes",
            nil,
            property("PathQuote", "Int"),
            path: "*/ injected() \"\\(x).yaml"
        ),
        made(
            "a path of another direction",
            "unknown-type",
            property("A", "It"),
            path: "a\u{202E}lmay.x"
        ),
        made("text with a NUL", "control-character", header + "values:\0"),
        made(
            "no text at all",
            "invalid-encoding",
            bytes: (0..<4096).map { UInt8($0 * 7 % 251) | 0x80 }
        ),
    ]

    private static let header = "repogen: 1\n"

    private static func made(
        _ name: String,
        _ rule: String?,
        _ text: String,
        path: String = "a.yaml"
    ) -> (rule: String?, case: HostileCase) {
        made(name, rule, bytes: Array(text.utf8), path: path)
    }

    private static func made(
        _ name: String,
        _ rule: String?,
        bytes: [UInt8],
        path: String = "a.yaml"
    ) -> (rule: String?, case: HostileCase) {
        (rule, HostileCase(name: name, file: SourceFile(path: path, bytes: bytes)))
    }

    /// Repeats a text many times; by doubling, because tests are not optimized.
    private static func many(_ text: String, _ count: Int) -> String {
        guard count > 1 else { return count == 1 ? text : "" }
        let half = many(text, count / 2)
        return half + half + (count.isMultiple(of: 2) ? "" : text)
    }

    private static func lines(_ count: Int, _ line: (Int) -> String) -> String {
        (0..<count).map(line).joined(separator: "\n") + "\n"
    }

    private static func deeperLines(_ count: Int) -> String {
        lines(count) { many(" ", $0) + "a:" }
    }

    private static func bomb(width: Int, levels: Int) -> String {
        header + "a0: &a0 [x]\n"
            + lines(levels) { level in
                let aliases = Array(repeating: "*a\(level)", count: width).joined(separator: ", ")
                return "a\(level + 1): &a\(level + 1) [\(aliases)]"
            }
    }

    private static func mergeBomb(levels: Int) -> String {
        header + "a0: &a0 {k: x}\n"
            + lines(levels) { "a\($0 + 1): &a\($0 + 1) {<<: [*a\($0), *a\($0)]}" }
    }

    private static func values(_ name: String, _ property: String) -> String {
        header + "values: { \(name): { properties: { \(property) } } }\n"
    }

    private static func property(_ name: String, _ type: String) -> String {
        header + "values:\n  \(name):\n    properties:\n      text: \(type)\n"
    }

    private static func documented(_ text: String) -> String {
        header + "values:\n  LargeText\(text.utf8.count):\n    doc: \(text)\n    properties: {}\n"
    }

    private static func documentedLines(_ count: Int) -> String {
        header + "values:\n  ManyLines:\n    properties: {}\n    doc: |\n"
            + lines(count) { _ in "      */ injected()" }
    }

    private static func placeholders(_ count: Int) -> String {
        let path = (0..<count).map { "/{a\($0)}" }.joined()
        return header + "endpoints: { ManyPlaceholders: { get: '\(path)' } }\n"
    }

    private static func unknownTypes(_ count: Int) -> String {
        header + "values:\n"
            + lines(count) { "  SomeValueNumber\($0): { properties: { a: SomeValeuNumbr\($0) } }" }
    }

    private static func longUnknownTypes(_ count: Int) -> String {
        header + "values:\n"
            + lines(count) {
                "  \(many("Ab", 49))\($0): { properties: { a: \(many("Ba", 2000))\($0) } }"
            }
    }

    private static func unknownKeys(_ count: Int) -> String {
        header + lines(count) { "entitees\($0): {}" }
    }

    private static func ring(_ count: Int) -> String {
        header + "values:\n"
            + lines(count) { "  A\($0): { properties: { a: A\(($0 + 1) % count) } }" }
    }

    private static func cases(_ count: Int) -> String {
        header + "enums:\n  ManyCases:\n    cases:\n" + lines(count) { "      - case\($0)" }
    }

    private static func properties(_ count: Int) -> String {
        header + "entities:\n  ManyProperties:\n    id: Int\n    properties:\n"
            + lines(count) { "      a\($0)?: String" }
    }

    private static func equalIdentifiers(_ count: Int) -> String {
        header + "enums:\n  EqualIdentifiers:\n    cases:\n"
            + lines(count) { "      - \"a\(many("-", $0 + 1))b\"" }
    }
}
