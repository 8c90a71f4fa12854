import SchemaImport
import Testing

@testable import SchemaInference

/// Bodies that are broken, or have unusual keys and types.
@Suite struct OddBodyTests {
    private static func text(_ bodies: String..., name: String? = "Body") throws -> String {
        SchemaTextWriter().text(for: try InferredSchema.infer(bodies, name: name).schema)
    }

    @Test("keys that differ only in their bytes are one, and cause no crash")
    func equalKeys() throws {
        let object = "{\"caf\u{E9}\": 1, \"cafe\u{301}\": 2, \"b\": 3}"
        let result = try InferredSchema.infer("[{\"item\": \(object)}, {\"other\": \(object)}]")
        #expect(!result.schema.declarations.isEmpty)
        _ = try InferredSchema.infer("[\(object), {\"caf\u{E9}\": 1, \"b\": 3}]")
    }

    @Test("after a broken value over several lines, its rest is not read")
    func brokenStream() throws {
        let result = try InferredSchema.infer(
            """
            {"a": 1,
             "b": 2}
            {"a": 1,
             "b": tru,
             "c": [
              {"y": 2}]}
            """
        )
        #expect(result.diagnostics.count == 1)
        let text = SchemaTextWriter(showsEvidence: false).text(for: result.schema)
        #expect(text.contains("properties: { a: Int, b: Int }"), "\(text)")
    }

    @Test("a requested name is kept, whatever keys the bodies have")
    func requestedName() throws {
        let comment = "{\"id\": 1, \"comment\": \"hi\"}"
        #expect(try Self.text(comment, name: "Comment").contains("\n  Comment:\n"))
        let envelope = "{\"comment\": {\"text\": \"hi\"}}"
        #expect(try Self.text(envelope, name: "Comment").contains("\n  Comment:\n"))
    }

    @Test("a name from a file changes only for an envelope around objects of that name")
    func envelopeName() throws {
        func name(_ text: String) throws -> String? {
            let source = BodySource(path: "comments.json", bytes: Array(text.utf8))
            let inference = BodyInference(settings: InferredSchema.settings)
            return try inference.infer(bodies: [source]).schema.declarations.first?.name
        }
        #expect(try name("{\"comment\": \"hi\", \"by\": 1}") == "Comment")
        #expect(try name("{\"comment\": {\"text\": \"hi\"}, \"by\": 1}") == "CommentBody")
    }

    @Test("tagged objects among other values are JSON, and declare no unused types")
    func mixedUnion() throws {
        let values = [
            "\"x\"", "{\"kind\": \"u\", \"name\": \"n\"}", "{\"kind\": \"g\", \"bar\": [1]}",
        ]
        let bodies = (0..<30).map { "{\"id\": \($0), \"actor\": \(values[$0 % 3])}" }
        let schema = try InferredSchema.infer(bodies).schema
        #expect(schema.declarations.count == 2)
        let text = SchemaTextWriter(showsEvidence: false).text(for: schema)
        #expect(text.contains("cases: { text: String, object: \"{ String: JSON }\" }"), "\(text)")
        _ = try InferredSchema.check(text)
    }
}
