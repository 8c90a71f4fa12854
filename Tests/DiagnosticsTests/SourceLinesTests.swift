import Diagnostics
import Testing

@Suite struct SourceLinesTests {
    private func lines(_ text: String) -> SourceLines {
        SourceLines(SourceFile(path: "a", text: text))
    }

    @Test(arguments: [
        ("", [""]),
        ("a", ["a"]),
        ("a\n", ["a", ""]),
        ("a\nb", ["a", "b"]),
        ("a\r\nb\rc\n\nd", ["a", "b", "c", "", "d"]),
        ("a\r\r\nb", ["a", "", "b"]),
        // YAML 1.1 broke lines here; editors and YAML 1.2 do not.
        ("a\u{85}b\u{2028}c\u{2029}d", ["a\u{85}b\u{2028}c\u{2029}d"]),
        ("\u{FEFF}a\nb", ["a", "b"]),
    ])
    func breaks(text: String, expected: [String]) {
        let lines = lines(text)
        #expect(lines.count == expected.count)
        let texts = (1...lines.count).map { String(decoding: lines.line($0), as: UTF8.self) }
        #expect(texts == expected)
    }

    @Test(arguments: [-1, 0, 3])
    func noLineOutside(number: Int) {
        #expect(lines("a\nb").line(number).isEmpty)
    }

    @Test(arguments: [
        (0, 1, 1), (1, 1, 2), (3, 1, 3), (7, 1, 4), (8, 2, 1), (9, 2, 2), (99, 2, 2),
    ])
    func positions(offset: Int, line: Int, column: Int) {
        // The bytes of the scalars: 1, 2, 4, then the break, then 1.
        let position = lines("aß👍\nb").position(ofByte: offset)
        #expect(position == SourcePosition(line: line, column: column))
    }

    @Test func offsetsAreTheInverseOfPositions() {
        let lines = lines("aß👍\r\n\nbé\n")
        for offset in [0, 1, 3, 7, 9, 10, 11, 13, 14] {
            #expect(lines.offset(of: lines.position(ofByte: offset)) == offset)
        }
        #expect(lines.offset(of: SourcePosition(line: 1, column: 50)) == 7)
        #expect(lines.offset(of: SourcePosition(line: 50, column: 1)) == 14)
    }

    @Test(arguments: [
        (1, 4), (2, 1), (3, 3), (4, 1), (9, 1),
    ])
    func endsOfLines(number: Int, column: Int) {
        let end = lines("aß👍\r\n\nbé\n").end(ofLine: number)
        #expect(end == SourcePosition(line: number, column: column))
    }
}
