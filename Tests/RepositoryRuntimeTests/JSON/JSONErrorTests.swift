import Foundation
import RepositoryRuntime
import Testing

@Suite("Errors of decoding and encoding")
struct JSONErrorTests {
    static let valid = """
        {"_id":"1","text":"t","visibility":null,"priority":null,"author":{"id":1,"name":"n"},\
        "labels":{"k":"v"},"sent_at":0,"edited_at":[0,null],"extra":null}
        """

    private func error(_ text: String) throws -> JSONError {
        let error = #expect(throws: JSONError.self) { try [Message](jsonText: text) }
        return try #require(error)
    }

    @Test("have the path, and the expected and actual kinds")
    func place() throws {
        let broken = Self.valid.replacing("\"name\":\"n\"", with: "\"name\":7")
        let text = "[\(Self.valid), \(broken)]"
        let error = try error(text)
        #expect(error.code == .typeMismatch)
        #expect(error.keyPath.description == "[1].author.name")
        #expect(error.expected == "String")
        #expect(error.found == "number")
        let before = try #require(text.range(of: ":7")).lowerBound
        #expect(error.offset == text.utf8.distance(from: text.startIndex, to: before) + 1)
        #expect(
            error.description
                == "[1].author.name: expected String, found number (byte \(error.offset))"
        )
    }

    @Test("of a missing key have the path of the object")
    func missing() throws {
        let broken = Self.valid.replacing(",\"name\":\"n\"", with: "")
        let text = "[\(Self.valid), \(broken)]"
        let error = try error(text)
        #expect(error.code == .missingKey)
        #expect(error.keyPath.description == "[1].author.name")
        #expect(error.expected == "String")
        #expect(error.found == "nothing")
        let before = try #require(text.range(of: "{\"id\":1}")).lowerBound
        #expect(error.offset == text.utf8.distance(from: text.startIndex, to: before))
    }

    @Test(
        "name the actual kind",
        arguments: [
            ("\"_id\":\"1\"", "\"_id\":null", "[0]._id", "String", "null"),
            ("\"_id\":\"1\"", "\"_id\":[]", "[0]._id", "String", "array"),
            ("\"_id\":\"1\"", "\"_id\":{}", "[0]._id", "String", "object"),
            ("\"_id\":\"1\"", "\"_id\":true", "[0]._id", "String", "boolean"),
            ("\"id\":1", "\"id\":true", "[0].author.id", "Int", "boolean"),
            ("\"id\":1", "\"id\":\"1\"", "[0].author.id", "Int", "string"),
            ("\"id\":1", "\"id\":1.5", "[0].author.id", "Int", "number out of range"),
            ("{\"k\":\"v\"}", "{\"k\":1}", "[0].labels.k", "String", "number"),
            ("{\"k\":\"v\"}", "[]", "[0].labels", "object", "array"),
            ("\"priority\":null", "\"priority\":5", "[0].priority", "Priority", "number"),
            (
                "[0,null]", "[0,null,\"x\"]", "[0].edited_at[2]", "date (iso8601, unixSeconds)",
                "string"
            ),
            (
                "\"sent_at\":0", "\"sent_at\":true", "[0].sent_at", "date (iso8601, unixSeconds)",
                "boolean"
            ),
        ]
    )
    func kinds(old: String, new: String, path: String, expected: String, found: String) throws {
        let error = try error("[\(Self.valid.replacing(old, with: new))]")
        #expect(error.keyPath.description == path)
        #expect(error.expected == expected)
        #expect(error.found == found)
    }

    @Test(
        "of the grammar have their own codes",
        arguments: [
            ("", JSONError.Code.unexpectedEnd, ""),
            ("  ", .unexpectedEnd, ""),
            ("[1", .unexpectedEnd, "[0]"),
            ("[1,", .unexpectedEnd, "[1]"),
            ("[1,]", .invalidSyntax, "[1]"),
            ("[1 2]", .invalidSyntax, "[0]"),
            ("{\"a\":{\"b\":[1,{\"c\":}]}}", .invalidSyntax, "a.b[1].c"),
            ("{\"a\" 1}", .invalidSyntax, "a"),
            ("{\"a\":1,}", .invalidSyntax, ""),
            ("{a:1}", .invalidSyntax, ""),
            ("[1] x", .trailingContent, ""),
            ("[\"\\x\"]", .invalidText, "[0]"),
            // The trap: too short for an escape, they would seem to be cut.
            ("[\"\\ud83d\"]", .invalidText, "[0]"),
            ("[\"\\ud83d\\n\"]", .invalidText, "[0]"),
            ("[\"\\u12\"]", .invalidText, "[0]"),
            ("[\"\\ud83d", .unexpectedEnd, "[0]"),
            ("[\"\\ud83d\\ude", .unexpectedEnd, "[0]"),
            ("[\"\\u12", .unexpectedEnd, "[0]"),
            ("{\"x.y\":{\"\\u0061\\\"\":nul}}", .invalidSyntax, "[\"x.y\"][\"a\\\"\"]"),
            ("tru", .invalidSyntax, ""),
        ]
    )
    func grammar(text: String, code: JSONError.Code, path: String) throws {
        for read in [{ try JSON(jsonText: text) }, { () throws -> JSON in try Self.skip(text) }] {
            let error = try #require(#expect(throws: JSONError.self) { try read() })
            #expect(error.code == code)
            #expect(error.keyPath.description == path)
        }
    }

    private static func skip(_ text: String) throws -> JSON {
        try JSONReader.read(text) { reader throws(JSONError) in
            try reader.skipValue()
            return .null
        }
    }

    @Test("never contain values")
    func redaction() throws {
        let secret = "s3cr3t"
        for text in [
            "{\"id\":\"\(secret)\"}", "\"\(secret)\"", "[\"\(secret)\", 1]", "\"\(secret)",
        ] {
            for error in [
                #expect(throws: JSONError.self) { try User(jsonText: text) },
                #expect(throws: JSONError.self) { try Priority(jsonText: text) },
                #expect(throws: JSONError.self) { try [Int](jsonText: text) },
            ] {
                #expect(try !#require(error).description.contains(secret))
            }
        }
    }

    @Test("of encoding have the path of the value, and are the first one")
    func writing() throws {
        let places = ["a": [Coordinates(latitude: 0, longitude: .infinity)]]
        let error = try #require(#expect(throws: JSONError.self) { try places.jsonBytes() })
        #expect(error.code == .unrepresentable)
        #expect(error.keyPath.description == "a[0].longitude")
        #expect(throws: JSONError.self) { try [Double.nan].jsonData() }
        #expect(throws: JSONError.self) { try [Float.infinity].jsonText() }
    }

    @Test("report a writer whose text is incomplete")
    func unfinished() throws {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("a")
        writer.beginArray()
        do {
            _ = try writer.finish()
            Issue.record("an open array must be an error")
        } catch {
            #expect(error.code == .unfinished)
            #expect(error.keyPath.description == "a[0]")
        }
        do {
            _ = try JSONWriter().finish()
            Issue.record("no text must be an error")
        } catch {
            #expect(error.code == .unfinished)
        }
    }
}
