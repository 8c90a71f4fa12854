import Diagnostics
import Testing
import YAMLTree

@Suite struct EncodingTests {
    /// Bytes that are not text, and their diagnostic.
    struct Fault: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var bytes: [UInt8]
        var place: String
        var message: String
        var hint = "save the file as UTF-8"
    }

    @Test(arguments: [
        Fault(
            testDescription: "a byte of Latin 1",
            bytes: Array("a: 1\nb: gr".utf8) + [0xF6, 0xDF] + Array("e\n".utf8),
            place: "2:6-7",
            message: "found the byte 0xF6, expected UTF-8"
        ),
        Fault(
            testDescription: "after letters of several bytes",
            bytes: Array("ä👍".utf8) + [0xFF],
            place: "1:3-4",
            message: "found the byte 0xFF, expected UTF-8"
        ),
        Fault(
            testDescription: "a continuation alone",
            bytes: [0x61, 0x80],
            place: "1:2-3",
            message: "found the byte 0x80, expected UTF-8"
        ),
        Fault(
            testDescription: "a sequence cut off at the end",
            bytes: [0x61, 0xF0, 0x9F, 0x91],
            place: "1:2-3",
            message: "found the byte 0xF0, expected UTF-8"
        ),
        Fault(
            testDescription: "a sequence cut off by a letter",
            bytes: [0xE2, 0x82, 0x61],
            place: "1:1-2",
            message: "found the byte 0xE2, expected UTF-8"
        ),
        Fault(
            testDescription: "an overlong slash",
            bytes: [0xC0, 0xAF],
            place: "1:1-2",
            message: "found the byte 0xC0, expected UTF-8"
        ),
        Fault(
            testDescription: "an overlong sequence of three",
            bytes: [0xE0, 0x80, 0xAF],
            place: "1:1-2",
            message: "found the byte 0xE0, expected UTF-8"
        ),
        Fault(
            testDescription: "an overlong sequence of four",
            bytes: [0xF0, 0x80, 0x80, 0xAF],
            place: "1:1-2",
            message: "found the byte 0xF0, expected UTF-8"
        ),
        Fault(
            testDescription: "a surrogate in UTF-8",
            bytes: [0xED, 0xA0, 0x80],
            place: "1:1-2",
            message: "found the byte 0xED, expected UTF-8"
        ),
        Fault(
            testDescription: "beyond the last scalar",
            bytes: [0xF4, 0x90, 0x80, 0x80],
            place: "1:1-2",
            message: "found the byte 0xF4, expected UTF-8"
        ),
    ])
    func invalidUTF8(_ fault: Fault) {
        for path in ["a.yaml", "a.json"] {
            let mistakes = Reading.mistakes(in: SourceFile(path: path, bytes: fault.bytes))
            #expect(mistakes.map(\.rule) == ["invalid-encoding"])
            #expect(mistakes.map { Reading.place($0.range) } == [fault.place])
            #expect(mistakes.map(\.message) == [fault.message])
            #expect(mistakes.map(\.hint) == [fault.hint])
        }
    }

    @Test(
        arguments: [
            ([0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x3D, 0x00, 0x62], "1:2-3"),
            ([0xFF, 0xFE, 0x4D, 0xDC], "1:1-2"),
            ([0xFF, 0xFE, 0x61, 0x00, 0x0A, 0x00, 0x62], "2:1-2"),
        ] as [([UInt8], String)]
    )
    func invalidUTF16(bytes: [UInt8], place: String) {
        let mistakes = Reading.mistakes(in: SourceFile(path: "a.yaml", bytes: bytes))
        #expect(mistakes.map(\.rule) == ["invalid-encoding"])
        #expect(mistakes.map { Reading.place($0.range) } == [place])
    }

    @Test func aReplacementCharacterIsText() throws {
        #expect(try Reading.root(of: "a\u{FFFD}")?.text == "a\u{FFFD}")
    }

    @Test(arguments: [
        ("a: \0", "1:4-5", "0000"), ("a: 1\n# \u{1B}[31m", "2:3-4", "001B"),
        ("\u{7F}", "1:1-2", "007F"), ("é\u{9B}", "1:2-3", "009B"), ("\u{FFFE}", "1:1-2", "FFFE"),
        ("\"\u{8}\"", "1:2-3", "0008"),
    ])
    func controlCharacters(text: String, place: String, code: String) {
        #expect(
            Reading.summary(of: text) == [
                "\(place) control-character: found the control character U+\(code), expected text",
                "hint: remove it, or write it as an escape in double quotes",
            ]
        )
    }

    @Test func withoutAMarkUTF16IsRecognised() {
        let bytes = "name: x".utf8.flatMap { [UInt8]([$0, 0]) }
        let mistakes = Reading.mistakes(in: SourceFile(path: "a.yaml", bytes: bytes))
        #expect(mistakes.map(\.rule) == ["control-character"])
        #expect(mistakes.map(\.hint) == ["save the file as UTF-8"])
    }
}
