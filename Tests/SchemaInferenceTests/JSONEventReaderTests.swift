import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import SchemaInference

/// The streaming JSON parser.
@Suite struct JSONEventReaderTests {
    /// The error in a text, as `line:column message`; nil if there is none.
    private func mistake(_ bytes: [UInt8], size: Int? = nil) throws -> String? {
        var reader = JSONEventReader(
            MemoryStream(bytes, size: size),
            handler: ShapeLearner(body: 0)
        )
        do throws(JSONFault) {
            while try reader.readDocument() {}
            return nil
        } catch .syntax(let mistake) {
            return "\(mistake.place.line):\(mistake.place.column) \(mistake.message)"
        } catch {
            throw error.cause
        }
    }

    @Test(
        "an error is reported with its position, however the text is split",
        arguments: [
            (#"{"a": 1,}"#, "1:9 found '}', expected a key in double quotes"),
            ("{\n  \"é\": x\n}", "2:8 found 'x', expected a value"),
            ("{\r\n\"a\" 1}", "2:5 found '1', expected ':'"),
            ("[1 2]", "1:4 found '2', expected ',' or ']'"),
            (#"{"a": 1 "b""#, #"1:9 found '"', expected ',' or '}'"#),
            ("[", "1:2 found the end of the file, expected a value"),
            ("[01]", "1:2 found an invalid number"),
            ("[1.]", "1:2 found an invalid number"),
            ("[-]", "1:2 found an invalid number"),
            ("[+1]", "1:2 found '+', expected a value"),
            ("[tru]", "1:2 expected a value, found an unknown literal"),
            (
                "[\"a",
                "1:4 found the end of the file, expected the closing quote of the string that begins at 1:2"
            ),
            (
                "[\"a\n\"]",
                "1:4 found the end of the line, expected the closing quote of the string that begins at 1:2"
            ),
            (
                "[\"\u{1}\"]",
                "1:3 found the control character U+0001 in a string, expected an escape"
            ),
            (#"["\x"]"#, "1:3 found an invalid escape"),
            (
                #"["\ud800"]"#,
                "1:3 found half of a surrogate pair, expected two escapes for one character"
            ),
            (
                #"["\ud800\u0041"]"#,
                "1:3 found half of a surrogate pair, expected two escapes for one character"
            ),
            (
                #"["\udc00"]"#,
                "1:3 found half of a surrogate pair, expected two escapes for one character"
            ),
            (#"["\u12"]"#, "1:3 found a short escape, expected '\\u' and 4 digits"),
        ]
    )
    func mistakes(text: String, expected: String) throws {
        for size in [1, 2, 3, 1000] {
            #expect(try mistake(Array(text.utf8), size: size) == expected, "\(size)")
        }
    }

    @Test("invalid UTF-8 and UTF-16 are rejected; a UTF-8 byte order mark is accepted")
    func encodings() throws {
        #expect(
            try mistake([0x22, 0xC3, 0x22])?.hasPrefix("1:1 found bytes that are not UTF-8") == true
        )
        #expect(try mistake([0x22, 0xED, 0xA0, 0x80, 0x22]) != nil)
        #expect(try mistake([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22]) != nil)
        #expect(try mistake([0xFF, 0xFE, 0x5B, 0]) == "1:1 found UTF-16, expected UTF-8")
        #expect(try mistake([0xEF, 0xBB, 0xBF, 0x5B, 0x5D]) == nil)
        #expect(try mistake([0xEF, 0xBB, 0xBF, 0x5B, 0x7D]) == "1:2 found '}', expected a value")
    }

    @Test("10,000 levels are rejected at the depth limit, without a stack overflow")
    func depth() throws {
        let text = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
        let expected =
            "1:513 found a value nested deeper than 512 levels, which generated code does not read"
        #expect(try mistake(Array(text.utf8)) == expected)
        let open = String(repeating: "{\"a\":", count: 1_000_000)
        #expect(try mistake(Array(open.utf8), size: 4096) != nil)
        let legal = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try mistake(Array(legal.utf8)) == nil)
    }

    @Test(
        "escapes, long strings and long numbers may span chunks",
        arguments: [1, 3, 5, 1 << 18]
    )
    func texts(size: Int) throws {
        let long = String(repeating: "x", count: 200_000)
        let digits = String(repeating: "7", count: 60_000)
        let text = #"{"A\n\ud83d\ude00": "a\"\\\/", "long": "\#(long)", "n": \#(digits)}"#
        var reader = JSONEventReader(
            MemoryStream(Array(text.utf8), size: size),
            handler: ShapeLearner(body: 0)
        )
        #expect(try reader.readDocument())
        let tree = reader.handler.tree
        #expect(tree.root.members.list.map(\.key) == ["A\n\u{1F600}", "long", "n"])
        #expect(tree[tree.root.members.list[0].node].texts.values == [#"a"\/"#])
        #expect(tree[tree.root.members.list[2].node].numbers.commonWidth == .none)
    }

    @Test(
        "a text may have several values: in a row, on lines, with record separators",
        arguments: ["1 2 3", "1\n2\n3\n", "\u{1E}1\n\u{1E}2\n\u{1E}3\n", "[][]{}", " \r\n1\r\n2 3"]
    )
    func sequences(text: String) throws {
        var reader = JSONEventReader(
            MemoryStream(Array(text.utf8), size: 1),
            handler: ShapeLearner(body: 0)
        )
        while try reader.readDocument() {}
        #expect(reader.handler.documents == 3)
    }

    @Test(
        "after an error in a line, the next one is read, whatever ends the line",
        arguments: ["\n", "\r\n", "\r"]
    )
    func brokenLines(end: String) throws {
        let text = ["1", "{\"a\": ]}", "2", "{1}", "3"].joined(separator: end)
        var reader = JSONEventReader(
            MemoryStream(Array(text.utf8), size: 1),
            handler: ShapeLearner(body: 0)
        )
        var places: [SourcePosition] = []
        try reader.readDocuments(areLines: true) { places.append($1.place) }
        #expect(places.map(\.line) == [2, 4])
        #expect(reader.handler.documents == 5)
        #expect(reader.position == SourcePosition(line: 5, column: 2))
    }

    @Test(
        "valid texts are accepted, and invalid ones are rejected",
        .enabled(if: SharedData.folder != nil, "\(SharedData.absence)")
    )
    func suite() throws {
        let folder = try #require(SharedData.folder).appending(path: "json/JSONTestSuite")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        var count = 0
        for file in files where file.hasSuffix(".json") {
            let bytes = Array(try Data(contentsOf: folder.appending(path: file)))
            let mistake = try mistake(bytes)
            if file.hasPrefix("y_") { #expect(mistake == nil, "\(file)") }
            guard file.hasPrefix("n_") else { continue }
            count += 1
            // Several values in a row are valid here, and an empty file is not an error of the
            // parser.
            let isSequence = [
                "n_array_double_extra_comma", "n_structure_double_array", "n_structure_no_data",
                "n_structure_object_with_trailing_garbage", "n_array_just_minus",
                "n_structure_null-byte-outside-string", "n_multidigit_number_then_00",
                "n_object_trailing_comment", "n_string_with_trailing_garbage", "n_single_space",
                "n_structure_UTF8_BOM_no_data",
            ].contains { file.hasPrefix($0) }
            if !isSequence { #expect(mistake != nil, "\(file)") }
        }
        #expect(count > 180)
    }
}
