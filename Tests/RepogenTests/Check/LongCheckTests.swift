import Testing

/// The number of lines that `check` shows.
@Suite struct LongCheckTests {
    /// Creates a package with many enumerations, each with many new cases.
    private func package(enums: Int, cases: Int) async throws -> TemporaryPackage {
        let schema = { (cases: Int) in
            let names = (0..<cases).map { "c\($0)" }.joined(separator: ", ")
            return "repogen: 1\nenums:\n"
                + (0..<enums).map { "  E\($0): { cases: [\(names)] }\n" }.joined()
        }
        let package = try TemporaryPackage([
            "repogen.yaml": "outputs:\n  - { schemas: Schemas, output: Out }\n",
            "Schemas/a.yaml": schema(1),
        ])
        let generated = try await CommandLineTool.run("generate", in: package.root)
        try #require(generated.status == 0, "\(generated.errors)")
        try package.write(schema(cases), to: "Schemas/a.yaml")
        return package
    }

    /// Returns the number of added lines, of all files.
    private func shownLines(_ text: String) -> Int {
        text.split(separator: "\n").count { $0.hasPrefix("  +") }
    }

    @Test("long differences are shortened, except with --verbose")
    func longFile() async throws {
        let package = try await package(enums: 1, cases: 31)
        let short = try await CommandLineTool.run("check", in: package.root)
        #expect(shownLines(short.errors) < 40)
        #expect(
            short.errors.contains(" more lines, use `--verbose` to see them\n"),
            "\(short.errors)"
        )
        let whole = try await CommandLineTool.run("check", "-v", in: package.root)
        // A declaration, its decoding and its encoding.
        #expect(shownLines(whole.errors) == 90, "\(whole.errors)")
        #expect(!whole.errors.contains("more lines"))
    }

    @Test("after many differences, only the effects are shown")
    func manyFiles() async throws {
        let package = try await package(enums: 60, cases: 31)
        let run = try await CommandLineTool.run("check", in: package.root)
        let lines = run.errors.split(separator: "\n")
        #expect(
            lines.count { $0.hasPrefix("  @@") || $0.hasPrefix("  +") || $0.hasPrefix("   ") }
                == 1_000
        )
        for index in 0..<60 {
            #expect(run.errors.contains("  E\(index).c30: added, breaking for switches\n"))
        }
        let whole = try await CommandLineTool.run("check", "--verbose", in: package.root)
        #expect(shownLines(whole.errors) == 60 * 90)
    }
}
