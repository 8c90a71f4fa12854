import Diagnostics
import Foundation
import SwiftEmitter
import Testing

/// Templates with errors, and the exact text of their diagnostics.
@Suite struct BadTemplateTests {
    @Test(
        "templates with mistakes give exactly the diagnostics of their golden",
        arguments: GoldenCase.all("BadTemplates")
    )
    func diagnostics(golden: GoldenCase) throws {
        let templates = try golden.templates
        let diagnostics = try diagnostics(of: golden)
        #expect(!diagnostics.isEmpty)
        let found = DiagnosticPrinter(files: templates).text(for: diagnostics)
        let file = golden.folder.appending(path: "diagnostics.txt")
        if GoldenCase.isRecording {
            try Data(found.utf8).write(to: file)
            Issue.record("recorded \(golden.name)")
            return
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(expected == found, "\(difference(expected: expected, found: found))")
    }

    @Test("every template rule has a golden that violates it", arguments: TemplateRule.allCases)
    func everyRuleIsBroken(rule: TemplateRule) throws {
        let golden = try #require(
            GoldenCase.all("BadTemplates").first { $0.name == rule.rawValue },
            "there is no folder BadTemplates/\(rule.rawValue)"
        )
        #expect(try diagnostics(of: golden).contains { $0.rule == rule.rawValue })
    }

    private func diagnostics(of golden: GoldenCase) throws -> [Diagnostic] {
        let (configuration, templates) = (try golden.configuration, try golden.templates)
        do throws(TemplateError) {
            _ = try SwiftEmitter(configuration: configuration, userTemplates: templates)
            return []
        } catch {
            return error.diagnostics
        }
    }
}
