import Diagnostics
import SchemaLanguage
import Testing

@testable import SwiftEmitter

/// The cases of contract tests.
@Suite struct ContractCasesTests {
    private func contents(_ endpoints: String) throws -> String? {
        let text = "repogen: 1\nendpoints: { \(endpoints) }\n"
        let (schema, diagnostics) = SchemaCompiler()
            .compile([SourceFile(path: "a.yaml", text: text)])
        let checked = try #require(schema, "\(diagnostics)")
        return ContractTests(of: checked, named: "App", schemas: ["a.yaml"])?.contents
    }

    @Test("endpoints that change something, or are sent to another environment, have no test")
    func cases() throws {
        let read = "Words: { get: /words, response: text }"
        let others = """
            Send: { post: /words }, Hints: { get: /hints, response: text, environment: mock, example: a }
            """
        let found = try #require(try contents("\(read), \(others)"))
        #expect(found.contains("func words()"))
        #expect(!found.contains("func send()") && !found.contains("func hints()"), "\(found)")
        #expect(try contents(others) == nil)
    }
}
