import RepositoryRuntime
import Testing

@Suite("Strings")
struct TextTests {
    @Test(
        "escapes are resolved",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
            (#""\u0041\u00e9\u20AC\ud83d\uDE00""#, "Aé€😀"),
            (#""\u0000""#, "\u{0}"),
            (
                #""plain text longer than a word, é, then \u0021""#,
                "plain text longer than a word, é, then !"
            ),
            (#""\ufeff\uFFFF""#, "\u{FEFF}\u{FFFF}"),
        ]
    )
    func escapes(text: String, value: String) throws {
        #expect(try String(jsonText: text) == value)
        #expect(try [String: Int](jsonText: "{\(text): 1}") == [value: 1])
    }

    @Test(
        "malformed escapes are rejected, even in skipped values",
        arguments: [
            #""\x""#, #""\u12""#, #""\u12G4""#, #""\ud800""#, #""\ud800x""#, #""\ud800\n""#,
            #""\ud800\u0041""#, #""\udc00""#, #""\udc00\ud800""#, #""\"#, #""\u"#, #""\ud83d\ude0"#,
            "\"\u{1}\"", "\"\n\"", #""unfinished"#, #"""#,
        ]
    )
    func brokenEscapes(text: String) {
        #expect(throws: JSONError.self) { try String(jsonText: text) }
        #expect(throws: JSONError.self) { try skip(Array(text.utf8)) }
        #expect(throws: JSONError.self) { try skip(Array("{\(text):1}".utf8)) }
        #expect(throws: JSONError.self) { try [String: Int](jsonText: "{\(text):1}") }
    }

    @Test(
        "bytes other than UTF-8 are rejected, even in skipped values",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x20], [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xFE],
        ] as [[UInt8]]
    )
    func invalidUTF8(bytes: [UInt8]) {
        for padding in [0, 1, 7, 8, 9] {
            let start = [UInt8](repeating: UInt8(ascii: "a"), count: padding)
            let text = [UInt8(ascii: "\"")] + start + bytes + [UInt8(ascii: "\"")]
            #expect(throws: JSONError.self) { try String(jsonBytes: text) }
            #expect(throws: JSONError.self) { try skip(text) }
        }
    }

    @Test("scalars of all planes survive a round trip, in a string and as a key")
    func scalarsOfAllPlanes() throws {
        var scalars = String.UnicodeScalarView()
        let edges: [UInt32] = [0xD7FF, 0xE000, 0xFEFF, 0xFFFD, 0xFFFF, 0x10000, 0x10FFFF]
        for value in Array(0..<0x1000) + Array(stride(from: 0x1000, to: 0x110000, by: 61)) + edges {
            if let scalar = Unicode.Scalar(value) { scalars.append(scalar) }
            if scalars.count == 1000 || value == 0x10FFFF {
                let text = String(scalars)
                let read = try String(jsonBytes: text.jsonBytes())
                #expect(Array(read.utf8) == Array(text.utf8))
                let key = try JSONReader.read("{\(JSONText(quoting: text).text):1}") {
                    reader throws(JSONError) in
                    try reader.beginObject()
                    let key = try reader.nextKey()?.string
                    try reader.skipValue()
                    _ = try reader.nextKey()
                    return key
                }
                #expect(key.map { Array($0.utf8) } == Array(text.utf8))
                scalars.removeAll()
            }
        }
    }

    @Test("only necessary characters are escaped")
    func minimalEscapes() throws {
        #expect(
            try "a/é\u{7F}\u{2028}\"\\\u{1F}\n".jsonText() == #""a/é"# + "\u{7F}\u{2028}"
                + #"\"\\\u001f\n""#
        )
    }

    @Test("random strings survive a round trip")
    func random() throws {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5000 {
            let text = generator.text()
            #expect(try String(jsonBytes: text.jsonBytes()) == text)
            #expect(try String(jsonText: JSONText(quoting: text).text) == text)
            #expect(try text.jsonText().unicodeScalars.allSatisfy { $0 >= " " })
        }
    }

    @Test("keys are compared as strings, escaped or not")
    func keys() throws {
        func matches(_ text: String) throws -> String {
            try JSONReader.read("{\(text): 1}") { reader throws(JSONError) in
                var found = "none"
                try reader.beginObject()
                while let key = try reader.nextKey() {
                    switch key {
                    case "": found = "empty"
                    case "a": found = "a"
                    case "ab": found = "ab"
                    case "abc": found = "abc"
                    case "abcdefgh": found = "8"
                    case "abcdefghi": found = "9"
                    case "official-artwork": found = "16"
                    case "quote\"": found = "quote"
                    case "\u{E9}": found = "composed"
                    default: break
                    }
                    try reader.skipValue()
                }
                return found
            }
        }
        #expect(try matches(#""""#) == "empty")
        #expect(try matches(#""a""#) == "a")
        #expect(try matches(#""b""#) == "none")
        #expect(try matches(#""\u0061b""#) == "ab")
        #expect(try matches(#""abc""#) == "abc")
        #expect(try matches(#""abd""#) == "none")
        #expect(try matches(#""abcdefgh""#) == "8")
        #expect(try matches(#""abcdefgX""#) == "none")
        #expect(try matches(#""abcdefghi""#) == "9")
        #expect(try matches(#""abcdefghX""#) == "none")
        #expect(try matches(#""official-artwork""#) == "16")
        #expect(try matches(#""official\u002dartwork""#) == "16")
        #expect(try matches(#""quote\"""#) == "quote")
        #expect(try matches(#""quote\"x""#) == "none")
        #expect(try matches("\"\u{E9}\"") == "composed")
        #expect(try matches("\"e\u{301}\"") == "composed")
        #expect(try matches("\"\u{E8}\"") == "none")
        #expect(try matches(#""e\u0301""#) == "composed")
        #expect(try matches(#""\u00e9""#) == "composed")
    }

    private func skip(_ bytes: [UInt8]) throws(JSONError) {
        try JSONReader.read(bytes) { reader throws(JSONError) in try reader.skipValue() }
    }
}
