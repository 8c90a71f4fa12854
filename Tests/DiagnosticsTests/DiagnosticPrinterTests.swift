import Diagnostics
import Testing

@Suite struct DiagnosticPrinterTests {
    private func print(_ diagnostics: [Diagnostic], source: String, limit: Int = 100) -> String {
        let printer = DiagnosticPrinter(
            files: [SourceFile(path: "a.yaml", text: source)],
            limit: limit,
            width: 40
        )
        return printer.text(for: diagnostics)
    }

    @Test func wholeForm() {
        let note = Diagnostic.Note("did 'name' mean this?", at: .init(line: 1, columns: 1..<5))
        let diagnostic = Diagnostic.fixture(
            line: 2,
            columns: 3..<7,
            notes: [note],
            hint: "did you mean 'name'?"
        )
        let text = print([diagnostic], source: "User:\n  nmae: String\n")
        #expect(
            text == """
                a.yaml:2:3: error: unknown key 'nmae' [unknown-key]
                  nmae: String
                  ^~~~
                a.yaml:1:1: note: did 'name' mean this?
                User:
                ^~~~
                hint: did you mean 'name'?

                """
        )
    }

    @Test func nothingForNoDiagnostics() {
        #expect(print([], source: "a: 1\n").isEmpty)
    }

    @Test func warningsSaySo() {
        let text = print([.fixture("odd", severity: .warning)], source: "a: 1\n")
        #expect(text.hasPrefix("a.yaml:1:1: warning: odd [unknown-key]\n"))
    }

    struct Placement: CustomTestStringConvertible {
        var testDescription: String
        var source: String
        var columns: Range<Int>
        var expected: String
    }

    @Test(arguments: [
        Placement(
            testDescription: "a tab before the caret stays",
            source: "\tkey: 1",
            columns: 2..<5,
            expected: "\tkey: 1\n\t^~~\n"
        ),
        Placement(
            testDescription: "an empty range is a caret alone",
            source: "key: 1",
            columns: 4..<4,
            expected: "key: 1\n   ^\n"
        ),
        Placement(
            testDescription: "the end of the line",
            source: "key:",
            columns: 5..<5,
            expected: "key:\n    ^\n"
        ),
        Placement(
            testDescription: "a column past the end is the end",
            source: "key:",
            columns: 90..<95,
            expected: "key:\n    ^\n"
        ),
        Placement(
            testDescription: "letters of two bytes take one column",
            source: "größe: 1",
            columns: 8..<9,
            expected: "größe: 1\n       ^\n"
        ),
        Placement(
            testDescription: "wide letters take two",
            source: "名前: x",
            columns: 1..<3,
            expected: "名前: x\n^~~~\n"
        ),
        Placement(
            testDescription: "combining marks take none",
            source: "e\u{301}: x",
            columns: 5..<6,
            expected: "e\u{301}: x\n   ^\n"
        ),
        Placement(
            testDescription: "an escape sequence is shown, not obeyed",
            source: "a: \u{1B}[31m",
            columns: 5..<6,
            expected: "a: ␛[31m\n    ^\n"
        ),
        Placement(
            testDescription: "a bidirectional mark is spelled out and keeps the caret right",
            source: "a\u{202E}b: 1",
            columns: 3..<4,
            expected: "a<U+202E>b: 1\n         ^\n"
        ),
        Placement(
            testDescription: "a mark itself is underlined whole",
            source: "a\u{202E}b: 1",
            columns: 2..<3,
            expected: "a<U+202E>b: 1\n ^~~~~~~~\n"
        ),
        Placement(
            testDescription: "a long line is cut at its end",
            source: String(repeating: "0123456789", count: 10),
            columns: 3..<5,
            expected: "0123456789012345678901234567890123456789…\n  ^~\n"
        ),
        Placement(
            testDescription: "a long line is cut on both sides of the caret",
            source: String(repeating: "0123456789", count: 10),
            columns: 51..<53,
            expected: "…7890123456789012345678901234567890123456…\n" + "              ^~\n"
        ),
        Placement(
            testDescription: "a long line is cut at its start",
            source: String(repeating: "0123456789", count: 10),
            columns: 100..<101,
            expected: "…0123456789012345678901234567890123456789\n"
                + "                                        ^\n"
        ),
        Placement(
            testDescription: "tildes stop where a long line is cut",
            source: String(repeating: "x", count: 100),
            columns: 1..<101,
            expected: String(repeating: "x", count: 40) + "…\n^"
                + String(repeating: "~", count: 39) + "\n"
        ),
        Placement(
            testDescription: "a blank line is not shown",
            source: "  \t ",
            columns: 2..<3,
            expected: ""
        ),
        Placement(
            testDescription: "blanks at the end are not shown",
            source: "a: 1  \t",
            columns: 1..<2,
            expected: "a: 1\n^\n"
        ),
        Placement(
            testDescription: "a byte order mark is no column",
            source: "\u{FEFF}a: 1",
            columns: 1..<2,
            expected: "a: 1\n^\n"
        ),
        Placement(
            testDescription: "a carriage return is no column",
            source: "a: 1\r\nb: 2",
            columns: 4..<5,
            expected: "a: 1\n   ^\n"
        ),
    ])
    func caret(_ placement: Placement) {
        let text = print([.fixture("m", columns: placement.columns)], source: placement.source)
        #expect(
            text == "a.yaml:1:\(placement.columns.lowerBound): error: m [unknown-key]\n"
                + placement.expected
        )
    }

    @Test func rangeOverSeveralLinesIsUnderlinedToTheEndOfItsFirst() {
        let range = SourceRange(
            path: "a.yaml",
            start: .init(line: 1, column: 4),
            end: .init(line: 2, column: 2)
        )
        let diagnostic = Diagnostic(rule: FixtureRule.zebra, "m", at: range)
        #expect(print([diagnostic], source: "a: [1,\n2]").hasSuffix("a: [1,\n   ^~~\n"))
    }

    @Test func sortedByPathThenPosition() {
        let diagnostics: [Diagnostic] = [
            .fixture("5", line: 3, path: "b.yaml"),
            .fixture("4", line: 2, columns: 4..<5),
            .fixture("3", line: 2, columns: 3..<4, rule: .zebra),
            .fixture("2", line: 2, columns: 3..<4),
            .fixture("1", line: 1),
        ]
        let messages = DiagnosticPrinter(files: []).text(for: diagnostics)
            .split(separator: "\n").compactMap { $0.split(separator: " ").dropFirst(2).first }
        #expect(messages == ["1", "2", "3", "4", "5"])
    }

    @Test func tellsHowManyAreNotShown() {
        let diagnostics = (1...5).map { Diagnostic.fixture("m", line: $0) }
        let text = print(diagnostics, source: "", limit: 2)
        #expect(
            text == """
                a.yaml:1:1: error: m [unknown-key]
                a.yaml:2:1: error: m [unknown-key]
                … and 3 more

                """
        )
    }

    @Test func messagesAndPathsCannotCommandTheTerminal() {
        let diagnostic = Diagnostic.fixture(
            "found '\u{1B}]0;x\u{7}\n\u{2066}'",
            path: "a\u{8}.yaml",
            hint: "\u{202E}no"
        )
        #expect(
            print([diagnostic], source: "") == """
                a␈.yaml:1:1: error: found '␛]0;x␇␊<U+2066>' [unknown-key]
                hint: <U+202E>no

                """
        )
    }

    @Test func showsLinesOfUTF16() {
        let units: [UInt8] = [0xFE, 0xFF, 0x00, 0x61, 0x01, 0x31, 0x00, 0x0A, 0x00, 0x62]
        let printer = DiagnosticPrinter(files: [SourceFile(path: "a.yaml", bytes: units)])
        #expect(printer.text(for: [.fixture("m", columns: 2..<3)]).hasSuffix("]\naı\n ^\n"))
    }

    @Test func showsLinesThatAreNotUTF8() {
        let file = SourceFile(path: "a.yaml", bytes: [0x61, 0xFF, 0x62])
        let text = DiagnosticPrinter(files: [file]).text(for: [.fixture("m", columns: 2..<3)])
        #expect(text.hasSuffix("]\na\u{FFFD}b\n ^\n"))
    }
}
