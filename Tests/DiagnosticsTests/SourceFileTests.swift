import Diagnostics
import Testing

@Suite struct SourceFileTests {
    @Test(
        arguments: [
            ([0x61, 0x62], "ab"),
            ([0xEF, 0xBB, 0xBF, 0x61], "a"),
            ([0xFF, 0xFE, 0x61, 0x00, 0x3D, 0xD8, 0x4D, 0xDC], "a👍"),
            ([0xFE, 0xFF, 0x00, 0x61, 0xD8, 0x3D, 0xDC, 0x4D], "a👍"),
            ([0xFE, 0xFF], ""),
            ([0xFE, 0xFF, 0x00, 0x61, 0x00], "a\u{FFFD}"),
            ([0xFE, 0xFF, 0xDC, 0x4D], "\u{FFFD}"),
            ([0xEF, 0xBB], "\u{FFFD}"),
            ([0xFE], "\u{FFFD}"),
            ([], ""),
        ] as [([UInt8], String)]
    )
    func decodes(bytes: [UInt8], text: String) {
        #expect(String(decoding: SourceFile(path: "a", bytes: bytes).utf8, as: UTF8.self) == text)
    }

    @Test func rangesNeverEndBeforeTheyStart() {
        let start = SourcePosition(line: 2, column: 3)
        let range = SourceRange(path: "a", start: start, end: SourcePosition(line: 1, column: 9))
        #expect(range.end == start)
    }
}
