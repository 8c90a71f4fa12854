import Diagnostics
import Testing

@Suite struct DiagnosticPrinterJSONTests {
    private let printer = DiagnosticPrinter(files: [], limit: 1)

    @Test func emptyArrayForNone() {
        #expect(printer.json(for: []) == "[]\n")
    }

    @Test func keysInTheirOrderAndAllDiagnostics() {
        let note = Diagnostic.Note("first here", at: .init(line: 1, columns: 1..<3))
        let json = printer.json(for: [
            .fixture("b", line: 2, columns: 3..<7, notes: [note], hint: "try c"),
            .fixture("a", line: 1),
        ])
        #expect(
            json == """
                [
                {"severity":"error","rule":"unknown-key","message":"a","path":"a.yaml","line":1,\
                "column":1,"endLine":1,"endColumn":2,"notes":[],"hint":null},
                {"severity":"error","rule":"unknown-key","message":"b","path":"a.yaml","line":2,\
                "column":3,"endLine":2,"endColumn":7,"notes":[{"message":"first here",\
                "path":"a.yaml","line":1,"column":1,"endLine":1,"endColumn":3}],"hint":"try c"}
                ]

                """
        )
    }

    @Test(arguments: [
        ("say \"hi\" \\ bye", #"say \"hi\" \\ bye"#),
        ("a\nb\rc\td", #"a\nb\rc\td"#),
        ("\u{0}\u{1B}\u{7F}", #"\u0000\u001B\u007F"#),
        ("\u{202E}\u{2028}", #"\u202E\u2028"#),
        ("\u{E0041}", #"\uDB40\uDC41"#),
        ("größe 名前 👍", "größe 名前 👍"),
    ])
    func escapes(message: String, literal: String) {
        #expect(printer.json(for: [.fixture(message)]).contains("\"message\":\"\(literal)\""))
    }
}
