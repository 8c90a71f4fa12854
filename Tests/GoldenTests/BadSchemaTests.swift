import Diagnostics
import Foundation
import SchemaLanguage
import SwiftEmitter
import Testing
import YAMLTree

/// Schemas with errors, and the exact text of their diagnostics.
@Suite struct BadSchemaTests {
    @Test(
        "a schema with mistakes gives exactly the diagnostics of its golden",
        arguments: GoldenCase.all("Bad")
    )
    func diagnostics(golden: GoldenCase) throws {
        let files = try golden.schemas
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile(files)
        // A schema that only has warnings still compiles.
        #expect((schema == nil) == diagnostics.contains { $0.severity == .error })
        #expect(!diagnostics.isEmpty)
        let found = DiagnosticPrinter(files: files).text(for: diagnostics)
        let file = golden.folder.appending(path: "diagnostics.txt")
        if GoldenCase.isRecording {
            try Data(found.utf8).write(to: file)
            Issue.record("recorded \(golden.name)")
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(expected == found, "\(difference(expected: expected, found: found))")
    }

    @Test(
        "every rule of the schema language has a golden that violates it",
        arguments: SchemaRule.allCases
    )
    func everyRuleIsBroken(rule: SchemaRule) throws {
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let golden = try #require(
            GoldenCase.all("Bad").first { $0.name == rule.rawValue },
            "there is no folder Bad/\(rule.rawValue)"
        )
        let (_, diagnostics) = compiler.compile(try golden.schemas)
        #expect(diagnostics.contains { $0.rule == rule.rawValue })
    }

    @Test("the diagnostics of a case are independent of the order of its files")
    func orderDoesNotMatter() throws {
        for golden in GoldenCase.all("Bad") {
            let files = try golden.schemas
            let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
            #expect(
                compiler.compile(files).diagnostics
                    == compiler.compile(files.reversed()).diagnostics
            )
        }
    }

    @Test("one run reports the violations of all rules, each once and at its place")
    func everyMistakeInOneRun() throws {
        let golden = try #require(GoldenCase.all("Bad").first { $0.name == "every-mistake" })
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (_, diagnostics) = compiler.compile(try golden.schemas)
        let rules = diagnostics.map(\.rule)
        #expect(Set(rules).count == rules.count, "a rule is reported twice")
        // The other rules apply to empty files, or to files without a version.
        let missing = Set(SchemaRule.allCases.map(\.rawValue)).subtracting(rules)
        #expect(missing == ["empty-schema", "missing-version"])
        #expect(rules.count >= 30)
        #expect(Set(diagnostics.map(\.range.start)).count == rules.count)
    }
}
