import Diagnostics
import Testing

@Suite struct MergeConflictTests {
    private static let conflict = "<<<<<<< HEAD\na\n=======\nb\n>>>>>>> other\n"

    private static func lines(_ text: String) -> [ClosedRange<Int>] {
        MergeConflict.all(in: Array(text.utf8)).map { $0.firstLine...$0.lastLine }
    }

    @Test("finds the lines of each conflict")
    func conflicts() {
        #expect(Self.lines(Self.conflict) == [1...5])
        #expect(Self.lines("a\r\n" + Self.conflict.replacing("\n", with: "\r\n")) == [2...6])
        #expect(Self.lines("a\n" + Self.conflict + "b\n" + Self.conflict) == [2...6, 8...12])
        let withBase = "<<<<<<< HEAD\na\n||||||| base\nc\n=======\nb\n>>>>>>> other"
        #expect(Self.lines(withBase) == [1...7])
    }

    @Test(
        "ignores lines that only look like conflict markers",
        arguments: [
            "", "<<<<<<< HEAD\n", "<<<<<<< HEAD\na\n>>>>>>> other\n", " " + conflict,
            "=======\n>>>>>>> other\n<<<<<<< HEAD\n", "<<<<<<<\na\n=======\nb\n>>>>>>>\n",
        ]
    )
    func none(text: String) {
        #expect(Self.lines(text).isEmpty)
    }
}
