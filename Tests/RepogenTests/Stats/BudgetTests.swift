import Foundation
import Testing

/// A budget in the configuration, which `check` enforces.
@Suite struct BudgetTests {
    private func package(_ budget: String) async throws -> TemporaryPackage {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: \(StatsTests.folder)\nbudget:\n\(budget)",
            "Schemas/a.yaml": StatsTests.schema,
        ])
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        return package
    }

    @Test("an output within the budget passes, up to the last line")
    func within() async throws {
        let package = try await package("  files: 7\n  declaration: { compile: 9 s }\n")
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
    }

    @Test(
        "exceeding the budget is an error at its line, and the status is 3",
        arguments: [
            (
                "files: 6",
                "4:10: error: 'Sources/App/Generated' has 7 files, 1 file more than its budget"
            ),
            ("lines: 10", "4:10: error: 'Sources/App/Generated' has "),
            ("bytes: 10", "4:10: error: 'Sources/App/Generated' has "),
            ("compile: 1 ms", "4:12: error: 'Sources/App/Generated' has "),
            (
                "declaration: { lines: 100 }",
                "4:25: error: over the budget of 100 lines for a declaration: 'Message' ("
            ),
            ("declaration: { bytes: 1 }", " bytes) and 2 more [over-budget]"),
            (
                "declaration: { compile: 1 ms }",
                "4:27: error: over the budget of 1 ms of estimated compile time"
            ),
        ]
    )
    func over(_ limit: String, _ message: String) async throws {
        let package = try await package("  # A limit.\n  \(limit)\n")
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.contains("repogen.yaml:4:"), "\(run.errors)")
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("[over-budget]"))
        #expect(run.errors.contains("hint: `repogen stats` lists the most expensive"))
        // Writing it is not an error.
        #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        #expect(try await CommandLineTool.run("validate", in: package.root).status == 0)
    }

    @Test("all exceeded limits are reported in one run, with other differences")
    func several() async throws {
        let package = try await package("  lines: 1\n  bytes: 1\n  declaration: { lines: 1 }\n")
        let more = StatsTests.schema.replacing("likes: Int = 0", with: "likes: Int = 0, more: Int")
        try package.write(more, to: "Schemas/a.yaml")
        let run = try await CommandLineTool.run("check", in: package.root)
        #expect(run.status == 3)
        #expect(run.errors.components(separatedBy: "[over-budget]").count == 4)
        #expect(run.errors.contains("Message.swift: differs"))
        #expect(run.errors.contains("hint: run `repogen generate`"))
    }

    @Test("it is a JSON diagnostic, and a GitHub annotation of the line")
    func machines() async throws {
        struct Finding: Decodable { let rule: String; let path: String; let line: Int }
        struct Found: Decodable { let diagnostics: [Finding] }
        let package = try await package("  lines: 1\n")
        let json = try await CommandLineTool.run("check", "--format", "json", in: package.root)
        #expect(json.status == 3)
        let text = json.output
        #expect(text.contains("over-budget") && text.contains("repogen.yaml"), "\(text)")
        let github = try await CommandLineTool.run("check", "--format", "github", in: package.root)
        #expect(github.status == 3)
        #expect(github.output.contains("::error file=repogen.yaml,line=3"), "\(github.output)")
    }

    @Test("an error in the budget is reported before generating")
    func mistake() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: A\nbudget: { lines: few }\n",
            "Schemas/a.yaml": StatsTests.schema,
        ])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(
            run.errors.contains("repogen.yaml:2:18: error: expected an integer from 1"),
            "\(run.errors)"
        )
    }
}
