import Foundation
import RepositoryRuntime
import Testing

@Suite("Unions")
struct UnionTests {
    private func both(_ text: String) throws -> Attachment {
        let bytes = try Attachment(jsonText: text)
        #expect(try Attachment(dictionaryValue: JSON(jsonText: text).any) == bytes)
        #expect(try JSONDecoder().decode(Attachment.self, from: Data(text.utf8)) == bytes)
        return bytes
    }

    @Test("are distinguished by their tag, at any position")
    func tagged() throws {
        #expect(try both(#"{"type":"image","width":1}"#) == .image(Image(width: 1)))
        #expect(
            try both(#"{"width":1,"x":{"type":"no"},"type":"image"}"#)
                == .image(Image(width: 1, unknownKeys: ["x": ["type": "no"]]))
        )
        #expect(try both(#" { "type" : "document" } "#) == .file(File()))
        #expect(try both(#"{"t\u0079pe":"document"}"#) == .file(File()))
        #expect(
            try both(#"{"type":"bundle","inner":{"type":"image","width":2}}"#)
                == .bundle(Bundle(inner: .image(Image(width: 2))))
        )
        #expect(try Attachment(jsonText: #"{"type":"image","type":"document"}"#) == .file(File()))
    }

    @Test("encode the tag first, and do not treat it as an unknown key")
    func written() throws {
        #expect(try Attachment.file(File()).jsonText() == #"{"type":"document"}"#)
        let image = Attachment.image(Image(width: 1, unknownKeys: ["a": 1]))
        #expect(try image.jsonText() == #"{"type":"image","width":1,"a":1}"#)
        let list: [Attachment] = [.bundle(Bundle(inner: image)), .file(File()), .unknown(["b": 2])]
        #expect(
            try ["l": list].jsonText()
                == #"{"l":[{"type":"bundle","inner":{"type":"image","width":1,"a":1}},"#
                + #"{"type":"document"},{"b":2}]}"#
        )
        #expect(try JSON(any: list.dictionaryValue) == JSON(jsonText: list.jsonText()))
    }

    @Test(
        "keep values without a known tag",
        arguments: [
            #"{}"#, #"{"type":null}"#, #"{"type":1}"#, #"{"n":1.10,"type":"other"}"#,
            #"{"Type":"image"}"#, "1", "[]", "[{\"type\":1.10}]", "\"image\"", "true",
        ]
    )
    func unknown(text: String) throws {
        #expect(try both(text) == .unknown(JSON(jsonText: text)))
        #expect(try Attachment(jsonText: text).jsonText() == text)
    }

    @Test("are never null, and never invalid JSON", arguments: ["null", "1x", "[1", "\"a", ""])
    func noValue(text: String) throws {
        #expect(throws: JSONError.self) { try [Attachment](jsonText: "[\(text),1]") }
        #expect(throws: JSONError.self) { try Tag(jsonText: text) }
        for value in [Optional<Int>.none as Any, Data()] {
            #expect(throws: ConversionError.self) { try Attachment(dictionaryValue: value) }
        }
    }

    @Test("with a required known tag accept only objects")
    func noObject() throws {
        for text in ["1", "[]", "\"image\"", "true"] {
            let error = #expect(throws: JSONError.self) {
                try JSONReader.read(text) { reader throws(JSONError) in
                    if try reader.discriminator("type") != nil { return }
                    throw reader.unknownTag("type", expected: "Attachment")
                }
            }
            #expect(error?.expected == "Attachment")
            let value = try JSON(jsonText: text).any
            #expect(try DictionaryReader.discriminator("type", of: value) == nil)
            let other = DictionaryReader.unknownTag("type", in: value, expected: "Attachment")
            #expect(!other.description.contains("unknown type"))
        }
    }

    @Test("keep an invalid single value of a known kind")
    func ofKnownKind() throws {
        #expect(try Tag(jsonText: "-5") == .size(-5))
        #expect(try Opening(jsonText: "1") == .isOpen(true))
        #expect(try Opening(jsonText: "\"2026-11-21\"") == .day(try #require(Day("2026-11-21"))))
        for text in ["5.5", "300", "-0.10"] {
            let value = try JSON(jsonText: text)
            #expect(try Tag(jsonText: text) == .unknown(value))
            #expect(try Tag(jsonText: text).jsonText() == text)
            #expect(try Tag(dictionaryValue: value.any) == .unknown(value))
        }
        for text in ["2", "\"tomorrow\"", "\"2026-02-30\""] {
            let value = try JSON(jsonText: text)
            #expect(try Opening(jsonText: text) == .unknown(value))
            #expect(
                try [Opening](jsonText: "[ \(text) , 0 ]") == [.unknown(value), .isOpen(false)]
            )
            #expect(try Opening(dictionaryValue: value.any) == .unknown(value))
        }
    }

    // The trap: each error scans the text from its start.
    @Test("take time in proportion to the text for many invalid single values")
    func manyInvalid() throws {
        let count = 100_000
        let text = "[" + String(repeating: "5.5,", count: count) + "1]"
        let tags = try [Tag](jsonText: text)
        #expect(tags.count == count + 1)
        #expect(tags.last == .size(1))
    }

    // The trap: the nesting depth at the error remains.
    @Test("keep an invalid array of a known kind")
    func invalidArray() throws {
        struct Numbers: JSONDecodable {
            var unknown: JSON?

            init(_ numbers: [Int]) {}
            init(unknown: JSON) { self.unknown = unknown }
            init(from reader: inout JSONReader) throws(JSONError) {
                self = try reader.value(of: { Numbers($0) }, orUnknown: { Numbers(unknown: $0) })
            }
        }
        #expect(try Numbers(jsonText: #"[["a"]]"#).unknown == [["a"]])
        #expect(try [Numbers](jsonText: #"[[1],["a"],[2]]"#).map(\.unknown) == [nil, ["a"], nil])
    }

    @Test("report an error in the value of a case, at its path")
    func wrong() throws {
        let text = #"{"a":[{"width":"x","type":"image"}]}"#
        let error = #expect(throws: JSONError.self) { try [String: [Attachment]](jsonText: text) }
        #expect(error?.keyPath.description == "a[0].width")
        let any = try JSON(jsonText: text).any
        let other = #expect(throws: ConversionError.self) {
            try [String: [Attachment]](dictionaryValue: any)
        }
        #expect(other?.keyPath.description == "a[0].width")
        for broken in [
            #"{"type":"image","width":1"#, #"{"type":"image" "width":1}"#, #"{"type":"x","a":tru}"#,
        ] {
            #expect(throws: JSONError.self) { try Attachment(jsonText: broken) }
        }
    }

    @Test("with a required known tag report that, but not the actual one")
    func unknownTag() throws {
        let error = #expect(throws: JSONError.self) {
            try JSONReader.read(#"{"type":"secret"}"#) { reader throws(JSONError) in
                _ = try reader.discriminator("type")
                throw reader.unknownTag("type", expected: "Attachment")
            }
        }
        #expect(
            error?.description == "expected Attachment, found object without a known type (byte 0)"
        )
        let other = DictionaryReader.unknownTag("type", in: ["type": "x"], expected: "Attachment")
        #expect(other.description == "expected Attachment, found object without a known type")
    }

    @Test("are distinguished by the kind of JSON")
    func kinds() throws {
        let cases: [(String, Reference)] = [
            ("5", .id(5)), ("\"a\"", .name("a")), ("false", .isAnyone(false)),
            (#"{"id":1,"name":"n"}"#, .user(User(id: 1, name: "n"))),
        ]
        for (text, reference) in cases {
            #expect(try Reference(jsonText: text) == reference)
            let any = try JSON(jsonText: text).any
            #expect(try Reference(dictionaryValue: any) == reference)
            #expect(
                try JSON(any: reference.dictionaryValue) == JSON(jsonBytes: reference.jsonBytes())
            )
        }
        for text in ["null", "[]", "1.5", "{}"] {
            #expect(throws: JSONError.self) { try Reference(jsonText: text) }
            let any = try JSON(jsonText: text).any
            #expect(throws: ConversionError.self) { try Reference(dictionaryValue: any) }
        }
        #expect(throws: JSONError.self) { try Tag(jsonText: "null") }
        #expect(try Tag(jsonText: "[1.10]").jsonText() == "[1.10]")
    }

    @Test("with a value that does not encode to an object cannot be encoded")
    func notAnObject() {
        #expect(throws: JSONError.self) {
            var writer = JSONWriter()
            writer.value(5, tagged: "five", by: "type")
            _ = try writer.finish()
        }
    }
}
