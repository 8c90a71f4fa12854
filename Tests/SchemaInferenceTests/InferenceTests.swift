import Diagnostics
import SchemaImport
import SchemaLanguage
import TestSupport
import Testing

@testable import SchemaInference

/// Inferring single values and names, and handling of invalid input.
@Suite struct InferenceTests {
    @Test(
        "strings get a type that all of them have, without losing information",
        arguments: [
            (["2026-01-01T00:00:00Z", "2026-01-01T00:00:00.250Z"], "at: Date"),
            (["2026-01-01T00:00:00+00:00"], "at: Date"),
            (["2026-01-01T00:00:00Z", "2026-01-01T00:00:00+02:00"], "at: String"),
            (["2026-01-01T00:00:00"], "at: { type: Date, format: iso8601WithoutZone }"),
            (["Sat, 21 Nov 2026 02:06:32 GMT"], "at: { type: Date, format: rfc1123 }"),
            (["Sun, 21 Nov 2026 02:06:32 GMT"], "at: String"),
            (["Sat, 31 Feb 2026 02:06:32 GMT"], "at: String"),
            (["2026-01-01T00:00:00.123456Z", "9999-12-31T23:59:59.999Z"], "at: Date"),
            (["9999-12-31T23:59:59.999999Z"], "at: String"),
            (["2026-01-01", "2024-02-29"], "at: Day"),
            (["2026-01-01", "2026-02-29"], "at: String"),
            (["2026-01-01", ""], "at: String"),
            (["6d3c1f0e-8a52-4b7c-9e15-2f40d86a7b93"], "at: UUID"),
            (["6D3C1F0E-8A52-4B7C-9E15-2F40D86A7B93"], "at: String"),
            (["https://a.example.com/b?c=d%20e#f", "http://localhost:8080"], "at: URL"),
            (["https://a.example.com/{id}"], "at: String"),
            (["/relative"], "at: String"),
            (["true", "false"], "at: { type: Bool, json: String }"),
            (["true"], "at: String"),
            ((0..<12).map { "\($0 * 7)" }, "at: { type: Int, json: String }"),
            ((0..<12).map { "0\($0)" }, "at: String"),
            ((0..<12).map { "\($0).50" }, "at: { type: Decimal, json: String }"),
            ((0..<12).map { "1.\($0)" }, "at: String"),
            (["1", "2"], "at: String"),
        ]
    )
    func texts(values: [String], expected: String) throws {
        let bodies = values.map { "{\"at\": \"\($0)\", \"other\": {\"x\": [[1]]}}" }
        let text = SchemaTextWriter(showsEvidence: false)
            .text(for: try InferredSchema.infer(bodies).schema)
        _ = try InferredSchema.check(text)
        #expect(text.contains(expected), "\(text)")
    }

    @Test(
        "numbers get a type that holds all of them",
        arguments: [
            (["1", "-5"], "n: Int"), (["1", "1.5"], "n: Double"), (["1e3"], "n: Double"),
            (["9223372036854775807"], "n: Int"), (["9223372036854775808"], "n: UInt64"),
            (["9223372036854775808", "-1"], "n: Decimal"), (["18446744073709551616"], "n: Decimal"),
            (["0.1234567890123456789"], "n: Decimal"), (["1e400"], "n: JSON"),
            (["12345678901234567890123456789012345678901"], "n: JSON"),
            (["-65.613616999999977"], "n: Decimal"), (["-0", "0"], "n: Int"),
            (["-0.0"], "n: Double"),
        ]
    )
    func numbers(values: [String], expected: String) throws {
        let bodies = values.map { "{\"n\": \($0), \"m\": 1}" }
        let text = SchemaTextWriter(showsEvidence: false)
            .text(for: try InferredSchema.infer(bodies).schema)
        _ = try InferredSchema.check(text)
        #expect(text.contains("{ \(expected), m: Int }"), "\(text)")
    }

    @Test("null and missing values are counted in comments")
    func evidence() throws {
        let result = try InferredSchema.infer(
            #"{"a": 1, "b": null}"#,
            #"{"b": 2, "c": null}"#,
            #"{"b": 3}"#
        )
        let text = SchemaTextWriter().text(for: result.schema)
        #expect(text.contains("a?: Int  # in 1 of 3"))
        #expect(text.contains("b: Int?  # null in 1 of 3"))
        #expect(text.contains("c?: AnyValue?  # in 1 of 3; always null"))
        #expect(!SchemaTextWriter(showsEvidence: false).text(for: result.schema).contains("#"))
    }

    @Test("a shape has one name everywhere, and is nullable only where null was found")
    func sharing() throws {
        let text = try InferredSchema.text(
            #"{"user": {"login": "a", "rank": 1}, "editor": null, "fans": [{"login": "b", "rank": 2}]}"#,
            #"{"user": {"login": "a", "rank": 1}, "editor": {"login": "c", "rank": 3}, "fans": []}"#
        )
        #expect(text.contains(#"{ user: User, editor: "User?", fans: "[User]" }"#), "\(text)")
        #expect(text.contains("properties: { login: String, rank: Int }"))
    }

    @Test("a recursive shape has a name")
    func recursion() throws {
        let text = try InferredSchema.text(
            #"{"root": {"value": 1, "next": {"value": 2, "next": {"value": 3, "next": null}}}}"#
        )
        #expect(
            text.contains(#"{ value: Int, next: "Root?" }"#)
                || text.contains(#"{ value: Int, next: "Next?" }"#),
            "\(text)"
        )
    }

    @Test(
        "bodies that are null are counted in a comment",
        arguments: [
            (["{\"a\": 1}\nnull\n{\"a\": 2}"], "  # 2 objects\n  # 1 body is null\n"),
            (["[{\"a\": 1}, null, null]"], "  # 1 object\n  # 2 bodies are null\n"),
            (["{\"a\": 1}", "[1]", "null"], "  # 1 body is null\n"),
        ]
    )
    func nullBodies(bodies: [String], comment: String) throws {
        let result = try InferredSchema.infer(bodies)
        #expect(result.diagnostics.isEmpty)
        #expect(SchemaTextWriter().text(for: result.schema).contains(comment))
    }

    @Test("a file that is not JSON is reported, and the others are read")
    func broken() throws {
        let result = try InferredSchema.infer(
            #"{"a": 1}"#,
            "<html>",
            "",
            #"{"a": 2, "b": "#,
            #"{"a": 3}"#
        )
        let found = result.diagnostics.map {
            "\($0.range.path):\($0.range.start.line):\($0.range.start.column) \($0.rule)"
        }
        #expect(
            found == [
                "body-1.json:1:1 json-syntax", "body-2.json:1:1 empty-body",
                "body-3.json:1:15 json-syntax",
            ]
        )
        let text = SchemaTextWriter().text(for: result.schema)
        #expect(text.contains("# 2 objects"))
        #expect(text.contains("a: Int"))
        #expect(!text.contains("b:"), "nothing of a broken body is learned: \(text)")
    }

    @Test(
        "after a broken line, the next lines are read, and nothing is learned from the broken one"
    )
    func brokenLines() throws {
        let lines = "{\"a\": 1}\n{\"a\": 2, \"b\": }\n{\"a\": 3}\nnonsense\n{\"a\": 4}\n"
        let result = try InferredSchema.infer(lines)
        #expect(result.diagnostics.map(\.range.start.line) == [2, 4])
        #expect(result.count == 3)
        #expect(!SchemaTextWriter().text(for: result.schema).contains("b:"))
    }

    @Test("a duplicate key gives a warning")
    func repeatedKey() throws {
        let result = try InferredSchema.infer("{\"a\": 1,\n \"a\": \"x\"}")
        #expect(result.diagnostics.map(\.rule) == ["duplicate-key"])
        #expect(result.diagnostics.map(\.severity) == [.warning])
        #expect(result.diagnostics.map(\.range.start) == [SourcePosition(line: 2, column: 2)])
    }

    @Test("of duplicate tags, the last one counts, as in decoding")
    func repeatedTag() throws {
        let bodies = #"""
            {"type": "a", "x": 1, "type": "b"}
            {"type": "a", "x": 1}
            {"type": "b", "y": 1}
            {"type": "a", "x": 2}
            {"type": "b", "y": 2}
            """#
        let result = try InferredSchema.infer(bodies, name: "Thing")
        let text = SchemaTextWriter().text(for: result.schema)
        // Objects with the tag `b` may have either key, so the tag is meaningless.
        #expect(text.contains("x?: Int") && text.contains("y?: Int") && !text.contains("ThingA"))
    }

    @Test(
        "the given name is that of the bodies, and all of them match it",
        arguments: [
            (#"[[["a", [1]]]]"#, "Thing: { cases: { list: \"[[ThingKind]]\" } }"),
            (#"[1, "a", null, {"x": 1}, [2]]"#, "object: ThingObject"),
            (#"{"x": 1}\#n[{"x": 2}]"#, "Thing:\n    properties: { x: Int }"),
            (
                #"[[{"x": 1}], [{"x": 2, "y": 1}]]"#,
                "Thing:\n    properties: { x: Int, \"y?\": Int }"
            ),
            ("\"a\"\n[1]\n", "Thing: { cases: { text: String, list: \"[Int]\" } }"),
            (#"[{"x": 1}, "a"]"#, "object: ThingObject"),
        ]
    )
    func names(body: String, expected: String) throws {
        let result = try InferredSchema.infer(body, name: "Thing")
        let text = SchemaTextWriter(showsEvidence: false).text(for: result.schema)
        let checked = try InferredSchema.check(text)
        #expect(text.contains(expected), "\(text)")
        let misfits = try misfits(of: body, in: checked)
        #expect(misfits.isEmpty, "\(misfits) \(text)")
    }

    @Test(
        "deep bodies have a valid schema that matches them",
        arguments: [2, 63, 64, 65, 70, 200, 510]
    )
    func deepBodies(depth: Int) throws {
        for (open, end, close) in [
            (#"{"a": "#, "{}", "}"), (#"{"a": "#, "null", "}"), (#"{"a": "#, "1", "}"),
            (#"{"n": 1, "a": ["#, "", "]}"),
        ] {
            let count = close.count > 1 ? depth / 2 : depth
            let body =
                String(repeating: open, count: count) + end + String(repeating: close, count: count)
            let result = try InferredSchema.infer(body, name: "Thing")
            let checked = try InferredSchema.check(SchemaTextWriter().text(for: result.schema))
            let misfits = try misfits(of: body, in: checked)
            #expect(misfits.isEmpty, "\(misfits)")
        }
    }

    /// The mismatches of a body with the type `Thing` of a schema.
    private func misfits(of body: String, in schema: CheckedSchema) throws -> [String] {
        let comparison = try #require(BodyComparison(schema, type: "Thing"))
        let source = BodySource(path: "body", bytes: Array(body.utf8))
        return try comparison.compare([source]).diagnostics.map(\.message)
    }

    @Test(
        "values other than objects declare nothing",
        arguments: ["1", "[]", "null", "[[\"a\"]]", "{}"]
    )
    func nothing(body: String) throws {
        #expect(try InferredSchema.infer(body).schema.declarations.isEmpty)
    }

    @Test("kinds of bodies are distinguished by folder and keys, and named after them")
    func kinds() throws {
        let bodies = [
            ("api/users/1.json", #"{"id": 1, "name": "a"}"#),
            ("api/users/2.json", #"{"id": 2, "name": "b"}"#),
            ("api/users.json", #"{"total": 2, "list": []}"#),
            ("mix/order-1.json", #"{"sum": 1, "lines": []}"#),
            ("mix/order-2.json", #"{"sum": 2, "lines": []}"#),
            ("mix/status.json", #"{"isUp": true}"#),
        ]
        let sources = bodies.map { BodySource(path: $0.0, bytes: Array($0.1.utf8)) }
        let result = try BodyInference(settings: InferredSchema.settings).infer(bodies: sources)
        #expect(result.types.map { $0?.text } == ["User", "UserList", "Order", "Status"])
    }

    @Test("the order of files in batches does not matter")
    func batches() throws {
        let filler = String(repeating: "x", count: 300_000)
        let bodies = (0..<12).map { "{\"k\($0 % 5)\": {\"a\($0)\": 1}, \"text\": \"\(filler)\"}" }
        let small = bodies.map { $0.replacing(filler, with: "x") }
        let many = SchemaTextWriter().text(for: try InferredSchema.infer(bodies).schema)
        #expect(many == SchemaTextWriter().text(for: try InferredSchema.infer(small).schema))
    }

    @Test(
        "the schema of any bodies is valid, canonical, and matches them",
        arguments: 1...25
    )
    func randomBodies(block: Int) throws {
        for seed in block * 40..<block * 40 + 40 {
            var random = RandomJSON(seed: UInt64(seed))
            let bodies = (0..<random.random.number(in: 1...6)).map { _ in random.value() }
            let result = try InferredSchema.infer(bodies, name: "Thing")
            #expect(result.diagnostics.isEmpty, "seed \(seed)")
            guard !result.schema.declarations.isEmpty else { continue }
            let checked = try InferredSchema.check(SchemaTextWriter().text(for: result.schema))
            // Values other than objects have no named type.
            guard let comparison = BodyComparison(checked, type: "Thing") else { continue }
            let sources = bodies.map { BodySource(path: "body", bytes: Array($0.utf8)) }
            guard !bodies.contains("null") else { continue }
            let found = try comparison.compare(sources).diagnostics
            #expect(found.isEmpty, "seed \(seed): \(found.map(\.message)) \(bodies)")
        }
    }

    @Test("randomly changed, cut or repeated bytes cause no crash", arguments: 1...20)
    func damagedBodies(block: Int) throws {
        var random = RandomJSON(seed: UInt64(1000 + block))
        for _ in 0..<30 {
            var bytes = Array((0..<3).map { _ in random.object() }.joined(separator: "\n").utf8)
            for _ in 0..<random.random.number(in: 1...4) {
                let place = random.random.number(in: 0...max(bytes.count - 1, 0))
                switch random.random.number(in: 0...2) {
                case 0: bytes[place] = UInt8(random.random.number(in: 0...255))
                case 1: bytes.removeLast(min(place, bytes.count - 1))
                default: bytes.insert(contentsOf: bytes.prefix(place), at: place)
                }
            }
            let source = BodySource(path: "damaged.ndjson", size: bytes.count) { [bytes] in
                MemoryStream(bytes, size: 5)
            }
            let result = try BodyInference(name: "Body", settings: InferredSchema.settings)
                .infer(bodies: [source], recordings: [source])
            if !result.schema.declarations.isEmpty {
                _ = try InferredSchema.check(SchemaTextWriter().text(for: result.schema))
            }
        }
    }
}
