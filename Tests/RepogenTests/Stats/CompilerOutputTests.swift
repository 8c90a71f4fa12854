import Testing

@testable import repogen

/// Parsing the output of a compiler and of `size`.
@Suite struct CompilerOutputTests {
    @Test("times of functions are summed by file, and other lines are skipped")
    func times() {
        let text = """
            1.25ms\t/tmp/a b/Message.swift:12:5\tinitializer init(text:)
            0.50ms\t/tmp/a b/Message.swift:20:5\tgetter text
            warning: something else
            -1ms\t/tmp/X.swift:1:1\ta
            nanms\t/tmp/X.swift:1:1\ta
            1e400ms\t/tmp/X.swift:1:1\ta
            3.00ms\t<invalid loc>\timplicit
            ms
            """
        let found = CompileMeasurement.times(in: text)
        #expect(found.map(\.file) == ["Message.swift", "Message.swift", "<invalid loc>"])
        #expect(found.map(\.microseconds) == [1_250, 500, 3_000])
    }

    @Test("code sizes are the first numbers, and the header is skipped")
    func sizes() {
        let linux =
            "   text\t   data\t    bss\t    dec\t    hex\tfilename\n  1200\t  16\t   0\t 1216\t 4c0\tA.o\n"
        #expect(CompileMeasurement.sizes(in: linux).map(\.bytes) == [1_200])
        let mac = "__TEXT\t__DATA\t__OBJC\tothers\tdec\thex\n900\t8\t0\t100\t1008\t3f0\tB.o\n"
        #expect(CompileMeasurement.sizes(in: mac).map(\.file) == ["B.o"])
        #expect(CompileMeasurement.sizes(in: "size: 'A.o': No such file\n").isEmpty)
    }

    @Test(
        "an estimate grows with the lines, and is never negative",
        arguments: DeclarationKind.allCases
    )
    func estimates(_ kind: DeclarationKind) {
        let estimates = [0, 1, 10, 100_000].map { lines in
            CompileEstimate.microseconds(of: CodeSize(files: 1, lines: lines), kind)
        }
        #expect(estimates == estimates.sorted() && estimates[0] >= 0)
    }

    @Test(
        "times and numbers are formatted for people",
        arguments: [
            (0, "0 ms"), (499, "0 ms"), (-499, "0 ms"), (500, "1 ms"), (999_499, "999 ms"),
            (999_500, "1.0 s"), (1_949_000, "1.9 s"), (1_950_000, "2.0 s"), (-2_500, "-3 ms"),
            (3_600_000_000, "3,600.0 s"),
        ]
    )
    func texts(_ microseconds: Int, _ text: String) {
        #expect(StatisticsText.time(microseconds) == text)
    }

    @Test(
        "digits are grouped by three",
        arguments: [
            (0, "0"), (-1, "-1"), (1_234_567, "1,234,567"), (-12_345, "-12,345"), (123, "123"),
        ]
    )
    func numbers(_ number: Int, _ text: String) {
        #expect(StatisticsText.number(number) == text)
    }
}
